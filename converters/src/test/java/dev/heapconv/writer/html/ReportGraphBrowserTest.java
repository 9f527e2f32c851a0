package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The flame graph in Chromium: mouse, touch and keyboard. */
@Tag("slow")
final class ReportGraphBrowserTest extends ReportInBrowser {

  @Test
  void theKeyboardWalksZoomsAndSorts() throws IOException {
    open(Profiles.custom());
    WebElement flame = browser.driver().findElement(By.id("flame"));
    flame.sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    assertThat(text("details"))
        .contains("inner", "Also", "outer", "195 KiB", "66.7 %", "Samples", "inline.h:3");
    flame.sendKeys(Keys.ARROW_RIGHT);
    assertThat(text("details")).contains("work", "98 KiB");
    assertThat(text("selected-name")).isEqualTo("work");
    assertThat(selectedRows()).containsExactly("work");
    // The menu key sends an event without a pointer.
    browser.run("arguments[0].dispatchEvent(new MouseEvent('contextmenu'))", flame);
    assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Show from here");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
    assertThat(isShown("menu")).isFalse();
    flame.sendKeys(Keys.ENTER);
    assertThat(isShown("reset")).isTrue();
    flame.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_LEFT));
    assertThat(boxes()).as("what is beside the zoomed box").contains("outer \u203a inner");
    flame.sendKeys(Keys.ESCAPE);
    assertThat(isShown("reset")).isFalse();
    click("#fold");
    assertThat(boxes()).contains("outer", "inner");
    browser
        .driver()
        .findElement(By.cssSelector("#functions thead th:first-child button"))
        .sendKeys(Keys.ENTER);
    assertThat(browser.run("return document.querySelector('#functions tbody td').textContent"))
        .isEqualTo("inner");
  }

  @Test
  void backUndoesAZoom() throws IOException {
    open(Profiles.custom());
    List<String> whole = boxes();
    WebElement flame = browser.driver().findElement(By.id("flame"));
    flame.sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
    List<String> zoomed = boxes();
    assertThat(zoomed).isNotEqualTo(whole);
    browser.driver().navigate().back();
    browser.waitFor(unused -> boxes().equals(whole));
    browser.driver().navigate().forward();
    browser.waitFor(unused -> boxes().equals(zoomed));
  }

  @Test
  void theTableMovesBesideTheGraphOnDemand() throws IOException {
    emulate(1280);
    open(Profiles.custom());
    double whole = graphWidth();
    browser.driver().findElement(By.tagName("body")).sendKeys("w");
    double beside = graphWidth();
    assertThat(whole).isGreaterThan(beside * 1.4);
    String address = browser.driver().getCurrentUrl();
    assertThat(address).endsWith("#beside=true");
    load(address);
    assertThat(graphWidth()).isEqualTo(beside);
    click("#beside");
    assertThat(graphWidth()).isEqualTo(whole);
    browser.driver().findElement(By.id("search")).sendKeys("w");
    assertThat(graphWidth()).as("a letter of a search").isEqualTo(whole);
  }

  private double graphWidth() {
    return ((Number) browser.run("return document.getElementById('flame').clientWidth"))
        .doubleValue();
  }

  @Test
  void aClickZoomsAndShowsTheNumbersOfTheClickedBox() throws IOException {
    open(Profiles.custom());
    new Actions(browser.driver()).click(box("work")).perform();
    assertThat(isShown("reset")).isTrue();
    assertThat(text("details")).startsWith("work\n").contains("98 KiB");
    assertThat(text("selected-name")).isEqualTo("work");
  }

  @Test
  void aZoomedGraphIsDraggedToWhatIsBesideIt() throws IOException {
    open(Profiles.custom());
    new Actions(browser.driver()).click(box("work")).perform();
    assertThat(boxes()).doesNotContain("outer \u203a inner");
    new Actions(browser.driver())
        .clickAndHold(box("work"))
        .moveByOffset(30, 0)
        .moveByOffset(170, 0)
        .release()
        .perform();
    assertThat(boxes()).contains("outer \u203a inner", "work");
    assertThat(text("selected-name")).as("a drag is no click").isEqualTo("work");
    press("#reset");
    assertThat(boxes()).contains("main", "work");
  }

  @Test
  void theMenuHidesFramesAndShowsTheGraphFromThem() throws IOException {
    open(Profiles.custom());
    List<String> whole = boxes();
    new Actions(browser.driver()).contextClick(box("outer \u203a inner")).perform();
    assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Show from here");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    assertThat(isShown("menu")).isFalse();
    assertThat(boxes()).containsExactly("inner");
    press("#unfocus");
    assertThat(boxes()).isEqualTo(whole);
    new Actions(browser.driver()).contextClick(box("outer \u203a inner")).perform();
    press("#hide-this");
    assertThat(boxes()).contains("outer").doesNotContain("outer \u203a inner");
    assertThat(browser.run("return document.getElementById('hide').value")).isEqualTo("^inner$");
    browser.driver().navigate().back();
    browser.waitFor(unused -> boxes().equals(whole));
  }

  @Test
  void aLongTouchOpensTheMenu() throws IOException {
    open(Profiles.custom());
    browser.run(
        "arguments[0].dispatchEvent(new PointerEvent('pointerdown',"
            + " {pointerType: 'touch', bubbles: true, clientX: 40, clientY: 400}))",
        box("work"));
    browser.waitFor(unused -> isShown("menu"));
    assertThat(text("selected-name")).isEqualTo("work");
  }

  @Test
  void callersAndCalleesOfAFunction() throws IOException {
    open(Profiles.custom());
    click("[name=callers][value=true]");
    assertThat(boxes()).contains("inner \u203a outer \u203a main", "work \u203a main");
    press("#functions tbody tr:nth-child(1) button");
    assertThat(text("selected-name")).isEqualTo("inner");
    press("#show-callees");
    assertThat(text("focus-text")).isEqualTo("Callees of inner: 195 KiB");
    assertThat(boxes()).containsExactly("inner");
    press("#show-callers");
    assertThat(boxes()).containsExactly("inner", "outer \u203a main");
    press("#unfocus");
    assertThat(boxes()).contains("work \u203a main");
  }

  /** The numbers beside the selected function's name, where the graph does not hold it. */
  private static final String MISSING =
      // Chromium complains of so many addresses in so little time.
      "history.replaceState = () => {};"
          + "const missing = [];"
          + "const by = (id) => document.getElementById(id);"
          + "const look = (what) => {"
          + "  const [name, numbers] = [by('selected-name'), by('selected-numbers')];"
          + "  if (numbers.textContent.startsWith('not')) missing.push(what + name.textContent);"
          + "};"
          + "while (!by('more').hidden) by('more').click();"
          + "const all = [...document.querySelectorAll('#functions tbody button')];"
          // The largest and the smallest: all would take minutes.
          + "const names = all.filter((_, i) => i < 20 || i >= all.length - 30);";

  @Test
  void whatIsSelectedStaysSoWhenSomethingElseIsShownOfIt() throws IOException {
    open(Conversions.estimated("python_i4096", DumpSelector.LAST));
    assertThat(
            texts(
                MISSING
                    + "for (const button of names.filter((_, i) => i % 4 === 0)) {"
                    + "  for (const show of ['show-callees', 'show-callers']) {"
                    + "    button.click();"
                    + "    by(show).click();"
                    + "    look(show + ': ');"
                    + "    by('fold').click();"
                    + "    look('fold: ');"
                    + "    by('unfocus').click();"
                    + "    look('unfocus: ');"
                    + "  }"
                    + "}"
                    + "return missing"))
        .isEmpty();
    browser.run("delete history.replaceState");
    press("#functions tbody button");
    String selected = text("selected-numbers");
    load(browser.driver().getCurrentUrl());
    assertThat(text("selected-numbers")).isEqualTo(selected);
  }

  @Test
  void packagesHaveColoursWhereOneLibraryHasMost() throws IOException {
    open(Conversions.estimated("java_i4096", DumpSelector.LAST));
    assertThat(
            texts("return [...document.querySelectorAll('#legend li')].map(one => one.innerText)"))
        .contains("G1CollectedHeap", "SymbolTable", "libc.so.6");
    open(Conversions.estimated("python_i4096", DumpSelector.LAST));
    assertThat(
            texts("return [...document.querySelectorAll('#legend li')].map(one => one.innerText)"))
        .contains("libpython3.11.so.1.0", "libc.so.6");
  }
}

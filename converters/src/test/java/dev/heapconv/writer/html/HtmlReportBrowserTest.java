package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultField;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** The report as Chromium shows it. */
@Tag("slow")
final class HtmlReportBrowserTest extends ReportInBrowser {

  @Test
  void showsTheNumbersOfTheProfile() throws IOException {
    open(Profiles.varied());
    // The custom heap holds the most: 600 objects of 1000 bytes, 300 of them live.
    assertThat(card("alloc_objects")).contains("600", "412 – 975");
    assertThat(card("space")).contains("293 KiB", "183 KiB – 512 KiB");
    assertThat(selectedView()).isEqualTo("space");
    // Allocator frames are hidden: work stands for the malloc that it called.
    assertThat(row("work"))
        .contains("\u2248 97.7 KiB", "48.8 KiB – 196 KiB", "33.3 %", "1", "libapp.so");
    assertThat(row("inner")).contains("\u2248 195 KiB", "66.7 %", "2");
    assertThat(row("main")).contains("0 B", "\u2248 293 KiB", "183 KiB – 512 KiB", "100.0 %", "3");
    assertThat(boxes()).containsExactly("server (17)", "main", "outer \u203a inner", "work");
    assertThat(text("process")).isEqualTo("server (17)");
    assertThat(browser.driver().getTitle()).contains("trace.pftrace");
  }

  @Test
  void theSwitchesChangeWhatIsShown() throws IOException {
    open(Profiles.varied());
    click("input[value=alloc_objects]");
    assertThat(row("work")).contains("\u2248 100", "16.7 %");
    assertThat(row("libapp.so+0x1f0")).contains("\u2248 300", "50.0 %");
    click("#hide-allocator");
    assertThat(row("malloc")).contains("\u2248 100");
    assertThat(boxes()).contains("work \u203a malloc");
    choose("heap", 0);
    // Row i of dump 2 holds 3 (i + 1) objects; there are twelve.
    assertThat(card("alloc_objects")).contains("234");
    choose("dump", 0);
    assertThat(card("alloc_objects")).contains("78");
    choose("dump", 1);
    choose("base", 1);
    assertThat(card("alloc_objects")).contains("+156");
    assertThat(row("malloc")).contains("+2");
  }

  @Test
  void searchCountsLightsUpAndWalks() throws IOException {
    open(Profiles.varied());
    WebElement search = browser.driver().findElement(By.id("search"));
    search.sendKeys("^INN.R$");
    assertThat(count("#functions tbody tr")).isEqualTo(1);
    assertThat(text("found"))
        .isEqualTo("1 in the graph \u00b7 195 KiB in matching functions, 66.7 %");
    assertThat(litBoxes()).containsExactly("outer \u203a inner");
    search.sendKeys(Keys.ENTER);
    assertThat(text("selected-name")).isEqualTo("inner");
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), "inner|work");
    assertThat(text("found")).startsWith("2 in the graph \u00b7 293 KiB in matching functions, ");
    search.sendKeys(Keys.ENTER);
    assertThat(text("found")).startsWith("1 of 2 in the graph \u00b7 ");
    search.sendKeys(Keys.ENTER);
    assertThat(text("selected-name")).isEqualTo("work");
    search.sendKeys(Keys.chord(Keys.SHIFT, Keys.ENTER));
    assertThat(text("selected-name")).isEqualTo("inner");
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), "inner(");
    assertThat(text("found"))
        .isEqualTo("0 B in matching functions, 0.0 % (not a regular expression: searched as text)");
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
    assertThat(litBoxes()).isEmpty();
    assertThat(text("found")).isEmpty();
  }

  @Test
  void theKeyboardWalksZoomsAndSorts() throws IOException {
    open(Profiles.varied());
    WebElement flame = browser.driver().findElement(By.id("flame"));
    flame.sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    assertThat(text("details"))
        .contains("inner", "Also", "outer", "195 KiB", "66.7 %", "2 samples", "inline.h:3");
    flame.sendKeys(Keys.ARROW_RIGHT);
    assertThat(text("details")).contains("work", "97.7 KiB", "1 sample, 1 self");
    assertThat(text("selected-name")).isEqualTo("work");
    assertThat(selectedRows()).containsExactly("work");
    flame.sendKeys(Keys.ENTER);
    assertThat(browser.driver().findElement(By.id("reset")).isEnabled()).isTrue();
    flame.sendKeys(Keys.ESCAPE);
    assertThat(browser.driver().findElement(By.id("reset")).isEnabled()).isFalse();
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
    open(Profiles.varied());
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
  void aFunctionStandsBetweenItsCallersAndCallees() throws IOException {
    open(Profiles.varied());
    press("#functions tbody tr:nth-child(1) button");
    assertThat(text("selected-name")).isEqualTo("inner");
    assertThat(peek()).containsExactly("outer: \u2248 195 KiB, 66.7 %", "nothing");
    press("#peek button");
    assertThat(text("selected-name")).isEqualTo("outer");
    assertThat(peek())
        .containsExactly("main: \u2248 195 KiB, 66.7 %", "inner: \u2248 195 KiB, 66.7 %");
    press("#show-callees");
    press("#peek button");
    assertThat(text("selected-name")).as("a function that is not below outer").isEqualTo("main");
    assertThat(text("selected-numbers")).contains("293 KiB");
  }

  private List<String> peek() {
    return texts(
        "return [...document.querySelectorAll('#peek li')].map(row => [...row.children].map(child"
            + " => child.textContent).join(': ') || row.textContent)");
  }

  @Test
  void stacksAreFilteredAndFramesHidden() throws IOException {
    open(Profiles.varied());
    click("#filters summary");
    filter("focus", "^INN.R$");
    assertThat(card("space")).contains("195 KiB");
    assertThat(boxes()).containsExactly("server (17)", "main \u203a outer \u203a inner");
    filter("hide", "outer");
    assertThat(boxes()).containsExactly("server (17)", "main \u203a inner");
    String address = browser.driver().getCurrentUrl();
    assertThat(address).contains("focus=", "hide=outer");
    filter("focus", "");
    filter("ignore", "inner|libapp");
    assertThat(text("empty")).contains("Nothing to show");
    filter("ignore", "(");
    assertThat(text("filter-error")).startsWith("ignore: searched as text, because it is invalid");
    load(address);
    assertThat(boxes()).containsExactly("server (17)", "main \u203a inner");
    assertThat(browser.driver().findElement(By.id("focus")).isDisplayed()).isTrue();
  }

  private void filter(String id, String text) {
    browser
        .driver()
        .findElement(By.id(id))
        .sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE, text, Keys.TAB);
  }

  @Test
  void numbersAndTheLineAboveSayHowFarTheyCanBeTrusted() throws IOException {
    EstimatedProfile profile = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    open(profile);
    assertThat(text("reliability"))
        .isEqualTo(ReportFacts.subject(profile).reliability())
        .startsWith("Bytes: yes. Object counts: rough, within 2x for about ");
    assertThat(cardText("alloc_objects", "card-value")).matches("~ [\\d.]+ k");
    assertThat(cardText("space", "card-value")).matches("[\\d.]+ MiB");
  }

  @Test
  void aRowOfTheTableShowsTheSumsOfItsFunction() throws IOException {
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    String shown =
        browser
            .driver()
            .findElement(By.cssSelector("#functions tbody tr:nth-child(1) td:nth-child(4)"))
            .getText();
    press("#functions tbody tr:nth-child(1) button");
    assertThat(text("selected-numbers")).startsWith(shown);
  }

  @Test
  void callersAndCalleesOfAFunction() throws IOException {
    open(Profiles.varied());
    click("[name=direction][value=callers]");
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
  void theAddressKeepsWhatIsShown() throws IOException {
    open(Profiles.varied());
    choose("heap", 0);
    choose("dump", 0);
    click("input[value=alloc_objects]");
    click("[name=direction][value=callers]");
    browser.driver().findElement(By.id("search")).sendKeys("malloc");
    List<String> shown = boxes();
    String address = browser.driver().getCurrentUrl();
    assertThat(address).contains("#", "heap=0", "view=alloc_objects", "callers=1", "search=malloc");
    load(address);
    assertThat(boxes()).isEqualTo(shown);
    assertThat(card("alloc_objects")).contains("78");
    assertThat(selectedView()).isEqualTo("alloc_objects");
    // Links come from people: what does not exist is left alone.
    load(
        address.substring(0, address.indexOf('#'))
            + "#heap=99&dump=-3&view=x&zoom=1.x&function=7e9");
    assertThat(selectedView()).isEqualTo("space");
  }

  @Test
  void theChartChoosesAndComparesDumps() throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    open(profile);
    int dumps = profile.heaps().size();
    assertThat(count("#charts figure")).isEqualTo(2);
    WebElement chart = browser.driver().findElement(By.cssSelector("#charts svg"));
    chart.sendKeys(Keys.HOME);
    for (int i = 0; i < dumps; i++) {
      assertThat(exact("space"))
          .isEqualTo(Math.rint(profile.heaps().get(i).column(View.SPACE).total()));
      browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    }
    browser.driver().switchTo().activeElement().sendKeys("p");
    double peak =
        profile.heaps().stream()
            .mapToDouble(heap -> heap.column(View.SPACE).total())
            .max()
            .orElse(0);
    assertThat(exact("space")).isEqualTo(Math.rint(peak));
    assertThat(text("charts")).contains("peak");
    chart = browser.driver().findElement(By.cssSelector("#charts svg"));
    int width = chart.getSize().getWidth();
    new Actions(browser.driver())
        .moveToElement(chart, -width / 2 + 70, 0)
        .clickAndHold()
        .moveToElement(chart, width / 2 - 26, 0)
        .release()
        .perform();
    assertThat(
            new Select(browser.driver().findElement(By.id("base")))
                .getFirstSelectedOption()
                .getText())
        .startsWith("dump 1 ");
    assertThat(card("alloc_space")).contains("+");
  }

  @Test
  void whatGrowsIsThatOfTheQueryAndLeadsToTheGraph() throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Result growth = Growth.of(profile, AggregateOptions.DEFAULT, View.SPACE);
    ResultField grows = growth.columns().get(4).fields().get(0);
    assertThat(grows.name()).isEqualTo("grows");
    open(profile);
    assertThat(grown("cell.querySelector('bdi').textContent"))
        .containsExactlyElementsOf(Arrays.stream(growth.rows()).mapToObj(growth::name).toList());
    assertThat(grown("!!cell.querySelector('.grows')"))
        .containsExactlyElementsOf(
            Arrays.stream(growth.rows())
                .mapToObj(row -> grows.number(row) == 1)
                .map(Object::toString)
                .toList());
    assertThat(text("grown"))
        .contains(
            "400 KiB", "3.13 MiB", "+35.2 MiB", "+1.52 MiB", "1.32 MiB \u2013 1.72 MiB", "3.2 s");
    press("#grown tbody tr:nth-child(2) button");
    assertThat(text("selected-name")).isEqualTo("late_only()");
    assertThat(selectedRows()).containsExactly("late_only()");
    assertThat(count("#grown [aria-selected=true]")).isEqualTo(1);
    // A single dump does not grow.
    open(Conversions.estimated("phases_i512", DumpSelector.LAST));
    assertThat(browser.driver().findElement(By.id("growth")).isDisplayed()).isFalse();
  }

  private List<String> grown(String ofFirstCell) {
    return texts(
        "return [...document.querySelectorAll('#grown tbody tr')]"
            + ".map(row => row.cells[0]).map(cell => "
            + ofFirstCell
            + ")");
  }
}

package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Searching, filtering and links to what is shown, in Chromium. */
@Tag("slow")
final class ReportFilterBrowserTest extends ReportInBrowser {

  @Test
  void searchCountsLightsUpAndWalks() throws IOException {
    open(Profiles.custom());
    WebElement search = browser.driver().findElement(By.id("search"));
    search.sendKeys("^INN.R$");
    assertThat(count("#functions tbody tr")).isEqualTo(1);
    assertThat(text("found")).isEqualTo("1 in the graph: 195 KiB, 66.7 %");
    assertThat(litBoxes()).containsExactly("outer \u203a inner");
    search.sendKeys(Keys.ENTER);
    assertThat(text("selected-name")).isEqualTo("inner");
    type("search", "inner|work");
    assertThat(text("found")).startsWith("2 in the graph: 293 KiB, ");
    search.sendKeys(Keys.ENTER);
    assertThat(text("found")).startsWith("1 of 2 in the graph: ");
    search.sendKeys(Keys.ENTER);
    assertThat(text("selected-name")).isEqualTo("work");
    search.sendKeys(Keys.chord(Keys.SHIFT, Keys.ENTER));
    assertThat(text("selected-name")).isEqualTo("inner");
    type("search", "inner(");
    assertThat(text("found"))
        .isEqualTo("0, 0.0 % \u00b7 not a valid regex (unterminated group); matching as text");
    assertThat(isShown("no-rows")).isTrue();
    type("search", "");
    assertThat(litBoxes()).isEmpty();
    assertThat(text("found")).isEmpty();
  }

  @Test
  void filtersApplyWhileTheyAreTyped() throws IOException {
    open(Profiles.custom());
    type("focus", "^INN.R$");
    awaitBoxes("server (17)", "main \u203a outer \u203a inner");
    assertThat(card("space")).contains("195 KiB");
    type("hide", "outer");
    awaitBoxes("server (17)", "main \u203a inner");
    String address = browser.driver().getCurrentUrl();
    assertThat(address).contains("focus=", "hide=outer");
    type("ignore", "inner|libapp");
    browser.waitFor(unused -> text("none").startsWith("No stacks match."));
    press("#none-clear");
    awaitBoxes("server (17)", "main", "outer \u203a inner", "work");
    assertThat(isShown("none")).isFalse();
    type("ignore", "(");
    browser.waitFor(unused -> !text("filter-error").isEmpty());
    assertThat(text("filter-error"))
        .isEqualTo(
            "Drop stacks containing: not a valid regex (unterminated group); matching as text.");
    load(address);
    assertThat(boxes()).containsExactly("server (17)", "main \u203a inner");
    press("#clear");
    assertThat(boxes()).contains("work");
    assertThat(browser.driver().findElement(By.id("clear")).isEnabled()).isFalse();
  }

  private void awaitBoxes(String... names) {
    browser.waitFor(unused -> boxes().equals(List.of(names)));
  }

  @Test
  void backUndoesOneChoiceAtATime() throws IOException {
    open(Profiles.varied());
    List<Runnable> choices =
        List.of(
            () -> choose("heap", 0),
            () -> choose("dump", 0),
            () -> click("input[value=alloc_objects]"),
            () -> new Actions(browser.driver()).click(box("main")).perform(),
            () -> press("#functions tbody tr:nth-child(2) button"),
            () -> press("#functions tbody tr:nth-child(3) button"),
            () -> click("[name=callers][value=true]"),
            () -> type("search", "malloc"),
            () -> type("focus", "ma", "in"),
            () -> type("hide", "o", "uter"));
    List<String> addresses = new ArrayList<>();
    for (Runnable choice : choices) {
      String before = browser.driver().getCurrentUrl();
      addresses.add(before);
      choice.run();
      browser.waitFor(driver -> !driver.getCurrentUrl().equals(before));
    }
    // What is typed last applies after a pause.
    browser.waitFor(driver -> driver.getCurrentUrl().endsWith("hide=outer"));
    assertThat(addresses.get(4)).as("one click").contains("zoom=", "selected=");
    Collections.reverse(addresses);
    for (String address : addresses) {
      browser.driver().navigate().back();
      browser.waitFor(driver -> driver.getCurrentUrl().equals(address));
    }
    assertThat(text("heap")).contains("together");
    assertThat(browser.run("return document.getElementById('hide').value")).isEqualTo("");
  }

  @Test
  void theAddressKeepsWhatIsShown() throws IOException {
    open(Profiles.varied());
    choose("heap", 0);
    choose("dump", 0);
    click("input[value=alloc_objects]");
    click("[name=callers][value=true]");
    browser.driver().findElement(By.id("search")).sendKeys("malloc");
    List<String> shown = boxes();
    String address = browser.driver().getCurrentUrl();
    assertThat(address)
        .contains("#", "heap=0", "view=alloc_objects", "callers=true", "search=malloc");
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
}

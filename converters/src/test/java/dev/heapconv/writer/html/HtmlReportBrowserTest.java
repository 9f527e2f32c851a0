package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.browser.Browser;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** The report as Chromium shows it. */
@Tag("slow")
final class HtmlReportBrowserTest {

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.startOrSkip(folder.resolve("browser"));
  }

  @AfterEach
  void nothingToComplainAbout() {
    assertThat(browser.console()).as("what the page complained about").isEmpty();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void showsTheNumbersOfTheProfile() throws IOException {
    open(Profiles.varied());
    // The custom heap holds the most: 600 objects of 1000 bytes, 300 of them live.
    assertThat(card("alloc_objects")).contains("600", "413 – 974");
    assertThat(card("space")).contains("293 KiB", "184 KiB – 511 KiB");
    assertThat(selectedView()).isEqualTo("space");
    // Allocator frames are hidden: work stands for the malloc that it called.
    assertThat(row("work")).contains("97.7 KiB", "48.8 KiB – 195 KiB", "33.3 %", "1", "libapp.so");
    assertThat(row("inner")).contains("195 KiB", "66.7 %", "2");
    assertThat(row("main")).contains("0 B", "293 KiB", "184 KiB – 511 KiB", "100.0 %", "3");
    assertThat(boxes()).contains("/bin/server (17)", "main", "work", "outer", "inner");
    assertThat(boxes()).doesNotContain("malloc", "libapp.so+0x1f0");
  }

  @Test
  void theSwitchesChangeWhatIsShown() throws IOException {
    open(Profiles.varied());
    click("input[value=alloc_objects]");
    assertThat(row("work")).contains("100", "16.7 %");
    assertThat(row("libapp.so+0x1f0")).contains("300", "50.0 %");
    click("#hide-allocator");
    assertThat(row("malloc")).contains("100");
    assertThat(boxes()).contains("malloc");
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
  void searchHighlightsAndFilters() throws IOException {
    open(Profiles.varied());
    browser.driver().findElement(By.id("search")).sendKeys("INNER");
    assertThat(count("#functions tbody tr")).isEqualTo(1);
    assertThat(count("g.match")).isEqualTo(1);
    assertThat(text("found")).isEqualTo("195 KiB in matching functions, 66.7 %");
    browser
        .driver()
        .findElement(By.id("search"))
        .sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
    assertThat(count("g.match")).isZero();
  }

  @Test
  void theKeyboardWalksZoomsAndSorts() throws IOException {
    open(Profiles.varied());
    WebElement flame = browser.driver().findElement(By.id("flame"));
    flame.sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    assertThat(text("details"))
        .contains("outer", "195 KiB", "66.7 %", "/system/lib64/libapp.so", "outer.cc:30");
    flame.sendKeys(Keys.ARROW_RIGHT);
    assertThat(text("details")).contains("work", "97.7 KiB", "1 samples, 1 self");
    flame.sendKeys(Keys.ARROW_LEFT, Keys.ARROW_DOWN);
    assertThat(text("details")).contains("inner", "2 samples", "inline.h:3");
    flame.sendKeys(Keys.ENTER);
    assertThat(browser.driver().findElement(By.id("reset")).isEnabled()).isTrue();
    flame.sendKeys(Keys.ESCAPE);
    assertThat(browser.driver().findElement(By.id("reset")).isEnabled()).isFalse();
    browser
        .driver()
        .findElement(By.cssSelector("#functions thead th:first-child button"))
        .sendKeys(Keys.ENTER);
    assertThat(text("functions").lines().filter(line -> line.startsWith("inner")).count())
        .isEqualTo(1);
    assertThat(browser.run("return document.querySelector('#functions tbody td').textContent"))
        .isEqualTo("inner");
  }

  @Test
  void hostileNamesAreText() throws IOException {
    open(Profiles.varied());
    choose("heap", 0);
    click("input[value=alloc_space]");
    for (String name : Profiles.HOSTILE) {
      String shown =
          name.replace("\n", "\\u000a")
              .replace("\t", "\\u0009")
              .replace("\u0007", "\\u0007")
              .replace("\u202e", "\\u202e")
              .replace("\u2066", "\\u2066")
              .replace("\u2028", "\\u2028");
      assertThat(row(shown)).isNotEmpty();
    }
    assertThat(browser.run("return window.hacked")).isNull();
    assertThat(count("img, main script, b")).isZero();
    assertThat(text("warning-list")).isEmpty();
    click("#warnings summary");
    assertThat(text("warning-list")).isEqualTo("a warning with <b>markup</b>");
  }

  @Test
  void plotsEveryDumpAndTakesOneByItsPoint() throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    open(profile);
    int dumps = profile.heaps().size();
    assertThat(count("#charts figure")).isEqualTo(2);
    assertThat(count("#charts circle")).isEqualTo(2 * dumps);
    for (int i : List.of(3, dumps - 1, 0)) {
      browser.run(
          "document.querySelectorAll('#charts figure:first-child circle')[arguments[0]].focus()",
          i);
      browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
      double space = profile.heaps().get(i).column(View.SPACE).total();
      assertThat(
              ((Number)
                      browser.run(
                          "return"
                              + " Number(document.querySelector('.card:has([value=space])').title.replace(/\\D/g,"
                              + " ''))"))
                  .doubleValue())
          .isEqualTo(Math.rint(space));
    }
  }

  @Test
  void themesDifferAndTheButtonSwitches() throws IOException {
    open(Profiles.varied());
    Object before = browser.run("return getComputedStyle(document.body).backgroundColor");
    click("#theme");
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .isNotEqualTo(before);
  }

  @Test
  void drawsOnlyWhatFitsOfTwentyThousandStacks() throws IOException {
    open(Profiles.large(20_000));
    assertThat(count("#functions tbody tr")).isEqualTo(100);
    assertThat(count("#flame g.frame")).isBetween(100L, 2_000L);
  }

  private void open(EstimatedProfile profile) throws IOException {
    Path file = folder.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(profile, new WriteOptions("heapconv 1.0", null), out);
    }
    browser.driver().get(file.toUri().toString());
    browser.waitFor(unused -> browser.run("return document.documentElement.dataset.ready") != null);
  }

  private void click(String selector) {
    browser
        .driver()
        .findElement(By.cssSelector(selector))
        .sendKeys(selector.endsWith("summary") ? Keys.ENTER : Keys.SPACE);
  }

  private void choose(String id, int index) {
    new Select(browser.driver().findElement(By.id(id))).selectByIndex(index);
  }

  private String text(String id) {
    return browser.driver().findElement(By.id(id)).getText();
  }

  private long count(String selector) {
    return ((Number) browser.run("return document.querySelectorAll(arguments[0]).length", selector))
        .longValue();
  }

  private String card(String view) {
    return browser
        .driver()
        .findElement(By.cssSelector(".card:has([value=" + view + "])"))
        .getText();
  }

  private Object selectedView() {
    return browser.run("return document.querySelector('.card :checked').value");
  }

  /** Texts of the cells of a function's row in the table. */
  private List<String> row(String function) {
    return texts(
        "const row = [...document.querySelectorAll('#functions tbody tr')]"
            + ".find(row => row.cells[0].textContent === arguments[0]);"
            + "return row ? [...row.cells].map(cell => cell.textContent) : []",
        function);
  }

  private List<String> boxes() {
    return texts(
        "return [...document.querySelectorAll('#flame g.frame')].map(box =>"
            + " box.getAttribute('name'))");
  }

  private List<String> texts(String script, Object... arguments) {
    return ((List<?>) browser.run(script, arguments)).stream().map(Object::toString).toList();
  }
}

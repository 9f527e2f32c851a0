package dev.heapconv.writer.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.browser.Browser;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

/**
 * How the report looks in Chromium: at every width, in both themes, on paper, and with names of all
 * kinds.
 */
@Tag("slow")
final class ReportLayoutBrowserTest extends ReportInBrowser {

  /** Counts pictures that are painted before the data is read, and what moves between pictures. */
  private static final String ON_A_SLOW_MACHINE =
      """
      window.moved = 0;
      window.seen = 0;
      window.frames = (then) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then, 100)));
      const add = (shifts) => shifts.getEntries().forEach(({ value }) => (window.moved += value));
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
      const read = Response.prototype.arrayBuffer;
      Response.prototype.arrayBuffer = async function () {
        await new Promise(window.frames);
        window.seen = performance.getEntriesByType('paint').length;
        return read.call(this);
      };
      """;

  @ParameterizedTest
  @ValueSource(ints = {1920, 1440, 1280, 1024, 800, 641, 390})
  void fitsEveryWidthInBothThemes(int width) throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    for (String theme : List.of("light", "dark")) {
      emulate(width);
      emulateMedia(
          Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
      open(profile);
      assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
      assertThat(sidewaysScrolling()).isZero();
      assertThat(overlappingLabels()).isEmpty();
      browser.run("document.getElementById('more-filters').open = true");
      assertThat(browser.run(Browser.CUT_OFF)).isEqualTo(List.of());
      assertThat(left("tables")).as("below the graph").isEqualTo(left("flame-panel"));
      if (width >= 1000) {
        click("#beside");
        assertThat(left("tables")).isGreaterThan(left("flame-panel"));
        assertThat(sidewaysScrolling()).isZero();
      }
    }
  }

  /** By how much the wider table is cut off. */
  private double sidewaysScrolling() {
    return number(
        "return Math.max(...[...document.querySelectorAll('.scroll')]"
            + ".map(table => table.scrollWidth - table.clientWidth))");
  }

  private double left(String id) {
    return browser.driver().findElement(By.id(id)).getRect().getX();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cc1plus_i512", "phases_i512", "overrun", "deeprec", "java_i4096"})
  void theGraphBeginsAboveTheFoldAndHasTheWidth(String recording) throws IOException {
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.ALL);
    emulate(1280);
    open(profile);
    assertThat(number("return document.getElementById('flame').clientWidth")).isGreaterThan(1200);
    assertThat(number("return document.getElementById('flame').getBoundingClientRect().top"))
        .isLessThan(600);
  }

  /** On a slow machine, which shows the page before its data is read. */
  @ParameterizedTest
  @ValueSource(ints = {1280, 390})
  void nothingMovesOnceItIsSeen(int width) throws IOException {
    Map<String, Object> script =
        browser
            .driver()
            .executeCdpCommand(
                "Page.addScriptToEvaluateOnNewDocument", Map.of("source", ON_A_SLOW_MACHINE));
    try {
      emulate(width);
      for (String recording : List.of("cc1plus_i512", "phases_i512")) {
        open(Conversions.estimated(recording, DumpSelector.ALL));
        assertThat(text("process")).isNotEmpty();
        assertThat(browser.driver().executeAsyncScript("frames(arguments[0])")).isNull();
        assertThat(number("return window.seen")).as("painted before").isPositive();
        assertThat(number("return window.moved")).as(recording).isZero();
      }
    } finally {
      browser.driver().executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", script);
    }
  }

  /** The recording has names and certainties that are long. */
  @ParameterizedTest
  @ValueSource(ints = {1280, 1440, 1920})
  void namesHaveRoomBesideTheGraphAndHeadingsStay(int width) throws IOException {
    emulate(width);
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    click("#beside");
    assertThat(number("return document.querySelector('td.name').clientWidth"))
        .isGreaterThanOrEqualTo(420);
    assertThat(
            texts(
                "const table = document.querySelector('#functions').parentElement;"
                    + "table.scrollTop = 200;"
                    + "const top = table.getBoundingClientRect().top;"
                    + "return [...document.querySelectorAll('#functions th')]"
                    + ".filter(heading => heading.offsetWidth > 0 &&"
                    + " Math.abs(heading.getBoundingClientRect().top - top) > 1)"
                    + ".map(heading => heading.textContent)"))
        .as("headings that scroll away")
        .isEmpty();
  }

  @Test
  void aPhoneShowsTwentyRowsAndMoreOnDemand() throws IOException {
    emulate(390);
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    assertThat(count("#functions tbody tr")).isEqualTo(20);
    assertThat(
            texts(
                "return [...document.querySelectorAll('#functions td.share')].filter(cell => {"
                    + "const text = cell.querySelector('span:last-child').getBoundingClientRect();"
                    + "return [...cell.querySelectorAll('.bar, .whisker')].some(mark =>"
                    + " mark.getBoundingClientRect().top < text.bottom - 1);"
                    + "}).map(cell => cell.textContent)"))
        .as("texts that bars lie over")
        .isEmpty();
    press("#more");
    assertThat(count("#functions tbody tr")).isEqualTo(120);
  }

  @Test
  void paperHasWholeNamesAndAllColumnsButCallers() throws IOException {
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    emulate(718);
    emulateMedia(Map.of("media", "print"));
    assertThat(
            texts(
                "return [...document.querySelectorAll('#functions thead th')]"
                    + ".filter(cell => cell.offsetWidth > 0).map(cell => cell.innerText.trim())"))
        .containsExactly("Function", "Self", "Share", "Objects", "Total", "Samples", "Library");
    assertThat(
            texts(
                "return [...document.querySelectorAll('#functions .name, #functions .name *')]"
                    + ".filter(name => name.innerText === '' || name.scrollWidth >"
                    + " Math.max(name.clientWidth, name.offsetWidth))"
                    + ".map(name => name.textContent)"))
        .isEmpty();
    assertThat(count("#functions tbody tr")).isEqualTo(100);
    assertThat(sidewaysScrolling()).isZero();
  }

  @Test
  void paperHasChartsBelowEachOtherAndBothTables() throws IOException {
    open(Conversions.estimated("phases_i512", DumpSelector.ALL));
    emulate(718);
    emulateMedia(Map.of("media", "print"));
    assertThat(isShown("growth") && isShown("top")).isTrue();
    assertThat(
            number(
                "return new Set([...document.querySelectorAll('#charts svg')]"
                    + ".map(chart => chart.getBoundingClientRect().left)).size"))
        .isEqualTo(1);
    assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(718);
    Map<String, Object> pdf = browser.driver().executeCdpCommand("Page.printToPDF", Map.of());
    assertThat(new String(Base64.getDecoder().decode((String) pdf.get("data")), ISO_8859_1))
        .startsWith("%PDF")
        .containsPattern("/Type /Page\\b");
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
    assertThat(text("warning-list")).endsWith(": columns with <b>markup</b>");
  }
}

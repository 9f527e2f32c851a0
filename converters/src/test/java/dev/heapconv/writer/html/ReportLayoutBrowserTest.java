package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the report looks in Chromium: at every width, in both themes, on paper, and with names of all
 * kinds.
 */
@Tag("slow")
final class ReportLayoutBrowserTest extends ReportInBrowser {

  @ParameterizedTest
  @ValueSource(ints = {1440, 800, 390})
  void fitsEveryWidthInBothThemes(int width) throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    try {
      for (String theme : List.of("light", "dark")) {
        emulate(width);
        browser
            .driver()
            .executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                    "features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        open(profile);
        assertThat(number("return document.documentElement.scrollWidth"))
            .isLessThanOrEqualTo(width);
        // Every number of the tables is visible.
        assertThat(
                number(
                    "return Math.max(...[...document.querySelectorAll('.scroll')]"
                        + ".map(table => table.scrollWidth - table.clientWidth))"))
            .isZero();
        assertThat(
                number(
                    "return document.querySelector('#flame canvas').getBoundingClientRect().width"))
            .isGreaterThan(width * 0.8);
        assertThat(overlappingLabels()).isEmpty();
      }
    } finally {
      browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
      browser
          .driver()
          .executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }
  }

  @Test
  void tablesOnPaperHaveTheirHeadingsAndWholeNames() throws IOException {
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    try {
      emulate(718);
      browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
      assertThat(
              texts(
                  "return [...document.querySelectorAll('#functions thead th')]"
                      + ".map(cell => cell.innerText.trim())"))
          .contains("Function", "Self interval", "Total", "Recorded");
      assertThat(
              texts(
                  "return [...document.querySelectorAll('#functions .name, #functions .name *')]"
                      + ".filter(name => name.innerText === '' || name.scrollWidth >"
                      + " Math.max(name.clientWidth, name.offsetWidth))"
                      + ".map(name => name.textContent)"))
          .isEmpty();
      assertThat(count("#functions tbody tr")).isEqualTo(100);
      assertThat(
              number(
                  "const table = document.querySelector('.scroll:has(#functions)');"
                      + "return table.scrollWidth - table.clientWidth"))
          .isZero();
    } finally {
      browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
      browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
    }
  }

  private void emulate(int width) {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
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
    assertThat(text("warning-list")).isEqualTo("a warning with <b>markup</b>");
  }
}

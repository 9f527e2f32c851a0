package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.browser.Axe;
import dev.heapconv.browser.Browser;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.show.TableOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The pages of {@code fleet} and {@code diff} as Chromium shows them. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerPageBrowserTest {

  private static final String HOSTILE = "<img src=x onerror=alert(1)>\"{{rows}}\u202e";

  private Path folder;
  private Browser browser;
  private DuckDbTables engine;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    browser = Browser.startOrSkip(folder.resolve("browser"));
    Path table = folder.resolve("table");
    TestTables.write("fleet-table.sql", table);
    engine = new DuckDbTables(folder);
    engine.open("a", table);
    engine.open("b", table);
  }

  /** Neither a script of the page failed, nor was anything refused or asked of a network. */
  @AfterEach
  void nothingToComplainAbout() {
    assertThat(browser.console()).as("what the page complained about").isEmpty();
  }

  @AfterAll
  void stop() throws IOException {
    if (engine != null) {
      engine.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  private void open(FleetAnswer answer, String source) throws IOException {
    Path file = folder.resolve("answer.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new AnswerWriter(answer, source, "heapconv 1.0", TableOptions.DEFAULT)
          .write(Format.HTML, out);
    }
    browser.driver().get("about:blank");
    browser.driver().get(file.toUri().toString());
    browser.waitFor(unused -> browser.run("return document.documentElement.dataset.ready") != null);
  }

  private static FleetQuestion question() {
    return new FleetQuestion(List.of("function"), "space", false, 0);
  }

  private static TableSelection version(String side, int version) {
    return TableSelection.parse("t?version_code=" + version, side);
  }

  private List<String> names() {
    return texts("return [...document.querySelectorAll('tbody tr:not([hidden]) .name')]");
  }

  private List<String> texts(String elements) {
    List<?> found =
        (List<?>)
            browser.run(
                "return (() => {" + elements + "})().map(element => element.textContent.trim())");
    return found.stream().map(Object::toString).toList();
  }

  private WebElement find(String selector) {
    return browser.driver().findElement(By.cssSelector(selector));
  }

  @Test
  void rowsAreSortedByAClickAndFilteredWhileTyping() throws IOException {
    FleetAnswer answer = FleetFigures.of(engine, question(), version("a", 1201), 0.95, null);
    open(answer, "table/?version_code=1201");
    assertThat(browser.driver().getTitle()).isEqualTo("table/?version_code=1201 – fleet");
    assertThat(names()).hasSize(answer.rows().size()).startsWith("total");
    List<String> byMean = names();
    assertThat(find("#count").getText()).isEqualTo(answer.rows().size() - 1 + " rows");

    find("th:first-child button").sendKeys(Keys.ENTER);
    List<String> byName = names();
    assertThat(byName.get(0)).isEqualTo("total");
    assertThat(byName.subList(1, byName.size())).isSorted().doesNotContain("total");
    assertThat(find("th:first-child").getAttribute("aria-sort")).isEqualTo("ascending");
    find("th:nth-child(4) button").sendKeys(Keys.ENTER);
    assertThat(find("th:nth-child(4)").getText()).startsWith("space per device");
    assertThat(names()).isEqualTo(byMean);
    find("th:nth-child(4) button").sendKeys(Keys.ENTER);
    assertThat(names().get(1)).isEqualTo(byMean.get(byMean.size() - 1));
    // Of equal rows, those are first that a terminal has first, whatever was sorted before.
    find("th:nth-child(2) button").sendKeys(Keys.ENTER);
    List<String> byDevices = names();
    find("th:first-child button").sendKeys(Keys.ENTER);
    find("th:nth-child(2) button").sendKeys(Keys.ENTER);
    assertThat(names()).isEqualTo(byDevices).isNotEqualTo(byName);

    find("body").sendKeys("/");
    find("#filter").sendKeys("^F3$");
    assertThat(names()).containsExactly("total", "f3");
    assertThat(find("#count").getText()).startsWith("1 of ");
    find("#filter").sendKeys(Keys.chord(Keys.CONTROL, "a"), "f(");
    assertThat(names()).as("not an expression, so a text").containsExactly("total");
  }

  @Test
  void valuesHaveTheirIntervalsGradesAndMarks() throws IOException {
    open(FleetFigures.of(engine, question(), version("a", 1201), 0.95, null), "table/");
    assertThat(texts("return [...document.querySelectorAll('.card')]"))
        .hasSize(1)
        .allMatch(
            card -> card.matches("total: space per device(≈|~)?[\\d.]+ [KM]iB (±\\d+ %|\\(.*\\))"));
    List<String> means = texts("return [...document.querySelectorAll('td:nth-child(4)')]");
    assertThat(means)
        .allMatch(mean -> mean.matches("(≈?[\\d.,]+ [KM]?i?B ±?.*|~.* [KM]?i?B \\(.*\\))"))
        .anyMatch(mean -> mean.startsWith("≈"));
    assertThat(texts("return [...document.querySelectorAll('td.grows')]")).contains("*", "");
    assertThat(texts("return [...document.querySelectorAll('#notes li')]"))
        .anyMatch(note -> note.startsWith("tail *: 2 %"));
  }

  /** From p50 to p99, or what is known of fewer devices; broad up to p95, with the mean. */
  @Test
  void whatDevicesHoldIsAPicture() throws IOException {
    FleetAnswer answer = FleetFigures.of(engine, question(), version("a", 1201), 0.95, null);
    open(answer, "table/");
    List<?> rows = (List<?>) browser.run("return [...document.querySelectorAll('.picture svg')]");
    assertThat(rows).hasSize(answer.rows().size());
    assertThat(texts("return [...document.querySelectorAll('p.hint')]").get(0))
        .contains("~ less certain. Pictures show what devices hold: ");
    SqlRow total = answer.rows().get(0);
    assertThat(find(".picture svg").getAttribute("aria-label"))
        .matches("p50 \\S+ [KM]iB, mean \\S+ [KM]iB(, p95 \\S+ [KM]iB)?(, p99 \\S+ [KM]iB)?");
    double most = total.number("mean");
    double end = 0;
    for (String quantile : List.of("p50", "p95", "p99")) {
      end = Math.max(end, total.number(quantile) > 0 ? total.number(quantile) : 0);
    }
    double scale = 96 / Math.max(most, end);
    assertThat(find(".picture .most").getAttribute("d"))
        .isEqualTo(
            String.format(
                Locale.ROOT, "M%.1f,6H%.1f", 2 + scale * total.number("p50"), 2 + scale * end));
    assertThat(find(".picture .mean").getAttribute("d"))
        .isEqualTo(String.format(Locale.ROOT, "M%.1f,1V11", 2 + scale * most));
  }

  private FleetAnswer withHistograms() throws IOException {
    FleetAnswer answer = FleetFigures.of(engine, question(), version("a", 1201), 0.95, null);
    FleetFigures.addHistograms(engine, answer, version("a", 1201));
    return answer;
  }

  /** Of the total, and of the row whose name is clicked. */
  @Test
  void devicesAreDrawnAsAHistogram() throws IOException {
    FleetAnswer answer = withHistograms();
    open(answer, "table/");
    assertThat(find("#devices h2").getText()).isEqualTo("Devices: total");
    int height = find("#devices").getSize().getHeight();
    find("tr.row:nth-child(2) button").sendKeys(Keys.ENTER);
    SqlRow row = answer.rows().get(1);
    assertThat(find("#devices h2").getText()).isEqualTo("Devices: " + row.text("name"));
    assertThat(find("#devices").getSize().getHeight()).isEqualTo(height);
    assertThat(texts("return [...document.querySelectorAll('[aria-selected=true] .name')]"))
        .containsExactly(row.text("name"));
    List<String> bars = texts("return [...document.querySelectorAll('#devices title')]");
    assertThat(bars)
        .hasSameSizeAs(row.text(FleetFigures.HISTOGRAM).split(" "))
        .allMatch(bar -> bar.matches("[\\d.]+ % of devices: [\\d.]+ [KM]?i?B to [\\d.]+ [KM]?i?B"));
    // Those that hold nothing are in no bar.
    double none = 100 - row.number("devices_percent");
    List<String> labels = texts("return [...document.querySelectorAll('#devices text')]");
    assertThat(labels.stream().anyMatch(label -> label.startsWith("none: ")))
        .isEqualTo(none > 0.05);
  }

  private void openHistogram(String view, String steps) throws IOException {
    Map<String, Object> values = new HashMap<>(Map.of("kind", "row", "name", "f", "mean", 1.0));
    values.put(FleetFigures.HISTOGRAM, steps);
    FleetQuestion question = new FleetQuestion(List.of("function"), view, false, 0);
    FleetAnswer answer =
        new FleetAnswer.AnswerBuilder(question, List.of(new SqlRow(values)), "mean")
            .ofView(Role.ESTIMATE, "mean")
            .show("mean", Form.VALUE, "mean")
            .with(List.of(), List.of(), List.of(), null, null);
    open(answer, "table/");
  }

  /** Powers of two are round numbers of bytes, and not of objects. */
  @Test
  void theAxisOfDevicesHasRoundNumbers() throws IOException {
    String ticks =
        "const texts = [...document.querySelectorAll('#devices text')];"
            + "return texts.filter(text => text.getAttribute('y') === '114')";
    openHistogram("space", "40:60.00 47:40.00");
    assertThat(texts(ticks)).containsExactly("1 KiB", "2 KiB", "4 KiB");
    openHistogram("objects", "40:60.00 47:40.00");
    assertThat(texts(ticks)).containsExactly("2,000", "3,000", "4,000");
    openHistogram("objects", "0:60.00 27:40.00");
    assertThat(texts(ticks)).containsExactly("1", "2", "5", "10", "20", "50", "100");
    openHistogram("objects", "0:60.00 120:40.00");
    assertThat(texts(ticks)).containsExactly("1", "100", "10,000", "1,000,000", "100,000,000");
    openHistogram("objects", "-8:60.00 -1:40.00");
    assertThat(texts(ticks)).containsExactly("0.5", "1");
  }

  /** In both themes, and on a phone. */
  @Test
  void axeFindsNothing() throws IOException {
    for (FleetAnswer answer :
        List.of(
            withHistograms(),
            FleetComparison.of(
                    engine, question(), version("a", 1201), version("b", 1202), 0.05, 0.95)
                .answer())) {
      open(answer, "table/");
      assertThat(Axe.findings(browser)).isEmpty();
      find("#theme").click();
      assertThat(Axe.findings(browser)).isEmpty();
    }
  }

  @Test
  void aVerdictIsOnACard() throws IOException {
    FleetComparison comparison =
        FleetComparison.of(engine, question(), version("a", 1201), version("b", 1202), 0.05, 0.95);
    GateVerdict.Limit limit = new GateVerdict.Limit("space", false, 20, true, "space>20%");
    FleetAnswer answer =
        comparison.answer().withVerdict(FleetGate.of(comparison, List.of(limit), false));
    open(answer, "a → b");
    assertThat(find("#verdict").getText())
        .contains("FAIL", "beyond space>20% and noise between devices", "f3: space from ");
    assertThat(find("#check").getText())
        .contains(
            "sound",
            " of 1,000 random splits of the same devices, although nothing differs between them");
    assertThat(find("tbody tr:nth-child(2)").getText()).contains("f3", "*");
    assertThat(texts("return [...document.querySelectorAll('p.hint')]").get(0))
        .endsWith("; * marks rows beyond chance.");
  }

  @Test
  void darkAndLightAreChosen() throws IOException {
    open(FleetFigures.of(engine, question(), version("a", 1201), 0.95, null), "table/");
    String background = "return getComputedStyle(document.body).backgroundColor";
    Object first = browser.run(background);
    find("#theme").click();
    assertThat(browser.run(background)).isNotEqualTo(first);
    find("#theme").click();
    assertThat(browser.run(background)).isEqualTo(first);
  }

  /** Names are data, which no browser runs and no template fills in. */
  @Test
  void hostileNamesAreText() throws IOException {
    Map<String, Object> values = new HashMap<>();
    values.put("kind", "row");
    values.put("name", HOSTILE);
    values.put("mean", 1024.0);
    FleetAnswer answer =
        new FleetAnswer.AnswerBuilder(question(), List.of(new SqlRow(values)), "mean")
            .ofView(Role.ESTIMATE, "mean")
            .show("mean", Form.VALUE, "mean")
            .with(List.of(), List.of(HOSTILE), List.of(), null, null);
    open(answer, HOSTILE);
    String shown = HOSTILE.replace("\u202e", "\\u202e");
    assertThat(names()).containsExactly(shown);
    assertThat(find("h1").getText()).isEqualTo(shown);
    assertThat(find("td.name").getAttribute("title")).isEqualTo(shown);
    assertThat(browser.run("return document.images.length")).isEqualTo(0L);
  }

  /** On a phone each row is a block, and nothing lies beside the page, or beside the filter. */
  @Test
  void narrowPagesDoNotScrollSideways() throws IOException {
    open(FleetFigures.of(engine, question(), version("a", 1201), 0.95, null), "table/");
    browser.driver().manage().window().setSize(new Dimension(500, 900));
    try {
      assertThat(
              browser.run(
                  "return document.documentElement.scrollWidth -"
                      + " document.documentElement.clientWidth"))
          .isEqualTo(0L);
      assertThat(browser.run(Browser.CUT_OFF)).isEqualTo(List.of());
    } finally {
      browser.driver().manage().window().setSize(new Dimension(1280, 900));
    }
  }
}

package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.browser.Browser;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** A report in Chromium, and what tests do there and read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReportInBrowser {

  Path folder;
  Browser browser;

  @BeforeAll
  void start(@TempDir Path temporary) {
    folder = temporary;
    browser = Browser.startOrSkip(folder.resolve("browser"));
  }

  @AfterEach
  void nothingToComplainAbout() {
    assertThat(browser.console()).as("what the page complained about").isEmpty();
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  void open(EstimatedProfile profile) throws IOException {
    Path file = folder.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(profile, new WriteOptions("heapconv 1.0", null), out);
    }
    load(file.toUri().toString());
  }

  void load(String address) {
    // The same address with another fragment would not be loaded again.
    browser.driver().get("about:blank");
    browser.driver().get(address);
    browser.waitFor(unused -> browser.run("return document.documentElement.dataset.ready") != null);
  }

  void click(String selector) {
    browser
        .driver()
        .findElement(By.cssSelector(selector))
        .sendKeys(selector.endsWith("summary") ? Keys.ENTER : Keys.SPACE);
  }

  void choose(String id, int index) {
    new Select(browser.driver().findElement(By.id(id))).selectByIndex(index);
  }

  String text(String id) {
    return browser.driver().findElement(By.id(id)).getText();
  }

  long count(String selector) {
    return ((Number) browser.run("return document.querySelectorAll(arguments[0]).length", selector))
        .longValue();
  }

  String card(String view) {
    return browser
        .driver()
        .findElement(By.cssSelector(".card:has([value=" + view + "])"))
        .getText();
  }

  Object selectedView() {
    return browser.run("return document.querySelector('.card :checked').value");
  }

  /** Texts of the cells of a function's row in the table. */
  List<String> row(String function) {
    return texts(
        "const row = [...document.querySelectorAll('#functions tbody tr')]"
            + ".find(row => row.cells[0].textContent === arguments[0]);"
            + "return row ? [...row.cells].map(cell => cell.textContent) : []",
        function);
  }

  /** Names in the boxes of the graph. */
  List<String> boxes() {
    return texts("return [...document.querySelectorAll('#flame g')].map(box => box.ariaLabel)");
  }

  List<String> litBoxes() {
    return texts(
        "return [...document.querySelectorAll('#flame g')]"
            + ".filter(box => box.querySelector('rect').getAttribute('fill').startsWith('hsl(51'))"
            + ".map(box => box.ariaLabel)");
  }

  /** The box of some functions. */
  WebElement box(String names) {
    return (WebElement)
        browser.run(
            "return [...document.querySelectorAll('#flame g')]"
                + ".find(box => box.ariaLabel === arguments[0])",
            names);
  }

  /** Types into a field instead of what is there; it takes effect by itself. */
  void type(String id, CharSequence... keys) {
    WebElement field = browser.driver().findElement(By.id(id));
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
    field.sendKeys(keys);
  }

  boolean isShown(String id) {
    return browser.driver().findElement(By.id(id)).isDisplayed();
  }

  /** A window of a width, and of the height of a small notebook. */
  void emulate(int width) {
    Map<String, Object> size =
        Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false);
    browser.driver().executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
  }

  void emulateMedia(Map<String, Object> media) {
    browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", media);
  }

  @AfterEach
  void asUsual() {
    browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    emulateMedia(Map.of("media", "", "features", List.of()));
  }

  List<String> selectedRows() {
    return texts(
        "return [...document.querySelectorAll('#functions [aria-selected=true]')]"
            + ".map(row => row.cells[0].textContent)");
  }

  void press(String selector) {
    browser.run("document.querySelector(arguments[0]).click()", selector);
  }

  double number(String script) {
    return ((Number) browser.run(script)).doubleValue();
  }

  /** The total on a card with all its digits. */
  double exact(String view) {
    return number(
        "return Number(document.querySelector(\".card:has([value='"
            + view
            + "'])\").title.replace(/ .*/, '').replace(/\\D/g, ''))");
  }

  String cardText(String view, String part) {
    return (String)
        browser.run(
            "return document.querySelector(`.card:has([value='${arguments[0]}'])"
                + " .${arguments[1]}`).textContent",
            view,
            part);
  }

  List<String> texts(String script, Object... arguments) {
    return ((List<?>) browser.run(script, arguments)).stream().map(Object::toString).toList();
  }

  /** Labels of the same chart that lie over each other. */
  List<String> overlappingLabels() {
    return texts(
        "const found = [];"
            + "for (const chart of document.querySelectorAll('#charts svg')) {"
            + "  const labels = [...chart.querySelectorAll('text')];"
            + "  labels.forEach((a, i) => labels.slice(i + 1).forEach((b) => {"
            + "    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];"
            + "    if (p.left < q.right && q.left < p.right && p.top < q.bottom - 2 && q.top <"
            + " p.bottom - 2) found.push(a.textContent + '/' + b.textContent);"
            + "  }));"
            + "}"
            + "return found;");
  }
}

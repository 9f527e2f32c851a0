package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GateLimits;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.query.Subject;
import dev.heapconv.show.Table;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

@Tag("slow")
class DifferenceReportTest extends ReportInBrowser {

  private static final WriteOptions OPTIONS = new WriteOptions("heapconv 1.0", null);

  private static EstimatedProfile profile(double grown, double shrunk) {
    return ProfileBuilder.oneHeap()
        .stack("malloc;grow;main", grown)
        .stack("malloc;shrink;main", shrunk)
        .stack("malloc;same;main", 1e6)
        .build();
  }

  private Table open(EstimatedProfile base, EstimatedProfile changed) throws IOException {
    Difference question = new Difference(AggregateOptions.DEFAULT, null, null);
    Asked asked = new Asked(new Subject(changed, base), question);
    open(asked);
    return Table.of("", asked);
  }

  private void open(Asked asked) throws IOException {
    Path file = folder.resolve("difference.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(asked, OPTIONS, out);
    }
    load(file.toUri().toString());
  }

  /** The fill of a function's box. */
  private String colour(String function) {
    return box(function).findElement(By.tagName("rect")).getDomAttribute("fill");
  }

  @Test
  void hasBaseNewAndChangeOfEveryFunction() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 3e6));
    assertThat(row("grow"))
        .startsWith("grow", "1.91 MiB", "5.72 MiB", "+3.8 MiB [+3.21, +4.42]")
        .contains("36.4 %");
    assertThat(row("shrink")).startsWith("shrink", "7.63 MiB", "2.86 MiB").contains("\u221245.5 %");
    assertThat(cardText("space", "card-sides")).isEqualTo("10.5 MiB \u2192 9.54 MiB");
    assertThat(cardText("space", "card-value")).startsWith("\u22120.95 MiB [");
    assertThat(text("function-count")).isEqualTo("4 functions, 2 changed beyond noise");
    assertThat(text("subtitle")).startsWith("Comparing ").contains("(base) with ", "(new)");
  }

  @Test
  void aSavedPictureSaysBetweenWhatBoxesChanged() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 3e6));
    Object picture =
        browser
            .driver()
            .executeAsyncScript(
                "HTMLAnchorElement.prototype.click = () => {};"
                    + "URL.createObjectURL = (blob) => blob.text().then(arguments[0]) && 'blob:';"
                    + "document.getElementById('save').click();");
    assertThat(picture)
        .asString()
        .contains("1.91 MiB \u2192 5.72 MiB, +3.8 MiB [+3.21, +4.42], 36.4 % of the base")
        .contains("10.5 MiB \u2192 9.54 MiB, \u22120.95 MiB [");
  }

  @Test
  void isRedWhereItGrewBlueWhereItShrankAndGreyWithinNoise() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 3e6));
    assertThat(colour("grow")).startsWith("hsl(8 ");
    assertThat(colour("shrink")).startsWith("hsl(212 ");
    assertThat(colour("same")).startsWith("#d8dade");
  }

  @Test
  void widthsOfTheBaseShowWhatIsGone() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 0));
    assertThat(boxes()).doesNotContain("shrink").contains("grow");
    choose("widths", 2);
    assertThat(boxes()).contains("shrink", "grow");
    assertThat(browser.run("return location.hash")).isEqualTo("#widths=base");
    assertThat(row("shrink")).startsWith("shrink", "7.63 MiB", "0");
  }

  @Test
  void saysWhatTheTerminalSays() throws IOException {
    EstimatedProfile base = Conversions.estimated("phases_i512", DumpSelector.FIRST);
    EstimatedProfile changed = Conversions.estimated("phases_i512", DumpSelector.LAST);
    Table table = open(base, changed);
    Answer difference = table.answer();
    NumberColumn beyondNoise = difference.get(View.SPACE, Difference.BEYOND_NOISE);
    double objects = difference.total(View.OBJECTS).value(Answer.TOTAL);
    assertThat(text("overview")).contains(table.trust().text(false));
    assertThat(exact("objects")).isEqualTo(Math.round(objects));
    String ofCard = cardText("objects", "card-sides");
    assertThat(ofCard).contains("\u2248");
    assertThat(text("overview")).contains(ofCard.replace("\u2192", "to"));
    press(".card [value=objects]");
    NumberColumn before = difference.get(View.OBJECTS, Difference.BASE);
    NumberColumn after = difference.get(View.OBJECTS, Difference.NEW);
    for (String function : List.of("grow_cache()", "late_only()")) {
      int place =
          IntStream.of(difference.order())
              .filter(row -> difference.name(row).equals(function))
              .findFirst()
              .orElseThrow();
      assertThat(row(function).subList(1, 3))
          .containsExactly(shown(before, place), shown(after, place));
      String sides = shown(before, place) + " \u2192 " + shown(after, place);
      WebElement box =
          (WebElement)
              browser.run(
                  "return [...document.querySelectorAll('#flame g')]"
                      + ".find(box => box.ariaLabel.endsWith(arguments[0]))",
                  function);
      new Actions(browser.driver()).scrollToElement(box).moveToElement(box).perform();
      assertThat(
              texts("return [...document.querySelectorAll('#details dd')].map(x => x.innerText)"))
          .as("total and self of " + function)
          .filteredOn(each -> each.startsWith(sides + ", "))
          .hasSize(2);
      new Actions(browser.driver()).click().perform();
      assertThat(text("selected-numbers")).contains("Self " + sides + ", ");
      press("#reset");
    }
    press(".card [value=space]");
    assertThat(number("return document.querySelectorAll('#functions tbody tr.noise').length"))
        .isPositive();
    for (int row : difference.order()) {
      if (difference.get(View.SPACE, Difference.BASE).value(row) > 0
          || difference.get(View.SPACE, Difference.NEW).value(row) > 0) {
        assertThat(isMarkedAsNoise(difference.name(row)))
            .as(difference.name(row))
            .isEqualTo(beyondNoise.value(row) == 0);
      }
    }
  }

  private static String shown(NumberColumn column, int row) {
    return ShownColumn.of("", Form.VALUE, column).withOwnUnits().cell(row).toString();
  }

  /** Callers that changed by what they call come before what changed itself, but within noise. */
  @Test
  void rowsThatChangedBeyondNoiseComeFirst() throws IOException {
    open(withCaller(2e6, 5e6), withCaller(6e6, 5.01e6));
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('#functions td.name')]"
                    + ".map((cell) => cell.textContent).join()"))
        .isEqualTo("grow,caller,main,noisy");
  }

  private static EstimatedProfile withCaller(double grown, double noisy) {
    return ProfileBuilder.oneHeap()
        .stack("malloc;grow;caller;main", grown)
        .stack("malloc;noisy;main", noisy)
        .build();
  }

  private boolean isMarkedAsNoise(String function) {
    return (boolean)
        browser.run(
            "return [...document.querySelectorAll('#functions tbody tr')]"
                + ".find((row) => row.cells[0].textContent === arguments[0])"
                + ".classList.contains('noise')",
            function);
  }

  @Test
  void beginsWithTheVerdict() throws IOException {
    EstimatedProfile base = profile(2e6, 8e6);
    EstimatedProfile changed = profile(6e6, 3e6);
    GateVerdict.Limit limit = new GateVerdict.Limit("space", false, 5, true, "space>5%");
    GateLimits gate = new GateLimits(List.of(limit), 0.01, false);
    Difference question = new Difference(AggregateOptions.DEFAULT, null, gate);
    open(new Asked(new Subject(changed, base), question));
    assertThat(text("verdict")).startsWith("FAIL: 1 ").contains("\n  grow: ");
    assertThat(browser.run("return document.getElementById('verdict').dataset.outcome"))
        .isEqualTo("FAIL");
  }

  @Test
  void addsUpProcessesAndShowsEach() throws IOException {
    EstimatedProfile base = Conversions.estimated("phases_i512", DumpSelector.LAST);
    EstimatedProfile changed = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    open(base, changed);
    assertThat(text("process")).isEqualTo("All 2 processes");
    double together = exact("space");
    choose("heap", 1);
    double gone = exact("space");
    choose("heap", 0);
    assertThat(exact("space") - gone).isEqualTo(together);
    assertThat(count("#dump-field:not([hidden]), #series:not([hidden]), #growth:not([hidden])"))
        .isZero();
  }

  @Test
  void filtersApplyToBothSides() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 3e6));
    type("focus", "grow");
    browser.waitFor(unused -> cardText("space", "card-sides").equals("1.91 MiB \u2192 5.72 MiB"));
    assertThat(row("shrink")).isEmpty();
  }

  @Test
  void linksCannotChooseOneSideAsADump() throws IOException {
    open(profile(2e6, 8e6), profile(6e6, 3e6));
    load(folder.resolve("difference.html").toUri() + "#dump=1&base=0&widths=none");
    assertThat(cardText("space", "card-value")).startsWith("\u22120.95 MiB");
    assertThat(boxes()).contains("grow");
  }

  @Test
  void hostileNamesAreTexts() throws IOException {
    EstimatedProfile hostile = Profiles.varied();
    open(hostile, hostile);
    assertThat(text("function-count")).endsWith(", 0 changed beyond noise");
  }

  @Test
  void namesAreWholeOnAPhone() throws IOException {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", 390, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    try {
      open(profile(2e6, 8e6), profile(6e6, 3e6));
      assertThat(
              browser.run(
                  "const page = document.documentElement;"
                      + " return page.scrollWidth - page.clientWidth;"))
          .isEqualTo(0L);
      List<WebElement> names = browser.driver().findElements(By.cssSelector("#functions td.name"));
      assertThat(names).hasSize(4);
      for (WebElement name : names) {
        assertThat(name.getRect().getX()).isPositive();
        assertThat(name.getRect().getX() + name.getRect().getWidth()).isLessThanOrEqualTo(390);
      }
    } finally {
      browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }
}

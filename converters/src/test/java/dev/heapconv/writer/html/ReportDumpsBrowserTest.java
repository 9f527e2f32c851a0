package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Growth;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.Subject;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** Several dumps of a heap in Chromium: charts, changes and growth. */
@Tag("slow")
final class ReportDumpsBrowserTest extends ReportInBrowser {

  @Test
  void theChartChoosesAndComparesDumps() throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    open(profile);
    assertThat(text("dump-text"))
        .isEqualTo("This is dump 8 of 10, the peak, with 5.08 MiB; the last dump has 3.74 MiB.");
    press("#other-dump");
    assertThat(card("space")).contains("3.74 MiB");
    assertThat(
            texts(
                "return [...document.querySelectorAll('figcaption')].map(one =>"
                    + " one.firstChild.data)"))
        .containsExactly("Live bytes", "Allocated bytes");
    for (int i = 0; i < profile.heaps().size(); i++) {
      choose("dump", i);
      assertThat(exact("space"))
          .isEqualTo(Math.rint(profile.heaps().get(i).column(View.SPACE).total()));
      // The chart says of a dump what its card says.
      assertThat(texts("return [document.querySelector('.reading').textContent]").get(0))
          .endsWith(": " + cardText("space", "card-value"));
    }
    assertThat(text("charts")).contains("peak");
    WebElement chart = browser.driver().findElement(By.cssSelector("#charts svg"));
    int width = chart.getSize().getWidth();
    new Actions(browser.driver())
        .moveToElement(chart, -width / 2 + 66, 0)
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
    assertThat(row("grow_cache()")).contains("400 KiB", "3.13 MiB", "+2.73 MiB");
    assertThat(row("late_only()")).contains("+121 KiB [+105, +137]");
    assertThat(count("#functions .shrank")).isPositive();
  }

  @Test
  void withOneDumpEachControlDoesSomethingOrNothing() throws IOException {
    open(Conversions.estimated("truth_i4096", DumpSelector.LAST));
    // Hidden ones, too; what fails is a complaint of the page.
    browser.run(
        "for (const one of document.querySelectorAll('button')) one.click();"
            + "for (const one of document.querySelectorAll('[name]')) {"
            + "  one.dispatchEvent(new Event('input', {bubbles: true}));"
            + "  one.dispatchEvent(new Event('change', {bubbles: true}));"
            + "}");
    assertThat(isShown("growth")).isFalse();
    assertThat(count("#functions tbody tr")).isPositive();
  }

  @Test
  void whatGrowsIsThatOfTheQueryAndLeadsToTheGraph() throws IOException {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Answer growth = Growth.of(profile, AggregateOptions.DEFAULT, View.SPACE);
    NumberColumn grows = growth.get(View.SPACE, Growth.GROWS);
    open(profile);
    assertThat(isShown("growth")).isFalse();
    click("[name=table][value=growth]");
    assertThat(text("growth-note"))
        .startsWith("2 of ")
        .contains("functions with sustained growth beyond noise", "(false discovery rate 5 %)");
    assertThat(grown("cell.querySelector('bdi').textContent"))
        .containsExactlyElementsOf(Arrays.stream(growth.order()).mapToObj(growth::name).toList());
    assertThat(grown("!!cell.querySelector('.grew')"))
        .containsExactlyElementsOf(
            Arrays.stream(growth.order())
                .mapToObj(row -> grows.value(row) == 1)
                .map(Object::toString)
                .toList());
    assertThat(text("grown"))
        .contains("400 KiB", "3.13 MiB", "+35.2 MiB", "+1.52 MiB [+1.32, +1.72]")
        .contains("0 [\u2212311, +311 B]");
    // A picture of how fast they grow: the first fastest, and none of what shrinks.
    assertThat(
            texts(
                "return [...document.querySelectorAll('#grown .share .bar')]"
                    + ".map(bar => Math.round(100 * bar.style.getPropertyValue('--share')))"))
        .startsWith("100", "4")
        .endsWith("0");
    assertThat(count("#grown tr:nth-child(2) .whisker")).isEqualTo(1);
    press("#grown tbody tr:nth-child(2) button");
    assertThat(text("selected-name")).isEqualTo("late_only()");
    assertThat(selectedRows()).containsExactly("late_only()");
    assertThat(count("#grown [aria-selected=true]")).isEqualTo(1);
    assertThat(text("charts"))
        .startsWith("Live bytes of late_only()")
        .contains("dump 8", "Allocated bytes");
    assertThat(count("#charts figure:first-child .layer")).isZero();
    assertThat(count("#charts .legend li")).as("all, or one of the largest").isEqualTo(6);
    assertThat(
            browser.run(
                "return document.querySelector('#charts"
                    + " .band').getAttribute('d').split('L').length"))
        .as("both ends at ten dumps")
        .isEqualTo(20L);
    double height = number("return document.getElementById('series').offsetHeight");
    press("#charts .legend button");
    assertThat(text("charts")).startsWith("Live bytesdump");
    assertThat(count("#charts .legend li")).isEqualTo(5);
    assertThat(count("#charts figure:first-child .layer")).isEqualTo(5);
    assertThat(selectedRows()).isEmpty();
    assertThat(number("return document.getElementById('series').offsetHeight"))
        .as("what is below stays where it is")
        .isEqualTo(height);
    // A single dump does not grow.
    open(Conversions.estimated("phases_i512", DumpSelector.LAST));
    assertThat(isShown("growth")).isFalse();
  }

  @Test
  void anotherHeapIsShownAtTheSameTime() throws IOException {
    open(HeapsTogetherTest.severalHeaps(Conversions.estimated("phases_i512", DumpSelector.ALL)));
    assertThat(text("heap")).contains("4 heaps together");
    choose("dump", 2);
    choose("heap", 1);
    assertThat(browser.run("return document.getElementById('dump').selectedIndex")).isEqualTo(2L);
    choose("dump", 4);
    choose("heap", 4);
    assertThat(browser.run("return document.getElementById('dump').selectedIndex")).isEqualTo(4L);
  }

  @Test
  void whatCannotBeToldIsSaid() throws IOException {
    open(Conversions.estimated("dumpmax_cont_i1", DumpSelector.ALL));
    click("[name=table][value=growth]");

    assertThat(text("growth-note")).isEqualTo("Growth cannot be told from 2 dumps");
  }

  private List<String> grown(String ofFirstCell) {
    return texts(
        "return [...document.querySelectorAll('#grown tbody tr')]"
            + ".map(row => row.cells[0]).map(cell => "
            + ofFirstCell
            + ")");
  }

  @Test
  void aReportOfGrowthOpensWithIt() throws IOException {
    Path file = folder.resolve("growth.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
      Growth growth = new Growth(AggregateOptions.DEFAULT, View.OBJECTS);
      WriteOptions options = new WriteOptions("heapconv 1.0", View.OBJECTS);
      new HtmlWriter().write(new Asked(Subject.of(profile), growth), options, out);
    }
    load(file.toUri().toString());
    assertThat(isShown("growth")).isTrue();
    assertThat(isShown("top")).isFalse();
    assertThat(text("grown")).contains("late_only()", "Per minute").doesNotContain("MiB");
    assertThat(browser.run("return location.hash")).isEqualTo("");
  }
}

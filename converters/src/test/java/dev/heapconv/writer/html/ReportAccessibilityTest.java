package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.browser.Axe;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What axe finds that keeps people from using a report: nothing, in both themes, and at the states
 * people reach.
 */
@Tag("slow")
final class ReportAccessibilityTest extends ReportInBrowser {

  private static final List<String> STATES =
      List.of(
          "",
          "#selected=4&callers=true&search=main",
          "#base=0&dump=9",
          "#table=growth&beside=true");

  @Test
  void ofARecording() throws IOException {
    Path file = folder.resolve("report.html");
    open(Conversions.estimated("phases_i512", DumpSelector.ALL));
    for (String theme : List.of("light", "dark")) {
      emulateMedia(
          Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
      for (String state : STATES) {
        load(file.toUri() + state);
        assertThat(Axe.findings(browser)).as(theme + " " + state).isEmpty();
      }
    }
    emulate(390);
    load(file.toUri().toString());
    assertThat(Axe.findings(browser)).as("phone").isEmpty();
  }

  @Test
  void ofADifference() throws IOException {
    Path file = folder.resolve("difference.html");
    Difference question = new Difference(AggregateOptions.DEFAULT, null, null);
    Subject subject =
        new Subject(
            Conversions.estimated("truth_i4096", DumpSelector.LAST),
            Conversions.estimated("truth_i512", DumpSelector.LAST));
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(new Asked(subject, question), ReportInNode.OPTIONS, out);
    }
    load(file.toUri().toString());
    assertThat(Axe.findings(browser)).isEmpty();
  }
}

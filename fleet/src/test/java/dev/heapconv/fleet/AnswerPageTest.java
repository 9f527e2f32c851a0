package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.show.TableOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the page of an answer says before any script has run. */
final class AnswerPageTest {

  private static String page(List<SqlRow> rows) throws IOException {
    FleetAnswer answer =
        new FleetAnswer.AnswerBuilder(
                new FleetQuestion(List.of("function"), "space", false, 0), rows, "mean")
            .ofView(Role.ESTIMATE, "mean")
            .show("mean", Form.VALUE, "mean")
            .with(List.of(), List.of(), List.of(), null, null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new AnswerWriter(answer, "table/", "heapconv 1.0", TableOptions.DEFAULT)
        .write(Format.HTML, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static SqlRow row(String kind, String function) {
    return new SqlRow(Map.of("kind", kind, "name", function, "mean", 1024.0));
  }

  /** A script draws what is in the page; where nothing is known of devices, nothing asks for it. */
  @Test
  void rowsWithHistogramsAreChosenByTheirNames() throws IOException {
    SqlRow drawn = row("row", "f");
    drawn.put(FleetFigures.HISTOGRAM, "40:60.00 41:2.500");
    String page = page(List.of(row("total", "total"), drawn));
    assertThat(page)
        .contains(
            "<section class=\"panel\" id=\"devices\" aria-label=\"Devices\" data-unit=\"bytes\">")
        .contains("<tr class=\"total\"><td class=\"name\" title=\"total\"><bdi>total</bdi></td>")
        .contains(
            "<tr class=\"row\" data-devices=\"40:60.00 41:2.500\"><td class=\"name\" title=\"f\">")
        .contains("<button type=\"button\" class=\"function\"><bdi>f</bdi></button>");
    assertThat(page(List.of(row("row", "f")))).doesNotContain("id=\"devices\"", "data-devices=");
  }

  /** A script that adds it would move the table. */
  @Test
  void howManyRowsAFilterMayHideIsInThePage() throws IOException {
    List<SqlRow> rows = new ArrayList<>(List.of(row("total", "total")));
    for (String function : List.of("f", "g", "h")) {
      rows.add(row("row", function));
    }
    rows.add(row("other", "other"));
    assertThat(page(rows)).contains("for=\"filter\">3 rows</output>");
  }

  /** Signs and pictures that a page does not have. */
  @Test
  void onlyWhatIsThereIsExplained() throws IOException {
    String plain = page(List.of(row("row", "f")));
    assertThat(plain).contains("~ less certain.").doesNotContain("* marks", "Pictures show");
  }
}

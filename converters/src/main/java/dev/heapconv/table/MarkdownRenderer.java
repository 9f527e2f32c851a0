package dev.heapconv.table;

import dev.heapconv.model.Warning;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.MarkdownText.MarkdownColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Writes a table in GitHub-flavored Markdown, for an issue or a review: numbers with units, names
 * as code.
 */
final class MarkdownRenderer implements TableRenderer {

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    if (table.verdict() != null) {
      VerdictText.appendMarkdown(text, table.verdict());
    }
    String trust = table.trust();
    text.append(trust.isEmpty() ? "" : MarkdownText.escaped(trust) + "\n\n");
    for (Warning warning : table.header().warnings()) {
      text.append("- warning: ").append(MarkdownText.escaped(warning.message())).append('\n');
    }
    text.append(table.header().warnings().isEmpty() ? "" : "\n");
    Result result = table.result();
    int[] rows = result.limited(result.displayedRows(), TableOptions.ROWS_FOR_PEOPLE);
    if (rows.length == 0) {
      text.append("No ")
          .append(MarkdownText.escaped(new ResultText(result).nothing()))
          .append(".\n");
    } else {
      appendRows(text, result, rows);
      if (result.rowsOfNoise() > 0) {
        text.append('\n').append(ResultText.noise(result.rowsOfNoise())).append(".\n");
      }
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void appendRows(StringBuilder text, Result result, int[] rows) {
    List<MarkdownColumn> columns = new ArrayList<>();
    for (ShownColumn column : ShownColumns.of(result, true)) {
      String heading = MarkdownText.code(column.code()) + column.words();
      columns.add(new MarkdownColumn(heading, column.form().isText(), column.cells(rows, true)));
    }
    addNames(columns, result.by().id(), rows, result::name);
    if (result.by() == GroupBy.FUNCTION) {
      addNames(columns, "library", rows, result::library);
    }
    MarkdownText.appendTable(text, columns);
  }

  private static void addNames(
      List<MarkdownColumn> columns, String heading, int[] rows, IntFunction<String> name) {
    List<String> cells =
        IntStream.of(rows).mapToObj(row -> MarkdownText.code(name.apply(row))).toList();
    columns.add(new MarkdownColumn(heading, true, cells));
  }
}

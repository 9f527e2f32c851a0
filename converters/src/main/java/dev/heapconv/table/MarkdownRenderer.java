package dev.heapconv.table;

import dev.heapconv.model.Warning;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.MarkdownText.MarkdownColumn;
import dev.heapconv.table.ShownColumn.Cell;
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
    String trust = table.trust().text();
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
    for (ShownColumn column : ShownColumns.of(result)) {
      List<String> cells = column.cells(rows).stream().map(Cell::toString).toList();
      columns.add(
          new MarkdownColumn(MarkdownText.escaped(column.heading()), column.isText(), cells));
    }
    if (result.by() == GroupBy.PEEK) {
      add(columns, "role", rows, row -> result.neighbour(row).id());
    }
    add(columns, result.by().column(), rows, row -> MarkdownText.code(result.name(row)));
    if (result.by().isOfFunctions()) {
      add(columns, "library", rows, row -> MarkdownText.code(result.library(row)));
    }
    MarkdownText.appendTable(text, columns);
  }

  private static void add(
      List<MarkdownColumn> columns, String heading, int[] rows, IntFunction<String> cell) {
    columns.add(new MarkdownColumn(heading, true, IntStream.of(rows).mapToObj(cell).toList()));
  }
}

package dev.heapconv.table;

import dev.heapconv.model.Warning;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.ShownColumn.Cell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a table in GitHub-flavored Markdown, for an issue or a review: numbers with units, names
 * as code.
 */
final class MarkdownRenderer implements TableRenderer {

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    if (table.verdict() != null) {
      appendVerdict(text, table.verdict());
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

  private static void appendVerdict(StringBuilder text, GateVerdict verdict) {
    text.append("**").append(verdict.outcome()).append("**: ");
    text.append(MarkdownText.escaped(VerdictText.summary(verdict))).append("\n\n");
    List<String> lines = VerdictText.lines(verdict, "- ", MarkdownText::code);
    for (String line : lines.subList(1, lines.size())) {
      text.append(line).append('\n');
    }
    text.append(lines.size() > 1 ? "\n" : "");
  }

  private static void appendRows(StringBuilder text, Result result, int[] rows) {
    List<ShownColumn> columns = ShownColumns.of(result);
    boolean functions = result.by().isOfFunctions();
    String ends = functions ? " | library |" : " |";
    StringBuilder rule = new StringBuilder("|");
    text.append('|');
    for (ShownColumn column : columns) {
      text.append(' ').append(MarkdownText.escaped(column.heading())).append(" |");
      rule.append(column.isText() ? ":---|" : "---:|");
    }
    if (result.by() == GroupBy.PEEK) {
      text.append(" role |");
      rule.append(":---|");
    }
    text.append(' ').append(result.by().column()).append(ends).append('\n');
    text.append(rule).append(functions ? ":---|:---|\n" : ":---|\n");
    List<List<Cell>> cells = columns.stream().map(each -> each.cells(rows)).toList();
    for (int i = 0; i < rows.length; i++) {
      int row = rows[i];
      text.append('|');
      for (List<Cell> column : cells) {
        appendCell(text, column.get(i).toString());
      }
      if (result.by() == GroupBy.PEEK) {
        appendCell(text, result.neighbour(row).id());
      }
      appendCell(text, MarkdownText.code(result.name(row)));
      if (functions) {
        appendCell(text, MarkdownText.code(result.library(row)));
      }
      text.append('\n');
    }
  }

  private static void appendCell(StringBuilder text, String cell) {
    text.append(cell.isEmpty() ? "" : " ").append(cell).append(" |");
  }
}

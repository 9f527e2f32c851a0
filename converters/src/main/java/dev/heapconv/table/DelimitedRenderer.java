package dev.heapconv.table;

import dev.heapconv.query.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a table as comma-separated (RFC 4180) or tab-separated values, for spreadsheets and
 * scripts. Numbers are plain; unknown values are empty cells. Text that a spreadsheet would
 * interpret as a formula gets an apostrophe prefix, and control characters are escaped.
 */
public final class DelimitedRenderer implements TableRenderer {

  private static final int FLUSH_CHARS = 1 << 16;

  private final char delimiter;
  private final String lineEnd;

  private DelimitedRenderer(char delimiter, String lineEnd) {
    this.delimiter = delimiter;
    this.lineEnd = lineEnd;
  }

  /** Commas between values, and the line endings required by RFC 4180. */
  public static DelimitedRenderer csv() {
    return new DelimitedRenderer(',', "\r\n");
  }

  /** Tabs between values; values never contain tabs, so nothing is quoted. */
  public static DelimitedRenderer tsv() {
    return new DelimitedRenderer('\t', "\n");
  }

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    Result result = table.result();
    write(TableColumn.of(result), result.limited(result.rows(), 0), out);
  }

  /** Writes some rows; does not close {@code out}. */
  public void write(List<TableColumn> columns, int[] rows, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    appendHeader(text, columns);
    for (int row : rows) {
      appendRow(text, columns, row);
      if (text.length() > FLUSH_CHARS) {
        flush(text, out);
      }
    }
    flush(text, out);
  }

  private void appendHeader(StringBuilder text, List<TableColumn> columns) {
    for (int i = 0; i < columns.size(); i++) {
      (i == 0 ? text : text.append(delimiter))
          .append(DelimitedText.cell(columns.get(i).id(), delimiter));
    }
    text.append(lineEnd);
  }

  private void appendRow(StringBuilder text, List<TableColumn> columns, int row) {
    for (int i = 0; i < columns.size(); i++) {
      append(i == 0 ? text : text.append(delimiter), columns.get(i), row);
    }
    text.append(lineEnd);
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    // A surrogate pair is never split, because rows are complete.
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }

  private void append(StringBuilder text, TableColumn column, int row) {
    String cell = column.cell(row);
    text.append(column.isText() ? DelimitedText.cell(cell, delimiter) : cell);
  }
}

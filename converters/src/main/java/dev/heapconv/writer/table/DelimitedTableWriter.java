package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a table as values with commas (RFC 4180) or tabs between them, for spreadsheets and
 * scripts. Numbers are plain: bytes and objects rounded to integers, percentages with four
 * decimals; an interval that is not known is two empty cells, a view that a heap does not have
 * four. A text that a spreadsheet would take for a formula has an apostrophe before it.
 */
public final class DelimitedTableWriter implements ProfileWriter {

  private static final int FLUSH_CHARS = 1 << 16;

  private final TableOptions tableOptions;
  private final char delimiter;
  private final String lineEnd;

  private DelimitedTableWriter(TableOptions tableOptions, char delimiter, String lineEnd) {
    this.tableOptions = tableOptions;
    this.delimiter = delimiter;
    this.lineEnd = lineEnd;
  }

  /** Commas between values, and the line ends that RFC 4180 wants. */
  public static DelimitedTableWriter csv(TableOptions tableOptions) {
    return new DelimitedTableWriter(tableOptions, ',', "\r\n");
  }

  /** Tabs between values, which no value has in it: nothing is quoted. */
  public static DelimitedTableWriter tsv(TableOptions tableOptions) {
    return new DelimitedTableWriter(tableOptions, '\t', "\n");
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Table table = TableBuilder.build(profile, tableOptions, options.view());
    StringBuilder text = new StringBuilder();
    appendHeader(text, table);
    int rows = tableOptions.rowsOf(table.rows().length, 0);
    for (int i = 0; i < rows; i++) {
      appendRow(text, table, table.rows()[i]);
      if (text.length() > FLUSH_CHARS) {
        flush(text, out);
      }
    }
    flush(text, out);
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    // A surrogate pair never lies across the end: rows are whole.
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }

  private void appendHeader(StringBuilder text, Table table) {
    for (View view : table.views()) {
      appendNumberHeaders(text, view.name());
      if (table.hasCumulative()) {
        appendNumberHeaders(text, view.name() + "_cum");
      }
    }
    for (View view : sampled(table.views())) {
      appendText(text, view.isLive() ? "samples" : "alloc_samples").append(delimiter);
      if (table.hasCumulative()) {
        appendText(text, view.isLive() ? "samples_cum" : "alloc_samples_cum").append(delimiter);
      }
    }
    appendText(text, table.by().id());
    if (table.by() == GroupBy.FUNCTION) {
      text.append(delimiter).append("library");
    }
    if (table.by().isPartOfRecording()) {
      for (String name : List.of("process_name", "pid", "heap_name", "dump_number", "time_nanos")) {
        text.append(delimiter).append(name);
      }
    }
    text.append(lineEnd);
  }

  private void appendNumberHeaders(StringBuilder text, String name) {
    appendText(text, name).append(delimiter);
    appendText(text, name + "_low").append(delimiter);
    appendText(text, name + "_high").append(delimiter);
    appendText(text, name + "_percent").append(delimiter);
  }

  /** One view of the live and one of the allocated: samples are the same for bytes and objects. */
  static List<View> sampled(List<View> views) {
    View live = null;
    View allocated = null;
    for (View view : views) {
      if (view.isLive()) {
        live = live == null ? view : live;
      } else {
        allocated = allocated == null ? view : allocated;
      }
    }
    if (live == null || allocated == null) {
      return live == null ? allocated == null ? List.of() : List.of(allocated) : List.of(live);
    }
    return List.of(allocated, live);
  }

  private void appendRow(StringBuilder text, Table table, int row) {
    for (View view : table.views()) {
      if (!table.hasView(view, row)) {
        text.append(delimiter).append(delimiter).append(delimiter).append(delimiter);
        continue;
      }
      appendNumbers(text, table.self(view), row, table.whole(view));
      if (table.hasCumulative()) {
        appendNumbers(text, table.cumulative(view), row, table.whole(view));
      }
    }
    for (View view : sampled(table.views())) {
      text.append(table.self(view).samples(row)).append(delimiter);
      if (table.hasCumulative()) {
        text.append(table.cumulative(view).samples(row)).append(delimiter);
      }
    }
    appendText(text, table.name(row));
    if (table.by() == GroupBy.FUNCTION) {
      text.append(delimiter);
      appendText(text, table.library(row));
    }
    if (table.by().isPartOfRecording()) {
      appendHeap(text, table.by(), table.heap(row));
    }
    text.append(lineEnd);
  }

  private void appendNumbers(StringBuilder text, GroupSums sums, int row, double whole) {
    text.append(Math.round(sums.value(row))).append(delimiter);
    if (sums.high(row) < Double.POSITIVE_INFINITY) {
      text.append(Math.round(sums.low(row)))
          .append(delimiter)
          .append(Math.round(sums.high(row)))
          .append(delimiter);
    } else {
      text.append(delimiter).append(delimiter);
    }
    if (whole > 0) {
      text.append(HumanNumbers.fixed(100 * sums.value(row) / whole, 4));
    }
    text.append(delimiter);
  }

  private void appendHeap(StringBuilder text, GroupBy by, HeapInfo info) {
    text.append(delimiter);
    appendText(text, info.process());
    text.append(delimiter);
    if (info.pid() >= 0) {
      text.append(info.pid());
    }
    text.append(delimiter);
    if (by != GroupBy.PROCESS) {
      appendText(text, info.heap());
    }
    text.append(delimiter);
    if (by == GroupBy.DUMP) {
      text.append(info.dump());
    }
    text.append(delimiter);
    if (by == GroupBy.DUMP && info.timeNanos() != 0) {
      text.append(info.timeNanos());
    }
  }

  private StringBuilder appendText(StringBuilder text, String value) {
    String safe = harmless(TerminalText.printable(value));
    if (delimiter == '\t' || (safe.indexOf(',') < 0 && safe.indexOf('"') < 0)) {
      return text.append(safe);
    }
    return text.append('"').append(safe.replace("\"", "\"\"")).append('"');
  }

  /** Text that no spreadsheet computes; what is not quoted must not look as if it were. */
  private String harmless(String value) {
    if (value.isEmpty()) {
      return value;
    }
    boolean opensQuotes = delimiter == '\t' && value.charAt(0) == '"';
    boolean opensFormula = "=+-@\uff1d\uff0b\uff0d\uff20".indexOf(value.charAt(0)) >= 0;
    return opensQuotes || opensFormula ? "'" + value : value;
  }
}

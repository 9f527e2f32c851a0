package dev.heapconv.show;

import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.ColumnField;
import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

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
    write(result, result.limited(result.rows(), 0), out);
  }

  /** Writes some rows; does not close {@code out}. */
  public void write(Answer answer, int[] rows, OutputStream out) throws IOException {
    List<String> heads = new ArrayList<>();
    List<IntFunction<String>> cells = new ArrayList<>();
    if (answer.startsWithNames()) {
      addNames(answer, heads, cells);
    }
    Set<String> taken = new HashSet<>();
    answer.names().forEach(column -> taken.add(column.id()));
    for (ResultColumn column : answer.columns()) {
      for (ColumnField field : column.fields()) {
        String head = field.id();
        boolean isNew = taken.add(head);
        // Bytes and objects have samples in common. Any other name is one that a producer chose.
        if (isNew || column.part() != Part.SAMPLES) {
          while (!isNew) {
            head += "_" + (column.view() == null ? "column" : column.view().unit());
            isNew = taken.add(head);
          }
          heads.add(head);
          cells.add(row -> cell(field, row));
        }
      }
    }
    if (!answer.startsWithNames()) {
      addNames(answer, heads, cells);
    }
    StringBuilder text = new StringBuilder();
    append(text, cells.size(), i -> DelimitedText.cell(heads.get(i), delimiter));
    for (int row : rows) {
      append(text, cells.size(), i -> cells.get(i).apply(row));
      if (text.length() > FLUSH_CHARS) {
        flush(text, out);
      }
    }
    flush(text, out);
  }

  private void addNames(Answer answer, List<String> heads, List<IntFunction<String>> cells) {
    for (NameColumn column : answer.names()) {
      if (!column.id().isEmpty()) {
        heads.add(column.id());
        cells.add(row -> DelimitedText.cell(column.text(row), delimiter));
      }
    }
  }

  private void append(StringBuilder text, int columns, IntFunction<String> cell) {
    for (int i = 0; i < columns; i++) {
      (i == 0 ? text : text.append(delimiter)).append(cell.apply(i));
    }
    text.append(lineEnd);
  }

  /** A number as programs read it; empty if there is none. */
  static String cell(ColumnField field, int row) {
    if (field.isWord()) {
      return field.word(row);
    }
    double number = field.number(row);
    Kind kind = field.column().kind();
    if (!Double.isFinite(number)) {
      return "";
    }
    return switch (kind) {
      case FLAG -> Boolean.toString(number != 0);
      case PROBABILITY -> HumanNumbers.significant(number, kind.decimals()).toString();
      default -> HumanNumbers.fixed(number, kind.decimals(), field.rounding(row));
    };
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    // A surrogate pair is never split, because rows are complete.
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }
}

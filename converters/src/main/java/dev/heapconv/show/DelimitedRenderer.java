package dev.heapconv.show;

import dev.heapconv.model.View;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Cell;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.Grade;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    write(table.answer(), table.limited(table.answer().order(), 0), false, out);
  }

  /**
   * Writes some rows; does not close {@code out}.
   *
   * @param startsWithNames whether names come before numbers
   */
  public void write(Answer answer, int[] rows, boolean startsWithNames, OutputStream out)
      throws IOException {
    List<NameColumn> names =
        answer.names().stream().filter(column -> !column.id().isEmpty()).toList();
    List<String> heads = new ArrayList<>();
    List<NumberColumn> numbers = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    answer.names().forEach(column -> taken.add(column.id()));
    for (NumberColumn column : answer.numbers()) {
      Meta meta = column.meta();
      // Any other name that is taken is one that a producer chose.
      if (meta.role() != Role.SHARED || !taken.contains(meta.id())) {
        numbers.add(column);
        for (String head : heads(meta)) {
          heads.add(unique(head, meta, taken));
        }
      }
    }
    heads.addAll(startsWithNames ? 0 : heads.size(), names.stream().map(NameColumn::id).toList());
    StringBuilder text = new StringBuilder();
    for (String head : heads) {
      append(text, DelimitedText.cell(head, delimiter));
    }
    endLine(text);
    for (int row : rows) {
      if (startsWithNames) {
        appendNames(text, names, row);
      }
      for (NumberColumn column : numbers) {
        append(text, column.meta(), column.at(row));
      }
      if (!startsWithNames) {
        appendNames(text, names, row);
      }
      endLine(text);
      if (text.length() > FLUSH_CHARS) {
        flush(text, out);
      }
    }
    flush(text, out);
  }

  private static List<String> heads(Meta meta) {
    List<String> heads = new ArrayList<>(List.of(meta.id()));
    if (meta.hasEnds()) {
      heads.addAll(List.of(meta.id(Bound.LOW), meta.id(Bound.HIGH)));
    }
    if (meta.hasGrade()) {
      heads.add(meta.gradeId());
    }
    return heads;
  }

  private static String unique(String name, Meta meta, Set<String> taken) {
    View view = meta.view();
    String head = name;
    while (!taken.add(head)) {
      head += "_" + (view == null ? "column" : view.unit());
    }
    return head;
  }

  private void append(StringBuilder text, String cell) {
    text.append(cell).append(delimiter);
  }

  private void endLine(StringBuilder text) {
    text.setLength(text.length() - 1);
    text.append(lineEnd);
  }

  private void appendNames(StringBuilder text, List<NameColumn> names, int row) {
    for (NameColumn column : names) {
      append(text, DelimitedText.cell(column.text(row), delimiter));
    }
  }

  private void append(StringBuilder text, Meta meta, Cell cell) {
    append(text, number(meta.kind(), cell, Bound.VALUE));
    if (meta.hasEnds()) {
      append(text, number(meta.kind(), cell, Bound.LOW));
      append(text, number(meta.kind(), cell, Bound.HIGH));
    }
    if (meta.hasGrade()) {
      Grade grade = meta.grade(cell);
      append(text, grade == null ? "" : grade.id());
    }
  }

  /** A number as programs read it; empty if there is none. */
  static String number(Kind kind, Cell cell, Bound bound) {
    double number = cell.number(bound);
    if (!Double.isFinite(number)) {
      return "";
    }
    return switch (kind) {
      case FLAG, OPEN_FLAG -> Boolean.toString(number != 0);
      case PROBABILITY -> HumanNumbers.significant(number, kind.decimals()).toString();
      default -> HumanNumbers.fixed(number, kind.decimals(), cell.rounding(bound));
    };
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    // A surrogate pair is never split, because rows are complete.
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }
}

package dev.heapconv.table;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.ShownColumn.Cell;
import dev.heapconv.table.ShownColumn.Form;
import dev.heapconv.text.TerminalText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** A result as text. */
final class TextTable {

  /** How many functions of a stack are shown: enough to recognise it. */
  private static final int MAX_FRAMES = 8;

  private final Result result;
  private final ResultText words;
  private final TextLayout layout;
  private final int[] rows;
  private final int rowsLeft;

  /**
   * @param usualRows how many rows to show unless the options say
   */
  TextTable(Result result, int usualRows, int width, boolean colour) {
    this.result = result;
    words = new ResultText(result);
    layout = new TextLayout(width, colour);
    int[] all = result.displayedRows();
    rows = result.limited(all, usualRows);
    rowsLeft = all.length - rows.length;
  }

  void appendTo(StringBuilder out) {
    if (rows.length == 0) {
      out.append("  no ").append(TerminalText.printable(words.nothing())).append('\n');
      return;
    }
    GroupBy by = result.by();
    for (ShownColumn column : ShownColumns.of(result)) {
      addNumbers(column);
    }
    if (by == GroupBy.PEEK) {
      layout.column("role", cells(row -> result.neighbour(row).id()), false, false);
    }
    boolean ofFunctions = by.isOfFunctions() || by == GroupBy.STACK;
    layout.names(by.column(), cells(this::name), ofFunctions);
    if (result.hasCalls() && !result.isCumulative()) {
      layout.moreNames("called by", cells(words::caller));
    }
    layout.appendTo(out);
    if (rowsLeft > 0) {
      out.append("  ").append(words.more(rows, rowsLeft)).append('\n');
    }
  }

  /** Adds a column of values, aligned right, each followed by its certainty. */
  private void addNumbers(ShownColumn column) {
    List<Cell> cells = column.cells(rows);
    String heading = column.form() == Form.MARK ? "*" : TerminalText.printable(column.heading());
    int values = 0;
    int certainties = 0;
    for (Cell cell : cells) {
      values = Math.max(values, TerminalText.width(cell.value()));
      certainties = Math.max(certainties, TerminalText.width(cell.certainty()));
    }
    if (certainties == 0) {
      layout.column(
          heading, cells.stream().map(Cell::value).toList(), !column.isText(), column.dim());
      return;
    }
    int width = Math.max(values, heading.length() - certainties - 1);
    List<String> texts = new ArrayList<>();
    for (Cell cell : cells) {
      texts.add(" ".repeat(width - TerminalText.width(cell.value())) + cell);
    }
    String indent = " ".repeat(Math.max(0, width - heading.length()));
    layout.column(indent + heading, texts, false, column.dim());
  }

  private List<String> cells(IntFunction<String> text) {
    return Arrays.stream(rows).mapToObj(text).toList();
  }

  private String name(int row) {
    List<String> frames = result.frames(row);
    return frames != null
        ? lines(frames)
        : TerminalText.printable(
            result.by() == GroupBy.LIBRARY ? libraryName(row) : result.name(row));
  }

  /** A library is shown by its base name, unless another in the same table has the same one. */
  private String libraryName(int row) {
    String base = FrameNames.baseName(result.name(row));
    for (int other : rows) {
      if (!result.name(other).equals(result.name(row))
          && FrameNames.baseName(result.name(other)).equals(base)) {
        return result.name(row);
      }
    }
    return base.isEmpty() ? result.name(row) : base;
  }

  private static String lines(List<String> frames) {
    StringBuilder lines = new StringBuilder();
    int shown = frames.size() <= MAX_FRAMES + 1 ? frames.size() : MAX_FRAMES;
    for (int i = 0; i < shown; i++) {
      lines.append(i == 0 ? "" : "\n").append(TerminalText.printable(frames.get(i)));
    }
    if (shown < frames.size()) {
      lines.append("\n\u2026 and ").append(frames.size() - shown).append(" more callers");
    }
    return lines.toString();
  }
}

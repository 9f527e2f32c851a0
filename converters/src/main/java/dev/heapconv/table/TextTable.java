package dev.heapconv.table;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** A result as text. */
final class TextTable {

  /** How many functions of a stack are shown: enough to recognise it. */
  private static final int MAX_FRAMES = 8;

  /** A width at which names can be distinguished. */
  private static final int FUNCTION_WIDTH = 30;

  private static final int PART_WIDTH = 44;

  private final Result result;
  private final List<ShownColumn> columns;
  private final TextLayout layout;
  private final int width;
  private final int[] rows;
  private final int rowsLeft;

  /**
   * @param usualRows how many rows to show unless the options say
   */
  TextTable(Result result, int usualRows, int width, boolean colour) {
    this.result = result;
    columns = ShownColumns.of(result, false);
    layout = new TextLayout(width, colour);
    this.width = width;
    int[] all = result.displayedRows();
    rows = result.limited(all, usualRows);
    rowsLeft = all.length - rows.length;
  }

  void appendTo(StringBuilder out) {
    if (rows.length == 0) {
      out.append("  no ")
          .append(TerminalText.printable(new ResultText(result).nothing()))
          .append('\n');
      return;
    }
    GroupBy by = result.by();
    addNumbers(false);
    layout.names(
        by.id(),
        names(),
        by == GroupBy.FUNCTION || by == GroupBy.STACK,
        by.isPartOfRecording() ? PART_WIDTH : FUNCTION_WIDTH);
    layout.column("library", libraries(), false, true, ShownColumn.Need.OPTIONAL);
    addNumbers(true);
    layout.appendTo(out);
    if (rowsLeft > 0) {
      out.append("  ").append(new ResultText(result).more(rows, rowsLeft)).append('\n');
    }
    List<Result.Call> calls = result.hotPath();
    if (!calls.isEmpty()) {
      String title = "Calls to " + TerminalText.printable(result.name(rows[0]));
      TerminalText.appendWrapped(out.append('\n'), title, width);
      TextTree.append(out, calls, width);
    }
  }

  /**
   * Adds the columns of numbers; those of all digits stand behind the names. Shares that say the
   * same as those before them are left out.
   */
  private void addNumbers(boolean behindNames) {
    List<String> shares = List.of();
    for (ShownColumn column : columns) {
      List<String> cells = column.cells(rows, false);
      boolean repeated =
          column.form() == ShownColumn.Form.PERCENT && column.dim() && cells.equals(shares);
      if ((column.form() == ShownColumn.Form.COUNT) == behindNames && !repeated) {
        layout.column(
            column.code() + column.words(),
            cells,
            !column.form().isText(),
            column.dim(),
            column.need());
      }
      shares = column.form() == ShownColumn.Form.PERCENT ? cells : shares;
    }
  }

  /** Names of files, which are never shortened; none if all functions are in the same one. */
  private List<String> libraries() {
    List<String> cells = new ArrayList<>();
    if (onlyLibrary().isEmpty()) {
      for (int row : rows) {
        cells.add(TerminalText.printable(result.library(row)));
      }
    }
    return cells;
  }

  /** The library of all rows; empty if there are several, or none is known. */
  String onlyLibrary() {
    String only = rows.length == 0 ? "" : result.library(rows[0]);
    for (int row : rows) {
      if (!result.library(row).equals(only)) {
        return "";
      }
    }
    return rows.length < 2 ? "" : TerminalText.printable(only);
  }

  /** Whether the grade of a number of these rows shows. */
  boolean showsGrades() {
    for (ShownColumn column : columns) {
      for (int row : rows) {
        if (column.showsGrade(row)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<String> names() {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      List<String> frames = result.frames(row);
      cells.add(
          frames != null
              ? lines(frames)
              : TerminalText.printable(
                  result.by() == GroupBy.LIBRARY ? libraryName(row) : result.name(row)));
    }
    return cells;
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

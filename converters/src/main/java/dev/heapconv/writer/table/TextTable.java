package dev.heapconv.writer.table;

import dev.heapconv.model.View;
import dev.heapconv.writer.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** A table as text. */
final class TextTable {

  /** Callers of a stack that are shown: enough to recognise it. */
  private static final int FRAMES_SHOWN = 8;

  /** What stands for a number that is not recorded. */
  private static final String NO_VIEW = "-";

  private static final int LIBRARY_WIDTH = 16;

  /** Names that other columns leave so much room for can be told apart. */
  private static final int FUNCTION_WIDTH = 30;

  private static final int PART_WIDTH = 44;

  private final Table table;
  private final View view;
  private final List<Integer> rows = new ArrayList<>();
  private final int rowsLeft;

  /**
   * @param usualRows how many rows to show unless the options say
   */
  TextTable(Table table, int usualRows) {
    this.table = table;
    this.view = table.view();
    int[] all = table.rowsForPeople();
    int shown = table.options().rowsOf(all.length, usualRows);
    for (int i = 0; i < shown; i++) {
      rows.add(all[i]);
    }
    rowsLeft = all.length - shown;
  }

  void appendTo(StringBuilder out) {
    if (rows.isEmpty()) {
      out.append("  no ").append(table.by().noun(0));
      out.append(table.options().filter() == null ? " with any " + view.name() : " of such a name")
          .append('\n');
      return;
    }
    TextLayout layout = new TextLayout(table.options().width(), table.options().colour());
    layout.numbers(view.name(), values(table.sums(view), view), TextLayout.Style.NORMAL, false);
    layout.numbers("interval", intervals(table.sums(view), view), TextLayout.Style.DIM, false);
    if (table.hasCumulative()) {
      layout.numbers(
          table.isCumulative() ? "cum%" : "self%",
          percents(table.sums(view)),
          TextLayout.Style.NORMAL,
          false);
      GroupSums others = table.isCumulative() ? table.self(view) : table.cumulative(view);
      layout.numbers(
          table.isCumulative() ? "self%" : "cum%", percents(others), TextLayout.Style.DIM, true);
    } else {
      layout.numbers("%", percents(table.sums(view)), TextLayout.Style.NORMAL, false);
    }
    addOtherViews(layout);
    boolean functions = table.by() == GroupBy.FUNCTION || table.by() == GroupBy.STACK;
    layout.names(
        table.by().id(),
        names(),
        functions,
        table.by().isPartOfRecording() ? PART_WIDTH : FUNCTION_WIDTH);
    layout.texts("library", libraries(), true);
    layout.spare("samples", samples());
    layout.appendTo(out, 0);
    appendRest(out);
  }

  /**
   * Beside bytes their objects and the other way round; beside parts of a recording every view
   * there is.
   */
  private void addOtherViews(TextLayout layout) {
    for (View other : table.viewsForPeople()) {
      if (table.by() == GroupBy.DUMP && !other.equals(view) && !table.isCounterpart(other)) {
        layout.spare(other.name(), rough(other));
      } else if (!other.equals(view)) {
        layout.numbers(other.name(), rough(other), TextLayout.Style.NORMAL, true);
      }
    }
  }

  private List<String> rough(View of) {
    GroupSums sums = table.sums(of);
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(
          table.hasView(of, row)
              ? HumanNumbers.rough(sums.value(row), sums.low(row), sums.high(row), of.isBytes())
              : NO_VIEW);
    }
    return cells;
  }

  private void appendRest(StringBuilder out) {
    if (rowsLeft == 0) {
      return;
    }
    out.append("  and ").append(rowsLeft).append(" more ").append(table.by().noun(rowsLeft));
    double whole = table.whole(view);
    if (!table.isCumulative() && table.options().filter() == null && whole > 0) {
      double rest = whole;
      for (int row : rows) {
        rest -= table.self(view).value(row);
      }
      out.append(" with ").append(HumanNumbers.percent(Math.max(0, rest), whole));
    }
    out.append('\n');
  }

  private List<String> values(GroupSums sums, View of) {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(
          table.hasView(of, row)
              ? HumanNumbers.value(sums.value(row), sums.low(row), sums.high(row), of.isBytes())
              : NO_VIEW);
    }
    return cells;
  }

  private List<String> intervals(GroupSums sums, View of) {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(
          HumanNumbers.interval(sums.value(row), sums.low(row), sums.high(row), of.isBytes()));
    }
    return cells;
  }

  private List<String> percents(GroupSums sums) {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(
          table.hasView(view, row) ? HumanNumbers.percent(sums.value(row), table.whole(view)) : "");
    }
    return cells;
  }

  private List<String> samples() {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(Long.toString(table.sums(view).samples(row)));
    }
    return cells;
  }

  private List<String> libraries() {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(NameFitting.middle(TerminalText.printable(table.library(row)), LIBRARY_WIDTH));
    }
    return cells;
  }

  private List<String> names() {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      List<String> frames = table.frames(row);
      if (frames != null) {
        cells.add(lines(frames));
      } else if (table.by() == GroupBy.LIBRARY) {
        cells.add(TerminalText.printable(libraryName(row)));
      } else {
        cells.add(TerminalText.printable(table.name(row)));
      }
    }
    return cells;
  }

  /** The base name tells a library, unless another of the same table has it too. */
  private String libraryName(int row) {
    String base = VisibleFrames.baseName(table.name(row));
    for (int other : rows) {
      if (other != row && VisibleFrames.baseName(table.name(other)).equals(base)) {
        return table.name(row);
      }
    }
    return base.isEmpty() ? table.name(row) : base;
  }

  private static String lines(List<String> frames) {
    StringBuilder lines = new StringBuilder();
    int shown = frames.size() <= FRAMES_SHOWN + 1 ? frames.size() : FRAMES_SHOWN;
    for (int i = 0; i < shown; i++) {
      lines.append(i == 0 ? "" : "\n").append(TerminalText.printable(frames.get(i)));
    }
    if (shown < frames.size()) {
      lines.append("\n\u2026 and ").append(frames.size() - shown).append(" more callers");
    }
    return lines.toString();
  }
}

package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.query.ShownColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of text side by side: those of numbers are as wide as they are, and names share the rest
 * of the width.
 */
public final class TextLayout {

  private static final String GAP = "  ";

  /** Names are never narrower than this; if that does not fit, lines are longer than the width. */
  private static final int MIN_NAME_WIDTH = 16;

  /** Narrower terminals show fewer numbers of a row rather than lines that they would break. */
  private static final int MIN_WIDTH = 80;

  /** A second column of names is left out if it would be narrower than this. */
  private static final int MIN_SECOND_WIDTH = 8;

  /**
   * @param names the part of the width of names that it gets, however long others are; 0 for
   *     numbers
   * @param spare whether a narrow terminal may do without it
   */
  private record TextColumn(
      String header, List<String> cells, boolean right, boolean dim, double names, boolean spare) {
    boolean hasNames() {
      return names > 0;
    }

    int width() {
      int width = TerminalText.width(header);
      for (String cell : cells) {
        for (String line : cell.split("\n")) {
          width = Math.max(width, TerminalText.width(line));
        }
      }
      return width;
    }
  }

  /** Bars are as wide as this, and names keep so much of the width, or all that they need. */
  private static final int BAR_WIDTH = 10;

  private static final int NAMES_BESIDE_BARS = 60;

  /** A tenth of a bar in eighths. */
  private static final String EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588";

  private final int width;
  private final boolean colour;
  private final List<TextColumn> columns = new ArrayList<>();
  private boolean functions;
  private boolean different;
  private boolean drawsShares;

  /** The column of bars; null for none. */
  private @Nullable TextColumn bars;

  /**
   * @param width columns of the page
   * @param colour whether text may contain terminal escape sequences
   */
  public TextLayout(int width, boolean colour) {
    this.width = width;
    this.colour = colour;
  }

  /**
   * A column beside the names; left out if no cell says anything.
   *
   * @param right whether cells are aligned right
   */
  public void column(String header, List<String> cells, boolean right, boolean dim) {
    add(new TextColumn(header, cells, right, dim, 0, false));
  }

  /** Like {@link #column}, of numbers: without room, only the first and marks before it stay. */
  void numbers(String header, List<String> cells, boolean right, boolean dim) {
    boolean spare = columns.stream().anyMatch(column -> column.width() > 1);
    add(new TextColumn(header, cells, right, dim, 0, spare));
  }

  private void add(TextColumn column) {
    for (String cell : column.cells) {
      if (!cell.isBlank() && !cell.equals(ShownColumn.Text.NOTHING)) {
        columns.add(column);
        return;
      }
    }
  }

  /** Draws shares as bars where names have room enough beside them. */
  void drawShares() {
    drawsShares = true;
  }

  /**
   * Bars behind the last column, unless there are some.
   *
   * @param percents the shares of rows, 0 to 100
   */
  void shares(double[] percents) {
    if (drawsShares && bars == null) {
      List<String> cells = Arrays.stream(percents).mapToObj(TextLayout::bar).toList();
      bars = new TextColumn("", cells, false, true, 0, false);
      columns.add(bars);
    }
  }

  private static String bar(double percent) {
    int all = EIGHTHS.length() - 1;
    long eighths = Math.round(Math.max(0, Math.min(100, percent)) * BAR_WIDTH * all / 100);
    String full = EIGHTHS.substring(all).repeat((int) eighths / all);
    return (full + EIGHTHS.charAt((int) eighths % all)).stripTrailing();
  }

  /** Leaves out bars if names would have too little room. */
  private void leaveOutBars() {
    int left = width;
    int names = -GAP.length();
    for (TextColumn column : columns) {
      left -= column.hasNames() ? 0 : column.width() + GAP.length();
      names += column.hasNames() ? column.width() + GAP.length() : 0;
    }
    if (bars != null && left < Math.min(names, NAMES_BESIDE_BARS)) {
      columns.remove(bars);
    }
  }

  /**
   * The column of names. Cells with several lines begin with the name.
   *
   * @param ofFunctions whether names are shortened by what says least of a function, or else in
   *     their middle
   */
  public void names(String header, List<String> cells, boolean ofFunctions) {
    functions = ofFunctions;
    columns.add(new TextColumn(header, cells, false, false, 1, false));
  }

  /**
   * A column of names that matter less, behind the others.
   *
   * @param share of the width of all names that it gets, however long the others are
   */
  void moreNames(String header, List<String> cells, double share) {
    add(new TextColumn(header, cells, false, true, share, false));
  }

  /** Makes lines longer than the width rather than cut different names to the same text. */
  public void keepNamesDifferent() {
    different = true;
  }

  private boolean hidesDifferences(List<String> names, int room) {
    List<String> all = names.stream().distinct().toList();
    return all.stream().map(name -> fit(name, room)).distinct().count() < all.size();
  }

  private String fit(String name, int room) {
    return functions ? NameFitting.function(name, room) : NameFitting.middle(name, room);
  }

  /** Appends a header line and one line per row. */
  public void appendTo(StringBuilder out) {
    leaveOutBars();
    leaveOutNumbers();
    int[] widths = new int[columns.size()];
    List<Integer> names = new ArrayList<>();
    int left = width + GAP.length();
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).width();
      left -= (columns.get(i).hasNames() ? 0 : widths[i]) + GAP.length();
      if (columns.get(i).hasNames()) {
        names.add(i);
      }
    }
    int first = names.get(0);
    if (names.size() > 1) {
      int second = names.get(1);
      widths[second] =
          Math.min(
              widths[second],
              Math.max((int) (left * columns.get(second).names), left - widths[first]));
      boolean cut =
          widths[second] < MIN_SECOND_WIDTH && widths[second] < columns.get(second).width();
      if (cut || width < MIN_WIDTH && left - widths[second] < MIN_NAME_WIDTH) {
        columns.remove(second);
        left += GAP.length();
      } else {
        left -= widths[second];
      }
    }
    widths[first] = Math.min(widths[first], Math.max(left, MIN_NAME_WIDTH));
    while (different && hidesDifferences(columns.get(first).cells, widths[first])) {
      widths[first]++;
    }
    for (int row = -1; row < columns.get(0).cells.size(); row++) {
      appendLine(out, widths, row);
    }
  }

  /** Leaves out numbers, the last ones first, if names have no room. */
  private void leaveOutNumbers() {
    for (int i = columns.size() - 1; i > 0 && width < MIN_WIDTH; i--) {
      int needed = MIN_NAME_WIDTH;
      for (TextColumn column : columns) {
        needed += column.hasNames() ? 0 : column.width() + GAP.length();
      }
      if (needed > width && columns.get(i).spare) {
        columns.remove(i);
      }
    }
  }

  private void appendLine(StringBuilder out, int[] widths, int row) {
    StringBuilder line = new StringBuilder();
    int at = 0;
    int nameColumn = 0;
    String[] more = {};
    for (int i = 0; i < columns.size(); i++) {
      TextColumn column = columns.get(i);
      String cell = row < 0 ? column.header : column.cells.get(row);
      if (column.hasNames()) {
        String[] lines = cell.split("\n");
        more = lines.length > 1 ? lines : more;
        cell = fit(lines[0], widths[i]);
        nameColumn = lines.length > 1 ? at : nameColumn;
      }
      String padding = " ".repeat(Math.max(0, widths[i] - TerminalText.width(cell)));
      line.append(i > 0 ? GAP : "").append(column.right ? padding : "");
      TextStyle style = row < 0 ? TextStyle.BOLD : column.dim ? TextStyle.DIM : TextStyle.PLAIN;
      line.append(style.of(cell, colour));
      line.append(column.right ? "" : padding);
      at += widths[i] + GAP.length();
    }
    out.append(line.toString().stripTrailing()).append('\n');
    for (int i = 1; i < more.length; i++) {
      String caller = fit(more[i], Math.max(MIN_NAME_WIDTH, width - nameColumn));
      out.append(" ".repeat(nameColumn)).append(TextStyle.DIM.of(caller, colour)).append('\n');
    }
  }
}

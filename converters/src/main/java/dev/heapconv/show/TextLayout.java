package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.query.ShownColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of text side by side: those of numbers are as wide as they are, and names share the rest
 * of the width. Where that is too little, names are shortened first. Then columns are left out: the
 * names that matter less, and then those that are spare, from the right. A line below the rows says
 * which.
 */
public final class TextLayout {

  private static final String GAP = "  ";

  /** Names that need as much are not narrower while columns can be left out instead. */
  private static final int USUAL_NAME_WIDTH = 16;

  /**
   * Names are never narrower than this, and a second column of them is left out if it would be. If
   * the rest does not fit, lines are longer than the width.
   */
  private static final int MIN_NAME_WIDTH = 8;

  /**
   * Narrower terminals show fewer columns rather than lines that they would break. Files have no
   * width: they have the usual one, and lines as long as they need.
   */
  private static final int MIN_WIDTH = TableOptions.DEFAULT_WIDTH;

  /**
   * @param names the part of the width of names that it gets, however long others are; 0 for
   *     numbers
   * @param spare whether a narrow terminal may do without it
   * @param width of its longest cell, or of the header
   */
  private record TextColumn(
      String header,
      List<String> cells,
      boolean right,
      boolean dim,
      double names,
      boolean spare,
      int width) {

    static TextColumn of(
        String header,
        List<String> cells,
        boolean right,
        boolean dim,
        double names,
        boolean spare) {
      int width = TerminalText.width(header);
      for (String cell : cells) {
        for (String line : cell.split("\n")) {
          width = Math.max(width, TerminalText.width(line));
        }
      }
      return new TextColumn(header, cells, right, dim, names, spare, width);
    }

    boolean hasNames() {
      return names > 0;
    }
  }

  /** The columns that fit a width, and how wide each of them is. */
  private static final class Fitted {
    final List<TextColumn> columns;
    final int[] widths;

    Fitted(List<TextColumn> columns, int[] widths) {
      this.columns = columns;
      this.widths = widths;
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

  /** How wide the first names must be for different ones to look different; 0 until it is known. */
  private int leastDifferent;

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
    add(TextColumn.of(header, cells, right, dim, 0, false));
  }

  /** Like {@link #column}, of what narrow terminals do without. */
  public void spareColumn(String header, List<String> cells, boolean right, boolean dim) {
    add(TextColumn.of(header, cells, right, dim, 0, true));
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
      bars = TextColumn.of("", cells, false, true, 0, false);
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
      left -= column.hasNames() ? 0 : column.width + GAP.length();
      names += column.hasNames() ? column.width + GAP.length() : 0;
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
    columns.add(TextColumn.of(header, cells, false, false, 1, false));
  }

  /**
   * A column of names that matter less, behind the others.
   *
   * @param share of the width of all names that it gets, however long the others are
   */
  void moreNames(String header, List<String> cells, double share) {
    add(TextColumn.of(header, cells, false, true, share, false));
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

  /** Appends a header line, one line per row, and a line that says which columns are left out. */
  public void appendTo(StringBuilder out) {
    leaveOutBars();
    Fitted fitted = fitted(width);
    int names = namesAt(fitted.columns);
    while (different && hidesDifferences(fitted.columns.get(names).cells, fitted.widths[names])) {
      fitted.widths[names]++;
    }
    for (int row = -1; row < columns.get(0).cells.size(); row++) {
      appendLine(out, fitted, row);
    }
    appendLeftOut(out, fitted.columns);
  }

  /** The columns that fit a width; all that are not spare if none does. */
  private Fitted fitted(int room) {
    List<TextColumn> kept = new ArrayList<>(columns);
    for (int i = kept.size() - 1; i >= 0 && room < MIN_WIDTH; i--) {
      if (kept.get(i).spare && leftForNames(kept, room) < usualNameWidth(kept)) {
        kept.remove(i);
      }
    }
    int left = leftForNames(kept, room);
    List<TextColumn> names = kept.stream().filter(TextColumn::hasNames).toList();
    TextColumn first = names.get(0);
    int ofSecond = 0;
    if (names.size() > 1) {
      TextColumn second = names.get(1);
      int both = left - GAP.length();
      ofSecond = Math.min(second.width, Math.max((int) (both * second.names), both - first.width));
      boolean isCut = ofSecond < MIN_NAME_WIDTH && ofSecond < second.width;
      if (isCut || room < MIN_WIDTH && both - ofSecond < usualNameWidth(kept)) {
        kept.remove(second);
      } else {
        left = both - ofSecond;
      }
    }
    int least = room < MIN_WIDTH ? MIN_NAME_WIDTH : USUAL_NAME_WIDTH;
    int ofFirst = Math.min(first.width, Math.max(left, least));
    int[] widths = kept.stream().mapToInt(TextColumn::width).toArray();
    int at = namesAt(kept);
    widths[at] = ofFirst;
    if (at + 1 < widths.length && kept.get(at + 1).hasNames()) {
      widths[at + 1] = ofSecond;
    }
    return new Fitted(kept, widths);
  }

  /** The place of the first names. */
  private static int namesAt(List<TextColumn> columns) {
    int names = 0;
    while (!columns.get(names).hasNames()) {
      names++;
    }
    return names;
  }

  /** The width that numbers leave for names. */
  private static int leftForNames(List<TextColumn> columns, int width) {
    int left = width;
    for (TextColumn column : columns) {
      left -= column.hasNames() ? 0 : column.width + GAP.length();
    }
    return left;
  }

  /** What the first names get before columns are left out for them. */
  private int usualNameWidth(List<TextColumn> kept) {
    TextColumn names = kept.get(namesAt(kept));
    return Math.max(Math.min(names.width, USUAL_NAME_WIDTH), different ? leastDifferent() : 0);
  }

  private int leastDifferent() {
    if (leastDifferent == 0) {
      List<String> names = columns.get(namesAt(columns)).cells;
      leastDifferent = MIN_NAME_WIDTH;
      while (hidesDifferences(names, leastDifferent)) {
        leastDifferent++;
      }
    }
    return leastDifferent;
  }

  private void appendLeftOut(StringBuilder out, List<TextColumn> kept) {
    List<String> left =
        columns.stream()
            .filter(column -> !kept.contains(column))
            .map(column -> column.header.strip())
            .toList();
    if (left.isEmpty()) {
      return;
    }
    int enough = width + 1;
    while (fitted(enough).columns.size() < columns.size()) {
      enough++;
    }
    String note =
        "  no room for %s; %d columns show %s"
            .formatted(String.join(", ", left), enough, left.size() == 1 ? "it" : "them");
    TerminalText.appendWrapped(out, note, width);
  }

  private void appendLine(StringBuilder out, Fitted fitted, int row) {
    int[] widths = fitted.widths;
    StringBuilder line = new StringBuilder();
    int at = 0;
    int nameColumn = 0;
    String[] more = {};
    for (int i = 0; i < fitted.columns.size(); i++) {
      TextColumn column = fitted.columns.get(i);
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

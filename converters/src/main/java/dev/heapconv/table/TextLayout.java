package dev.heapconv.table;

import dev.heapconv.table.ShownColumn.Need;
import dev.heapconv.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of text side by side. Numbers are aligned right; one column, of names, takes the
 * remaining width, and less useful columns are dropped for it if space is short.
 */
public final class TextLayout {

  private static final String GAP = "  ";

  /** Names are never narrower than this; if that does not fit, lines are longer than the width. */
  private static final int MIN_NAME_WIDTH = 16;

  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  private record TextColumn(
      String header, List<String> cells, boolean right, boolean dim, Need need, boolean names) {
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

  private final int width;
  private final boolean colour;
  private final List<TextColumn> columns = new ArrayList<>();
  private boolean functions;
  private int goodNameWidth;

  /**
   * @param width columns of the page
   * @param colour whether text may contain terminal escape sequences
   */
  public TextLayout(int width, boolean colour) {
    this.width = width;
    this.colour = colour;
  }

  /**
   * A column beside the names; left out if no cell says anything, or as {@code need} says.
   *
   * @param right whether cells are aligned right
   */
  public void column(String header, List<String> cells, boolean right, boolean dim, Need need) {
    for (String cell : cells) {
      if (!cell.isEmpty() && !cell.equals(ShownColumn.NOTHING)) {
        columns.add(new TextColumn(header, cells, right, dim, need, false));
        return;
      }
    }
  }

  /**
   * The only column of names. Cells with several lines begin with the name.
   *
   * @param ofFunctions whether names are shortened by what says least of a function, or else in
   *     their middle
   * @param goodWidth optional columns are left out if names would get less than this width
   */
  public void names(String header, List<String> cells, boolean ofFunctions, int goodWidth) {
    goodNameWidth = goodWidth;
    functions = ofFunctions;
    columns.add(new TextColumn(header, cells, false, false, Need.ALWAYS, true));
  }

  private String fit(String name, int room) {
    return functions ? NameFitting.function(name, room) : NameFitting.middle(name, room);
  }

  /** Appends a header line and one line per row. */
  public void appendTo(StringBuilder out) {
    List<TextColumn> shown = fitting();
    int[] widths = new int[shown.size()];
    int left = width + GAP.length();
    int nameAt = -1;
    for (int i = 0; i < widths.length; i++) {
      widths[i] = shown.get(i).width();
      nameAt = shown.get(i).names() ? i : nameAt;
      left -= (shown.get(i).names() ? 0 : widths[i]) + GAP.length();
    }
    widths[nameAt] = Math.min(widths[nameAt], Math.max(left, MIN_NAME_WIDTH));
    while (hidesDifferences(shown.get(nameAt).cells(), widths[nameAt])) {
      widths[nameAt]++;
    }
    for (int row = -1; row < shown.get(0).cells().size(); row++) {
      appendLine(out, shown, widths, row);
    }
  }

  /**
   * Whether different names would be cut to the same text; then lines are longer than the width.
   */
  private boolean hidesDifferences(List<String> names, int room) {
    List<String> different =
        names.stream().map(name -> name.lines().findFirst().orElse("")).distinct().toList();
    return different.stream().map(name -> fit(name, room)).distinct().count() < different.size();
  }

  /** All columns except optional ones without room; the first ones are kept longest. */
  private List<TextColumn> fitting() {
    int left = width + GAP.length();
    int wanted = 0;
    for (TextColumn column : columns) {
      int needed = column.width();
      if (column.names()) {
        wanted = Math.max(0, needed - goodNameWidth);
        needed = Math.min(needed, goodNameWidth);
      }
      left -= column.need() == Need.ALWAYS ? needed + GAP.length() : 0;
    }
    List<TextColumn> shown = new ArrayList<>();
    for (TextColumn column : columns) {
      int room = column.need() == Need.SPARE ? left - wanted : left;
      if (column.need() == Need.ALWAYS) {
        shown.add(column);
      } else if (column.width() + GAP.length() <= room) {
        left -= column.width() + GAP.length();
        shown.add(column);
      }
    }
    return shown;
  }

  private void appendLine(StringBuilder out, List<TextColumn> shown, int[] widths, int row) {
    int begin = out.length();
    int at = 0;
    int nameColumn = 0;
    String[] more = {};
    for (int i = 0; i < widths.length; i++) {
      TextColumn column = shown.get(i);
      String cell = row < 0 ? column.header() : column.cells().get(row);
      if (column.names()) {
        more = cell.split("\n");
        cell = fit(more.length == 0 ? "" : more[0], widths[i]);
        nameColumn = at;
      }
      out.append(i > 0 ? GAP : "");
      String padding = " ".repeat(Math.max(0, widths[i] - TerminalText.width(cell)));
      out.append(column.right() ? padding : "");
      styled(out, cell, row < 0 ? BOLD : column.dim() ? DIM : null);
      out.append(column.right() || i == widths.length - 1 ? "" : padding);
      at += widths[i] + GAP.length();
    }
    stripEnd(out, begin);
    out.append('\n');
    for (int i = 1; i < more.length; i++) {
      out.append(" ".repeat(nameColumn));
      styled(out, fit(more[i], Math.max(MIN_NAME_WIDTH, width - nameColumn)), DIM);
      out.append('\n');
    }
  }

  private void styled(StringBuilder out, String text, @Nullable String style) {
    if (colour && style != null && !text.isEmpty()) {
      out.append(style).append(text).append(PLAIN);
    } else {
      out.append(text);
    }
  }

  private static void stripEnd(StringBuilder out, int begin) {
    int end = out.length();
    while (end > begin && out.charAt(end - 1) == ' ') {
      end--;
    }
    out.setLength(end);
  }
}

package dev.heapconv.writer.table;

import dev.heapconv.writer.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of text side by side. Numbers are aligned right; one column, of names, takes the
 * remaining width, and less useful columns are dropped for it if space is short.
 */
final class TextLayout {

  /** Shown in place of a number that there is not. */
  static final String NOTHING = "-";

  private static final String GAP = "  ";

  /** Names are never narrower than this; if that does not fit, lines are longer than the width. */
  private static final int LEAST_NAME_WIDTH = 16;

  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  /** How a column is highlighted. */
  enum Style {
    NORMAL,
    DIM,
    NAME
  }

  /** Which columns are dropped first to make room for names. */
  private enum Need {
    ALWAYS,
    /** Shown if names keep a good width next to it. */
    OPTIONAL,
    /** Shown if nothing has to be cut for it. */
    SPARE
  }

  /** How names that are too long are shortened. */
  enum Cut {
    /** By what says least of a function. */
    FUNCTION,
    MIDDLE
  }

  private record TextColumn(
      String header, List<String> cells, boolean right, Style style, Need need) {
    int width() {
      int width = TerminalText.width(header);
      for (String cell : cells) {
        width = Math.max(width, TerminalText.width(cell));
      }
      return width;
    }
  }

  private final int width;
  private final boolean colour;
  private final List<TextColumn> columns = new ArrayList<>();
  private Cut cut = Cut.MIDDLE;
  private int goodNameWidth;

  TextLayout(int width, boolean colour) {
    this.width = width;
    this.colour = colour;
  }

  /**
   * A column of numbers; left out if it is optional and there is no room, or if no cell says
   * anything.
   */
  void numbers(String header, List<String> cells, Style style, boolean optional) {
    column(header, cells, true, style, optional ? Need.OPTIONAL : Need.ALWAYS);
  }

  /** A column of numbers for which no name is cut. */
  void spare(String header, List<String> cells) {
    column(header, cells, true, Style.DIM, Need.SPARE);
  }

  /** A column of short texts; see {@link #numbers}. */
  void texts(String header, List<String> cells, boolean optional) {
    column(header, cells, false, Style.DIM, optional ? Need.OPTIONAL : Need.ALWAYS);
  }

  private void column(String header, List<String> cells, boolean right, Style style, Need need) {
    for (String cell : cells) {
      if (!cell.isEmpty() && !cell.equals(NOTHING)) {
        columns.add(new TextColumn(header, cells, right, style, need));
        return;
      }
    }
  }

  /**
   * The only column of names. Cells with several lines begin with the name.
   *
   * @param shorten how names are shortened
   * @param goodWidth optional columns are left out if names would get less than this width
   */
  void names(String header, List<String> cells, Cut shorten, int goodWidth) {
    goodNameWidth = goodWidth;
    cut = shorten;
    columns.add(new TextColumn(header, cells, false, Style.NAME, Need.ALWAYS));
  }

  private String fit(String name, int most) {
    return switch (cut) {
      case FUNCTION -> NameFitting.function(name, most);
      case MIDDLE -> NameFitting.middle(name, most);
    };
  }

  /** Appends a header line and one line per row, each indented by {@code indent} spaces. */
  void appendTo(StringBuilder out, int indent) {
    List<TextColumn> shown = fitting(indent);
    int[] widths = new int[shown.size()];
    int left = width - indent + GAP.length();
    int rows = 0;
    int nameAt = -1;
    for (int i = 0; i < widths.length; i++) {
      widths[i] = shown.get(i).width();
      rows = shown.get(i).cells().size();
      if (shown.get(i).style() == Style.NAME) {
        nameAt = i;
        left -= GAP.length();
      } else {
        left -= widths[i] + GAP.length();
      }
    }
    if (nameAt >= 0) {
      widths[nameAt] = Math.min(nameWidth(shown.get(nameAt)), Math.max(left, LEAST_NAME_WIDTH));
    }
    for (int row = -1; row < rows; row++) {
      appendLine(out, shown, widths, row, indent);
    }
  }

  private static int nameWidth(TextColumn names) {
    int widest = TerminalText.width(names.header());
    for (String cell : names.cells()) {
      for (String line : cell.split("\n")) {
        widest = Math.max(widest, TerminalText.width(line));
      }
    }
    return widest;
  }

  /** All columns except optional ones without room; the first ones are kept longest. */
  private List<TextColumn> fitting(int indent) {
    int left = width - indent + GAP.length();
    int wanted = 0;
    for (TextColumn column : columns) {
      if (column.style() == Style.NAME) {
        left -= Math.min(nameWidth(column), goodNameWidth) + GAP.length();
        wanted = Math.max(0, nameWidth(column) - goodNameWidth);
      } else if (column.need() == Need.ALWAYS) {
        left -= column.width() + GAP.length();
      }
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

  private void appendLine(
      StringBuilder out, List<TextColumn> shown, int[] widths, int row, int indent) {
    int begin = out.length();
    spaces(out, indent);
    int nameColumn = 0;
    String[] more = {};
    for (int i = 0; i < widths.length; i++) {
      TextColumn column = shown.get(i);
      String cell = row < 0 ? column.header() : column.cells().get(row);
      if (column.style() == Style.NAME) {
        String[] lines = cell.split("\n");
        cell = fit(lines.length == 0 ? "" : lines[0], widths[i]);
        more = lines;
        nameColumn = indent;
        for (int j = 0; j < i; j++) {
          nameColumn += widths[j] + GAP.length();
        }
      }
      if (i > 0) {
        out.append(GAP);
      }
      int padding = Math.max(0, widths[i] - TerminalText.width(cell));
      if (column.right()) {
        spaces(out, padding);
      }
      styled(out, cell, row < 0 ? BOLD : column.style() == Style.DIM ? DIM : null);
      if (!column.right() && i < widths.length - 1) {
        spaces(out, padding);
      }
    }
    stripEnd(out, begin);
    out.append('\n');
    for (int i = 1; i < more.length; i++) {
      spaces(out, nameColumn);
      styled(out, fit(more[i], Math.max(LEAST_NAME_WIDTH, width - nameColumn)), DIM);
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

  static void spaces(StringBuilder out, int count) {
    for (int i = 0; i < count; i++) {
      out.append(' ');
    }
  }
}

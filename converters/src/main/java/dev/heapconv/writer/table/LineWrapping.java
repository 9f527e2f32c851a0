package dev.heapconv.writer.table;

/** Wraps lines of text to the width of a terminal. */
public final class LineWrapping {

  private static final int LEAST_WIDTH = 20;

  private LineWrapping() {}

  /**
   * Appends a line, wrapped at spaces, or within a word that is wider than a line: no text is lost.
   * Continuation lines are indented like the line, but by two columns at least.
   *
   * @param width number of columns of the terminal
   */
  public static void append(StringBuilder out, String line, int width) {
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    int hanging = Math.max(2, indent);
    String next = "\n" + " ".repeat(hanging);
    int most = Math.max(LEAST_WIDTH, width);
    int begin = 0;
    int end = end(line, begin, most);
    while (end < line.length()) {
      int space = line.lastIndexOf(' ', end);
      boolean atSpace = space > begin + (begin == 0 ? indent : 0);
      out.append(line, begin, atSpace ? space : end).append(next);
      begin = atSpace ? space + 1 : end;
      end = end(line, begin, Math.max(LEAST_WIDTH, most - hanging));
    }
    out.append(line, begin, line.length()).append('\n');
  }

  /** Where the characters from {@code begin} on that fit end. */
  private static int end(String line, int begin, int width) {
    int end = begin;
    int room = width;
    while (end < line.length()) {
      room -= NameFitting.width(line.codePointAt(end));
      if (room < 0) {
        break;
      }
      end += Character.charCount(line.codePointAt(end));
    }
    return end;
  }
}

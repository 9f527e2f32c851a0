package dev.heapconv.io;

/**
 * Text on terminals. Text from recordings is data: it must not control a terminal, or deceive
 * whoever reads it.
 */
public final class TerminalText {

  private static final int MIN_WIDTH = 20;

  /** Begins a sequence that selects a colour and ends with m: printable text has none. */
  private static final char ESCAPE = '\u001b';

  private TerminalText() {}

  /**
   * The text with control, direction-changing and invisible characters shown as {@code \}{@code
   * uXXXX}, one or two of them for each.
   */
  public static String printable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return escaped(text, i);
      }
    }
    return text;
  }

  private static String escaped(String text, int from) {
    StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, from);
    int codePoint;
    for (int i = from; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      if (!isUnsafe(codePoint)) {
        safe.appendCodePoint(codePoint);
        continue;
      }
      for (char c : Character.toChars(codePoint)) {
        String hex = Integer.toHexString(c);
        safe.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      }
    }
    return safe.toString();
  }

  /** The last range is that of tags and variation selectors, in which text can hide. */
  private static boolean isUnsafe(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default ->
          (codePoint >= 0x2060 && codePoint <= 0x206f)
              || (codePoint >= 0xe0000 && codePoint <= 0xe0fff);
    };
  }

  /**
   * Appends a line, wrapped at spaces, or within a word that is wider than a line: no text is lost.
   * Continuation lines are indented like the line, but by two columns at least.
   *
   * @param line may contain escape sequences that select colours, which take no room
   * @param width number of columns of the terminal
   */
  public static void appendWrapped(StringBuilder out, String line, int width) {
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    int hanging = Math.max(2, indent);
    String next = "\n" + " ".repeat(hanging);
    int most = Math.max(MIN_WIDTH, width);
    int begin = 0;
    int end = end(line, begin, most);
    while (end < line.length()) {
      // Only within the line: searching all of the text before it would take quadratic time.
      int space = begin + line.substring(begin, end + 1).lastIndexOf(' ');
      boolean atSpace = space > begin + (begin == 0 ? indent : 0);
      out.append(line, begin, atSpace ? space : end).append(next);
      begin = atSpace ? space + 1 : end;
      end = end(line, begin, Math.max(MIN_WIDTH, most - hanging));
    }
    out.append(line, begin, line.length()).append('\n');
  }

  /** Where the characters from {@code begin} on that fit end. */
  private static int end(String line, int begin, int width) {
    int end = begin;
    int room = width;
    while (end < line.length()) {
      if (line.charAt(end) == ESCAPE) {
        end = line.indexOf('m', end) + 1;
        continue;
      }
      room -= width(line.codePointAt(end));
      if (room < 0) {
        break;
      }
      end += Character.charCount(line.codePointAt(end));
    }
    return end;
  }

  /** Number of terminal columns that a text takes up. */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x300) {
        width++;
        continue;
      }
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint) - 1;
      width += width(codePoint);
    }
    return width;
  }

  /** East Asian wide characters and emoji take two columns, combining marks none. */
  public static int width(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    boolean wide =
        (codePoint >= 0x1100 && codePoint <= 0x115f)
            || (codePoint >= 0x2e80 && codePoint <= 0xa4cf)
            || (codePoint >= 0xac00 && codePoint <= 0xd7a3)
            || (codePoint >= 0xf900 && codePoint <= 0xfaff)
            || (codePoint >= 0xfe30 && codePoint <= 0xfe6f)
            || (codePoint >= 0xff00 && codePoint <= 0xff60)
            || (codePoint >= 0xffe0 && codePoint <= 0xffe6)
            || (codePoint >= 0x1f300 && codePoint <= 0x1faff)
            || (codePoint >= 0x20000 && codePoint <= 0x3fffd);
    return wide ? 2 : 1;
  }
}

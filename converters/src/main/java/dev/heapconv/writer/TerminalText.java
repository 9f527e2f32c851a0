package dev.heapconv.writer;

/** Text from recordings is data: it must not control a terminal, or deceive whoever reads it. */
public final class TerminalText {

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
}

package dev.heapconv.writer;

/** Text from recordings is data: it must not control a terminal. */
public final class TerminalText {

  private TerminalText() {}

  /**
   * The text with control, direction-changing and invisible characters shown as {@code \}{@code
   * uXXXX}.
   */
  public static String printable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isUnsafe(text.charAt(i))) {
        return escape(text);
      }
    }
    return text;
  }

  private static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isUnsafe(c)) {
        String hex = Integer.toHexString(c);
        safe.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static boolean isUnsafe(char c) {
    return c < ' '
        || (c >= 0x7f && c <= 0x9f)
        || c == '\u061c'
        || (c >= '\u200b' && c <= '\u200f')
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2060' && c <= '\u206f')
        || c == '\ufeff';
  }
}

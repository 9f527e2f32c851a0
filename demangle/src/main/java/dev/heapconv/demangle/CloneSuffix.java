package dev.heapconv.demangle;

/**
 * The suffixes that optimizers append to the names of functions they clone or split: {@code
 * .isra.0.cold}.
 */
final class CloneSuffix {
  private CloneSuffix() {}

  /**
   * Appends {@code [clone .isra.0] [clone .cold]}; false if the rest of the symbol is something
   * else.
   */
  static boolean append(String symbol, int start, int end, Output out) {
    int position = start;
    while (position < end) {
      int next = endOfOne(symbol, position, end);
      if (next == position) {
        return false;
      }
      out.append(" [clone ").append(symbol.substring(position, next)).append(']');
      position = next;
    }
    return true;
  }

  /** A dot and a word or number, then any further dots with numbers. */
  private static int endOfOne(String symbol, int start, int end) {
    if (symbol.charAt(start) != '.' || start + 1 >= end) {
      return start;
    }
    int position = start + 1;
    if (isWord(symbol.charAt(position))) {
      while (position < end && isWord(symbol.charAt(position))) {
        position++;
      }
    } else if (!Cursor.isDigit(symbol.charAt(position))) {
      return start;
    } else {
      position = start;
    }
    while (position + 1 < end
        && symbol.charAt(position) == '.'
        && Cursor.isDigit(symbol.charAt(position + 1))) {
      position++;
      while (position < end && Cursor.isDigit(symbol.charAt(position))) {
        position++;
      }
    }
    return position;
  }

  private static boolean isWord(char c) {
    return Cursor.isLower(c) || c == '_';
  }
}

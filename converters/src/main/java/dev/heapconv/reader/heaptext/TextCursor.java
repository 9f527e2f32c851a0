package dev.heapconv.reader.heaptext;

/**
 * Reads the parts of one line from left to right. The result of each method shows whether the part
 * is there.
 */
final class TextCursor {

  private final String text;
  private int position;
  private long number;

  TextCursor(String text) {
    this.text = text;
  }

  private void skipSpaces() {
    while (position < text.length() && isSpace(text.charAt(position))) {
      position++;
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }

  /** Skips a character and any spaces before it. */
  boolean eat(char wanted) {
    skipSpaces();
    if (position < text.length() && text.charAt(position) == wanted) {
      position++;
      return true;
    }
    return false;
  }

  /** Reads a decimal number that fits a long, after any spaces; {@link #number()} returns it. */
  boolean decimal() {
    skipSpaces();
    int start = position;
    long value = 0;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      int digit = text.charAt(position) - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        return false;
      }
      value = value * 10 + digit;
      position++;
    }
    number = value;
    return position > start;
  }

  /** Reads a hexadecimal number of at most 64 bits, with or without 0x, after any spaces. */
  boolean hex() {
    skipSpaces();
    if (text.startsWith("0x", position) || text.startsWith("0X", position)) {
      position += 2;
    }
    int start = position;
    long value = 0;
    while (position < text.length()) {
      int digit = Character.digit(text.charAt(position), 16);
      if (digit < 0 || text.charAt(position) > 'f') {
        break;
      }
      if (value >>> 60 != 0) {
        return false;
      }
      value = value << 4 | digit;
      position++;
    }
    number = value;
    return position > start;
  }

  long number() {
    return number;
  }

  boolean atEnd() {
    skipSpaces();
    return position == text.length();
  }

  /** The next characters up to a space. */
  String word() {
    skipSpaces();
    int start = position;
    while (position < text.length() && !isSpace(text.charAt(position))) {
      position++;
    }
    return text.substring(start, position);
  }

  /** The rest of the line without surrounding spaces. */
  String rest() {
    return text.substring(position).strip();
  }
}

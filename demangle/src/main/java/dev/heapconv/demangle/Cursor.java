package dev.heapconv.demangle;

/** A position in a mangled symbol, with the lexical elements shared by all parts of the grammar. */
final class Cursor {
  /**
   * Nesting of grammar rules; real symbols stay below 100. Fits a Java stack of 512 KiB even on
   * hostile input.
   */
  static final int MAX_DEPTH = 256;

  private final String text;
  private final int end;
  private int position;
  private int depth;

  Cursor(String text, int start, int end) {
    this.text = text;
    this.position = start;
    this.end = end;
  }

  int position() {
    return position;
  }

  void moveTo(int newPosition) {
    position = newPosition;
  }

  boolean atEnd() {
    return position >= end;
  }

  int remaining() {
    return end - position;
  }

  /** The next character, or NUL at the end. */
  char peek() {
    return position < end ? text.charAt(position) : '\0';
  }

  char peek(int offset) {
    return position + offset < end ? text.charAt(position + offset) : '\0';
  }

  char next() {
    if (position >= end) {
      throw DemangleFailure.INSTANCE;
    }
    return text.charAt(position++);
  }

  void skip(int characters) {
    position += characters;
  }

  boolean accept(char expected) {
    if (peek() != expected) {
      return false;
    }
    position++;
    return true;
  }

  boolean accept(char first, char second) {
    if (peek() != first || peek(1) != second) {
      return false;
    }
    position += 2;
    return true;
  }

  void expect(char expected) {
    if (!accept(expected)) {
      throw DemangleFailure.INSTANCE;
    }
  }

  String take(int length) {
    if (length < 0 || length > remaining()) {
      throw DemangleFailure.INSTANCE;
    }
    String taken = text.substring(position, position + length);
    position += length;
    return taken;
  }

  String since(int start) {
    return text.substring(start, position);
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix, position) && position + prefix.length() <= end;
  }

  /** A decimal number; fails if there is none or it does not fit a length or an index. */
  int number() {
    if (!isDigit(peek())) {
      throw DemangleFailure.INSTANCE;
    }
    int value = 0;
    while (isDigit(peek())) {
      value = value * 10 + (next() - '0');
      if (value > 10_000_000) {
        throw DemangleFailure.INSTANCE;
      }
    }
    return value;
  }

  /** {@code [<number>] _}: the counter without a number is 0, {@code 0_} is 1, and so on. */
  int optionalCounter() {
    int counter = peek() == '_' ? 0 : number() + 1;
    expect('_');
    return counter;
  }

  /** {@code [<base 36 number>] _} with upper-case digits, counted like {@link #optionalCounter}. */
  int sequenceId() {
    if (accept('_')) {
      return 0;
    }
    int value = 0;
    while (!accept('_')) {
      char c = next();
      int digit = isDigit(c) ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
      if (digit < 0 || value > 10_000_000) {
        throw DemangleFailure.INSTANCE;
      }
      value = value * 36 + digit;
    }
    return value + 1;
  }

  void enter() {
    if (++depth > MAX_DEPTH) {
      throw DemangleFailure.INSTANCE;
    }
  }

  void leave() {
    depth--;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }
}

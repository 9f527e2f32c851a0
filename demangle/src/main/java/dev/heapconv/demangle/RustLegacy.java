package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Rust's older mangling: an Itanium nested name whose last component is a hash, {@code 17h<16 hex
 * digits>}, and whose other components encode characters not allowed in C++ names as {@code $LT$},
 * {@code $u7b$} or dots.
 */
final class RustLegacy {
  private static final int HASH_LENGTH = 17;
  private static final int HASH_COMPONENT_LENGTH = 2 + HASH_LENGTH; // "17h..."

  /** A C++ function may also be named h0000000000000001; a real hash is less regular. */
  private static final int MIN_DISTINCT_DIGITS = 5;

  private RustLegacy() {}

  /**
   * The path without its hash, or null if {@code symbol} after its {@code _Z} is not of this kind.
   */
  static @Nullable String demangle(String symbol, int start, int end) {
    if (start >= end || symbol.charAt(start) != 'N') {
      return null;
    }
    int close = closingE(symbol, start + 1, end);
    if (close < 0 || (close + 1 < end && symbol.charAt(close + 1) != '.')) {
      return null;
    }
    int hash = close - HASH_COMPONENT_LENGTH;
    if (hash <= start + 1 || !symbol.startsWith("17h", hash) || !isHash(symbol, hash + 3, close)) {
      return null;
    }
    StringBuilder out = new StringBuilder(close - start);
    int position = start + 1;
    while (position < hash) {
      int length = 0;
      while (Cursor.isDigit(symbol.charAt(position))) {
        length = length * 10 + symbol.charAt(position++) - '0';
      }
      if (out.length() > 0) {
        out.append("::");
      }
      component(symbol, position, position + length, out);
      position += length;
    }
    return position == hash ? out.toString() : null;
  }

  /** Index of the E after a run of length-prefixed components; -1 if there is anything else. */
  private static int closingE(String symbol, int start, int end) {
    int position = start;
    while (position < end && Cursor.isDigit(symbol.charAt(position))) {
      int length = 0;
      while (position < end && Cursor.isDigit(symbol.charAt(position)) && length < end) {
        length = length * 10 + symbol.charAt(position++) - '0';
      }
      if (length == 0 || length >= end - position) {
        return -1;
      }
      position += length;
    }
    return position < end && symbol.charAt(position) == 'E' ? position : -1;
  }

  private static boolean isHash(String symbol, int start, int end) {
    int seen = 0;
    for (int i = start; i < end; i++) {
      char c = symbol.charAt(i);
      if (Cursor.isDigit(c)) {
        seen |= 1 << (c - '0');
      } else if (c >= 'a' && c <= 'f') {
        seen |= 1 << (c - 'a' + 10);
      } else {
        return false;
      }
    }
    return Integer.bitCount(seen) >= MIN_DISTINCT_DIGITS;
  }

  private static void component(String symbol, int start, int end, StringBuilder out) {
    // an underscore precedes a leading escape, since identifiers cannot begin with $
    int position = symbol.startsWith("_$", start) && start + 1 < end ? start + 1 : start;
    while (position < end) {
      char c = symbol.charAt(position);
      if (c == '.') {
        boolean two = position + 1 < end && symbol.charAt(position + 1) == '.';
        out.append(two ? "::" : ".");
        position += two ? 2 : 1;
      } else if (c == '$') {
        int close = symbol.indexOf('$', position + 1);
        int escaped = close < 0 || close >= end ? -1 : escape(symbol, position + 1, close);
        if (escaped < 0) {
          out.append(symbol, position, end);
          return;
        }
        out.appendCodePoint(escaped);
        position = close + 1;
      } else {
        out.append(c);
        position++;
      }
    }
  }

  /** The character encoded by the escape between two dollar signs; -1 if there is none. */
  private static int escape(String symbol, int start, int end) {
    if (symbol.charAt(start) == 'u' && end - start >= 2 && end - start <= 7) {
      int value = 0;
      for (int i = start + 1; i < end; i++) {
        int digit = Character.digit(symbol.charAt(i), 16);
        if (digit < 0) {
          return -1;
        }
        value = value * 16 + digit;
      }
      return value >= ' '
              && Character.isValidCodePoint(value)
              && !Character.isISOControl(value)
              && (value < Character.MIN_SURROGATE || value > Character.MAX_SURROGATE)
          ? value
          : -1;
    }
    switch (symbol.substring(start, end)) {
      case "SP":
        return '@';
      case "BP":
        return '*';
      case "RF":
        return '&';
      case "LT":
        return '<';
      case "GT":
        return '>';
      case "LP":
        return '(';
      case "RP":
        return ')';
      case "C":
        return ',';
      default:
        return -1;
    }
  }
}

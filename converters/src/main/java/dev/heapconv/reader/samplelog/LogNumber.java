package dev.heapconv.reader.samplelog;

import java.nio.charset.StandardCharsets;

/** Reads the numbers of a log, in CSV and JSONL alike, from the bytes of a line. */
final class LogNumber {

  /** The problem with an address that {@link #hex} rejects. */
  static final String NO_ADDRESS = "an address is not a hexadecimal number of at most 64 bits";

  /** The value of a hexadecimal digit by its byte, as an unsigned number; -1 for other bytes. */
  private static final byte[] HEX_DIGITS = new byte[256];

  static {
    for (int c = 0; c < HEX_DIGITS.length; c++) {
      HEX_DIGITS[c] = (byte) (c < 0x80 ? Character.digit(c, 16) : -1);
    }
  }

  /** All whole numbers up to this one are exact. */
  private static final double MAX_EXACT = 1L << 53;

  private int end;
  private boolean leadingZero;
  private boolean whole;
  private long number;
  private double value;

  /**
   * Reads the decimal number that begins at {@code from}, with or without a fraction and an
   * exponent.
   */
  boolean decimal(byte[] line, int from, int to) {
    int first = from < to && line[from] == '-' ? from + 1 : from;
    int position = first;
    long digits = 0;
    while (position < to && isDigit(line[position])) {
      digits = digits * 10 + (line[position] - '0');
      position++;
    }
    int count = position - first;
    if (count == 0) {
      return false;
    }
    end = position;
    leadingZero = count > 1 && line[first] == '0';
    // The largest number of 19 digits is below 2^64: one that does not fit becomes negative.
    boolean fits = count < 19 || (count == 19 && digits >= 0);
    whole = fits && !isAt(line, position, to, '.') && !isLetterAt(line, position, to, 'e');
    if (!whole) {
      return fraction(line, from, to);
    }
    number = first > from ? -digits : digits;
    value = number;
    return true;
  }

  /** Continues after the first digits. */
  private boolean fraction(byte[] line, int from, int to) {
    if (isAt(line, end, to, '.') && !digits(line, end + 1, to)) {
      return false;
    }
    if (isLetterAt(line, end, to, 'e')) {
      boolean signed = isAt(line, end + 1, to, '-') || isAt(line, end + 1, to, '+');
      if (!digits(line, signed ? end + 2 : end + 1, to)) {
        return false;
      }
    }
    value = Double.parseDouble(new String(line, from, end - from, StandardCharsets.ISO_8859_1));
    // Programs that know no other numbers write 1000.0.
    number = (long) value;
    whole = number == value && Math.abs(value) <= MAX_EXACT;
    return value < Double.POSITIVE_INFINITY;
  }

  private boolean digits(byte[] line, int from, int to) {
    int position = from;
    while (position < to && isDigit(line[position])) {
      position++;
    }
    end = position;
    return position > from;
  }

  /** Reads a hexadecimal number of at most 64 bits, with or without 0x. */
  boolean hex(byte[] line, int from, int to) {
    int first = isAt(line, from, to, '0') && isLetterAt(line, from + 1, to, 'x') ? from + 2 : from;
    int position = first;
    long digits = 0;
    while (position < to) {
      int digit = HEX_DIGITS[line[position] & 0xff];
      if (digit < 0) {
        break;
      }
      if (digits >>> 60 != 0) {
        return false;
      }
      digits = digits << 4 | digit;
      position++;
    }
    end = position;
    whole = true;
    number = digits;
    value = digits;
    return position > first;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isAt(byte[] line, int position, int to, char wanted) {
    return position < to && line[position] == wanted;
  }

  private static boolean isLetterAt(byte[] line, int position, int to, char lowerCase) {
    return position < to && (line[position] | 0x20) == lowerCase;
  }

  /** Where the number that was read ends. */
  int end() {
    return end;
  }

  /** Whether the number begins with a zero that JSON does not allow. */
  boolean hasLeadingZero() {
    return leadingZero;
  }

  /** Whether the number has no fraction and fits a long, exactly. */
  boolean isWhole() {
    return whole;
  }

  /** The number, if it is whole. */
  long whole() {
    return number;
  }

  double value() {
    return value;
  }
}

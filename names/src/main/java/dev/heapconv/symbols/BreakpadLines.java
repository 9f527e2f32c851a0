package dev.heapconv.symbols;

import dev.heapconv.io.LineReader;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The lines of a Breakpad file and the fields in them, without an object per line. */
final class BreakpadLines {

  /** Names of C++ templates rarely reach a tenth. */
  private static final int MAX_LINE = 1 << 20;

  private final LineReader lines;
  private byte[] buffer = {};
  private int at;
  private int end;

  BreakpadLines(InputStream in) {
    lines = new LineReader("symbols", in, MAX_LINE);
  }

  /** Moves on to the next line; false at the end. */
  boolean next() throws IOException {
    try {
      boolean more = lines.next();
      buffer = lines.bytes();
      at = lines.from();
      end = lines.to();
      return more;
    } catch (HeapConvException e) {
      throw new IOException("not a Breakpad file: " + e.getMessage(), e);
    }
  }

  /** Skips a word and the space behind it, if the line continues with it. */
  boolean eat(String word) {
    int length = word.length();
    if (end - at <= length || buffer[at + length] != ' ') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[at + i] != word.charAt(i)) {
        return false;
      }
    }
    at += length + 1;
    return true;
  }

  boolean hasMore() {
    return at < end;
  }

  /** The next field as a hexadecimal number; -1 if it is none. */
  long hex() {
    return number(16);
  }

  /** The next field as a decimal number; -1 if it is none or too large. */
  int decimal() {
    long number = number(10);
    return number > Integer.MAX_VALUE ? -1 : (int) number;
  }

  private long number(int radix) {
    long number = 0;
    int start = at;
    while (at < end && buffer[at] != ' ') {
      int digit = Character.digit(buffer[at++], radix);
      if (digit < 0 || at - start > 16) {
        return -1;
      }
      number = number * radix + digit;
    }
    boolean any = at > start;
    at = Math.min(at + 1, end);
    return any ? number : -1;
  }

  /** The next field as text. */
  String word() {
    int start = at;
    while (at < end && buffer[at] != ' ') {
      at++;
    }
    String word = new String(buffer, start, at - start, StandardCharsets.UTF_8);
    at = Math.min(at + 1, end);
    return word;
  }

  /** The rest of the line as text. */
  String rest() {
    return new String(buffer, at, end - at, StandardCharsets.UTF_8);
  }
}

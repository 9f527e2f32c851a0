package dev.heapconv.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The lines of a Breakpad file and the fields in them, without an object per line. */
final class BreakpadLines {

  /** Names of C++ templates rarely reach a tenth. */
  private static final int MAX_LINE = 1 << 20;

  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int filled;
  private int next;
  private int at;
  private int end;

  BreakpadLines(InputStream in) {
    this.in = in;
  }

  /** Moves on to the next line; false at the end. */
  boolean next() throws IOException {
    at = next;
    for (int look = next; ; look++) {
      if (look == filled) {
        int length = filled - at;
        if (length >= MAX_LINE) {
          throw new IOException(
              "not a Breakpad file: a line is longer than " + MAX_LINE + " bytes");
        }
        if (!fill()) {
          end = filled;
          next = filled;
          return length > 0;
        }
        look = at + length;
      }
      if (buffer[look] == '\n') {
        end = look > at && buffer[look - 1] == '\r' ? look - 1 : look;
        next = look + 1;
        return true;
      }
    }
  }

  /** Keeps the unfinished line and reads more behind it. */
  private boolean fill() throws IOException {
    int kept = filled - at;
    if (kept == buffer.length) {
      buffer = Arrays.copyOf(buffer, kept * 2);
    } else {
      System.arraycopy(buffer, at, buffer, 0, kept);
    }
    at = 0;
    int read = in.read(buffer, kept, buffer.length - kept);
    filled = kept + Math.max(read, 0);
    return read > 0;
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

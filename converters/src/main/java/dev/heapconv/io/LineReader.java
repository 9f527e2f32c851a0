package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines as bytes without copying them or creating an object for each. A line ends with a line
 * feed or at the end of the input.
 */
public final class LineReader {

  private static final int FIRST_BUFFER = 1 << 17;

  /** Longer than any line of a real profile, even one with a million frames. */
  private static final int MAX_LINE_BYTES = 256 << 20;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private final String name;
  private final InputStream in;
  private final int maxLineBytes;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int filled;
  private int from;
  private int to;
  private int next;
  private boolean atEnd;
  private long number;

  /**
   * @param name name of the input, for messages
   */
  public LineReader(String name, InputStream in, int maxLineBytes) {
    this.name = name;
    this.in = in;
    this.maxLineBytes = Math.min(MAX_LINE_BYTES, maxLineBytes);
  }

  /** Moves to the next line; false at the end of the input. */
  public boolean next() throws IOException {
    from = next;
    int scan = next;
    while (true) {
      scan = indexOf(buffer, scan, filled, '\n');
      if (scan < filled) {
        next = scan + 1;
        break;
      }
      int before = from;
      if (!atEnd) {
        fill();
        scan -= before - from;
        continue;
      }
      if (from == filled) {
        to = from;
        return false;
      }
      next = filled;
      break;
    }
    number++;
    to = scan > from && buffer[scan - 1] == '\r' ? scan - 1 : scan;
    return true;
  }

  /**
   * Whether the last line read ended at the end of the input instead of a line feed, so that it may
   * have been cut off.
   */
  public boolean isUnfinished() {
    return atEnd && next == filled && (filled == 0 || buffer[filled - 1] != '\n');
  }

  private void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, filled - from);
      filled -= from;
      from = 0;
    }
    if (filled == buffer.length) {
      if (filled >= maxLineBytes) {
        throw HeapConvException.input(ErrorId.LINE_TOO_LONG, name, number + 1, maxLineBytes);
      }
      buffer = Arrays.copyOf(buffer, (int) Math.min(maxLineBytes, buffer.length * 2L));
    }
    int n = in.read(buffer, filled, buffer.length - filled);
    if (n < 0) {
      atEnd = true;
    } else {
      filled += n;
    }
  }

  /**
   * The buffer with the line at {@link #from} to {@link #to}; valid until the next line is read.
   */
  public byte[] bytes() {
    return buffer;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** Number of the line, from 1. */
  public long number() {
    return number;
  }

  /** The line as text. */
  public String text() {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  /**
   * Index of the first {@code wanted} in {@code bytes} from {@code from} to {@code to}; {@code to}
   * if there is none.
   *
   * @param wanted an ASCII character
   */
  public static int indexOf(byte[] bytes, int from, int to, char wanted) {
    long pattern = wanted * LOWEST_BITS;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long different = (long) LONGS.get(bytes, at) ^ pattern;
      // The lowest bit that is set belongs to the first byte that is 0; bits above may be wrong.
      long zeros = different - LOWEST_BITS & ~different & HIGHEST_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}

package dev.heapconv.reader.jfr;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a chunk, in memory or, of a large one, in a file, and the numbers in them. A number
 * has 7 bits to a byte, the lowest first, and 8 in a ninth.
 *
 * <p>Where the bytes lead out of the chunk, its methods throw a {@link MalformedException}, and an
 * {@link UncheckedIOException} where the file cannot be read.
 */
final class JfrBytes implements Closeable {

  /** A chunk is not as its format says. Has no stack trace: damage is expected. */
  static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param problem what is wrong, as a clause
     */
    MalformedException(String problem) {
      super(problem, null, false, false);
    }
  }

  private static final int BYTES_OF_NUMBER = 9;

  private final long end;

  /** Null for a chunk in memory. */
  private final @Nullable RandomAccessFile file;

  /** Pages of the file, each at its number modulo their count, and the numbers of those held. */
  private final byte[][] pages;

  private final long[] held;
  private final int pageBytes;

  /** The chunk or the current page, its position, how many bytes of it there are, and the next. */
  private byte[] window;

  private long start;
  private int filled;
  private int at;

  /**
   * A chunk in memory.
   *
   * @param memory begins with it
   * @param end its size
   */
  JfrBytes(byte[] memory, int end) {
    this.end = end;
    file = null;
    pages = new byte[0][];
    held = new long[0];
    pageBytes = end;
    window = memory;
    filled = end;
  }

  /**
   * A chunk that is a file of its own, which {@link #close} closes.
   *
   * @param pageBytes how many bytes to read at once
   * @param pages how many times as many to keep in memory
   */
  JfrBytes(RandomAccessFile file, int pageBytes, int pages) throws IOException {
    end = file.length();
    this.file = file;
    this.pages = new byte[pages][];
    held = new long[pages];
    Arrays.fill(held, -1);
    this.pageBytes = pageBytes;
    window = new byte[0];
  }

  /** The number of bytes. */
  long end() {
    return end;
  }

  long position() {
    return start + at;
  }

  void seek(long position) {
    if (position < 0 || position > end) {
      throw cutOff();
    }
    if (position < start || position > start + filled) {
      load(position / pageBytes);
    }
    at = (int) (position - start);
  }

  /**
   * @param count may be anything
   */
  void skip(long count) {
    if (count < 0 || count > end - position()) {
      throw cutOff();
    }
    seek(position() + count);
  }

  byte next() {
    if (at == filled) {
      if (position() == end) {
        throw cutOff();
      }
      load(position() / pageBytes);
      at = 0;
    }
    return window[at++];
  }

  /** Makes a page of the file, which may begin at its end, the window. */
  private void load(long page) {
    int slot = (int) (page % pages.length);
    start = page * pageBytes;
    filled = (int) Math.min(pageBytes, end - start);
    if (held[slot] != page) {
      read(slot);
      held[slot] = page;
    }
    window = pages[slot];
  }

  private void read(int slot) {
    try {
      if (pages[slot] == null) {
        pages[slot] = new byte[pageBytes];
      }
      held[slot] = -1;
      RandomAccessFile source = Objects.requireNonNull(file, "a chunk in memory has one page");
      source.seek(start);
      source.readFully(pages[slot], 0, filled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MalformedException cutOff() {
    return new MalformedException("what it refers to lies outside of a chunk");
  }

  long number() {
    long number = 0;
    for (int i = 0; i < BYTES_OF_NUMBER; i++) {
      byte next = next();
      if (i == BYTES_OF_NUMBER - 1) {
        return number | (next & 0xffL) << 7 * i;
      }
      number |= (next & 0x7fL) << 7 * i;
      if (next >= 0) {
        break;
      }
    }
    return number;
  }

  /** A number of things that follow, of a byte or more each. */
  int count() {
    long count = number();
    if (count < 0 || count > Math.min(Integer.MAX_VALUE, end - position())) {
      throw cutOff();
    }
    return (int) count;
  }

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = next();
    }
    return bytes;
  }

  /** A number of 8 bytes, the highest first, as headers have them. */
  long fixed() {
    long fixed = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      fixed = fixed << Byte.SIZE | next() & 0xff;
    }
    return fixed;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}

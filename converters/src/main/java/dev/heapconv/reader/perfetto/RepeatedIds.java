package dev.heapconv.reader.perfetto;

import java.util.Arrays;

/**
 * Reads repeated fields of ids, one message after the other. Consecutive callstacks mostly have the
 * same outer frames, and so begin with the same bytes, which are not decoded again.
 */
final class RepeatedIds {

  private long[] ids = new long[8];
  private int count;

  /** The bytes of ids of the last message that can be repeated, and where each ends. */
  private byte[] bytes = new byte[32];

  private int[] ends = new int[8];

  /** How many these are; 0 from the first id of a message that replaces them. */
  private int kept;

  /** Where the ids start in the message, and how many bytes of it were repeated. */
  private int start;

  private int repeated;

  /** Whether the ids can be kept: each is a field, and between them is nothing that matters. */
  private boolean isPlain;

  /** Begins with the next message. */
  void begin() {
    count = 0;
    isPlain = false;
  }

  /** Called where ids may follow: takes those that the last message had there, too. */
  void repeat(WireCursor message) {
    isPlain = count == 0 && !isPlain;
    if (!isPlain) {
      return;
    }
    start = message.position();
    int length = Math.min(kept == 0 ? 0 : ends[kept - 1], message.remaining());
    int mismatch = Arrays.mismatch(bytes, 0, length, message.bytes(), start, start + length);
    int place = Arrays.binarySearch(ends, 0, kept, mismatch < 0 ? length : mismatch);
    count = place < 0 ? -1 - place : place + 1;
    repeated = count == 0 ? 0 : ends[count - 1];
    message.advance(repeated);
  }

  /** Reads the current field, an id or a packed run of them; ids beyond {@code max} are dropped. */
  void add(WireCursor message, int max) {
    kept = 0;
    if (!message.isLengthDelimited()) {
      add(message.integer(), max);
      if (isPlain) {
        ends[count - 1] = message.position() - start;
      }
      return;
    }
    isPlain = false;
    int length = message.length();
    int end = message.position() + length;
    while (message.position() < end) {
      add(message.varint(), max);
    }
    if (message.position() != end) {
      throw new WireCursor.MalformedException("a packed field ends in the middle of a number");
    }
  }

  private void add(long id, int max) {
    if (count < max) {
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, count * 2);
        ends = Arrays.copyOf(ends, count * 2);
      }
      ids[count++] = id;
    }
  }

  /** The message has been read: keeps its ids for the next. */
  void end(WireCursor message) {
    if (isPlain && count > 0) {
      int length = ends[count - 1];
      if (length > bytes.length) {
        bytes = Arrays.copyOf(bytes, length * 2);
      }
      System.arraycopy(message.bytes(), start + repeated, bytes, repeated, length - repeated);
      kept = count;
    }
  }

  int count() {
    return count;
  }

  /** The ids, of which there are {@link #count()}; the array is reused. */
  long[] ids() {
    return ids;
  }
}

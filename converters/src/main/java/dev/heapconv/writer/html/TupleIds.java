package dev.heapconv.writer.html;

import java.util.Arrays;

/** Tuples of {@value #WIDTH} integers, numbered from 0 in order of first use. */
final class TupleIds {

  static final int WIDTH = 7;

  /** Its product spreads each bit over the higher ones. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  private long[] tuples = new long[64 * WIDTH];

  /** Ids plus 1; 0 is free. Its length is a power of two. */
  private int[] table = new int[1024];

  private int size;

  int size() {
    return size;
  }

  /** The number of a tuple; equal to the {@link #size()} before if it is new. */
  int id(long[] tuple) {
    int at = slot(tuple, 0);
    while (table[at] != 0) {
      if (is(table[at] - 1, tuple)) {
        return table[at] - 1;
      }
      at = at + 1 & table.length - 1;
    }
    if ((size + 1) * WIDTH > tuples.length) {
      tuples = Arrays.copyOf(tuples, tuples.length * 2);
    }
    System.arraycopy(tuple, 0, tuples, size * WIDTH, WIDTH);
    table[at] = ++size;
    if (size > table.length / 2) {
      grow();
    }
    return size - 1;
  }

  private int slot(long[] numbers, int from) {
    long hash = 0;
    for (int i = from; i < from + WIDTH; i++) {
      hash = (Long.rotateLeft(hash, 5) ^ numbers[i]) * GOLDEN_RATIO;
    }
    return (int) (hash >>> 32) & table.length - 1;
  }

  private boolean is(int id, long[] tuple) {
    for (int i = 0; i < WIDTH; i++) {
      if (tuples[id * WIDTH + i] != tuple[i]) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    table = new int[table.length * 2];
    for (int id = 0; id < size; id++) {
      int at = slot(tuples, id * WIDTH);
      while (table[at] != 0) {
        at = at + 1 & table.length - 1;
      }
      table[at] = id + 1;
    }
  }

  long number(int id, int place) {
    return tuples[id * WIDTH + place];
  }
}

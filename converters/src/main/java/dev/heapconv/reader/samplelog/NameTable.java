package dev.heapconv.reader.samplelog;

import java.util.Arrays;

/** Numbers strings and finds them by their bytes, without creating an object for a lookup. */
final class NameTable {

  static final int NONE = -1;

  private byte[][] names = new byte[1024][];
  private int[] values = new int[1024];
  private int size;

  /**
   * Hashes in the upper halves, indices of names plus 1 in the lower ones; 0 is free. Names are
   * only looked at if their hash is the one that is sought. The length is a power of two.
   */
  private long[] table = new long[2048];

  /** The number of a string; -1 if it has none. */
  int find(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    for (int at = hash & mask(); table[at] != 0; at = at + 1 & mask()) {
      if ((int) (table[at] >>> Integer.SIZE) == hash) {
        int index = (int) table[at] - 1;
        if (Arrays.equals(names[index], 0, names[index].length, bytes, from, to)) {
          return values[index];
        }
      }
    }
    return NONE;
  }

  /** Assigns a number to a string that has none. */
  void put(byte[] bytes, int from, int to, int value) {
    if (size == names.length) {
      grow();
    }
    names[size] = Arrays.copyOfRange(bytes, from, to);
    values[size++] = value;
    enter((long) hash(bytes, from, to) << Integer.SIZE | size);
  }

  private int mask() {
    return table.length - 1;
  }

  private void enter(long entry) {
    int at = (int) (entry >>> Integer.SIZE) & mask();
    while (table[at] != 0) {
      at = at + 1 & mask();
    }
    table[at] = entry;
  }

  private void grow() {
    names = Arrays.copyOf(names, size * 2);
    values = Arrays.copyOf(values, size * 2);
    long[] old = table;
    table = new long[old.length * 2];
    for (long entry : old) {
      if (entry != 0) {
        enter(entry);
      }
    }
  }

  /** Long strings are processed eight bytes at a time. */
  private static int hash(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      hash = (hash ^ (long) LONGS.get(bytes, i)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 29;
    }
    for (; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x9e3779b97f4a7c15L;
    }
    return (int) (hash ^ hash >>> 32);
  }

  private static final java.lang.invoke.VarHandle LONGS =
      java.lang.invoke.MethodHandles.byteArrayViewVarHandle(
          long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
}

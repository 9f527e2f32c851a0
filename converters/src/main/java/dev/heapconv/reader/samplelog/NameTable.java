package dev.heapconv.reader.samplelog;

import java.util.Arrays;

/** Numbers strings and finds them by their bytes, without creating an object for a lookup. */
final class NameTable {

  static final int NONE = -1;

  private byte[][] names = new byte[1024][];
  private int[] values = new int[1024];
  private int size;

  /** The number of a string; -1 if it has none. */
  int find(byte[] bytes, int from, int to) {
    int slot = slot(bytes, from, to);
    return names[slot] == null ? NONE : values[slot];
  }

  /** Assigns a number to a string that has none. */
  void put(byte[] bytes, int from, int to, int value) {
    if (size * 2 >= names.length) {
      grow();
    }
    int slot = slot(bytes, from, to);
    names[slot] = Arrays.copyOfRange(bytes, from, to);
    values[slot] = value;
    size++;
  }

  private int slot(byte[] bytes, int from, int to) {
    int mask = names.length - 1;
    int slot = hash(bytes, from, to) & mask;
    while (names[slot] != null
        && !Arrays.equals(names[slot], 0, names[slot].length, bytes, from, to)) {
      slot = slot + 1 & mask;
    }
    return slot;
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

  private void grow() {
    byte[][] oldNames = names;
    int[] oldValues = values;
    names = new byte[oldNames.length * 2][];
    values = new int[oldNames.length * 2];
    for (int i = 0; i < oldNames.length; i++) {
      if (oldNames[i] != null) {
        int slot = slot(oldNames[i], 0, oldNames[i].length);
        names[slot] = oldNames[i];
        values[slot] = oldValues[i];
      }
    }
  }
}

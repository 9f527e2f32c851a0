package dev.heapconv.samplelog;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/** The live samples by address, in arrays: some 50 bytes each. */
final class LiveTable {

  static final int NONE = -1;

  private final Long2IntOpenHashMap slotOfAddress = new Long2IntOpenHashMap();
  private int[] rows = new int[64];
  private long[] sizes = new long[64];
  private long[] allocated = new long[64];
  private double[] extras = new double[64];
  private int used;
  private int[] free = new int[64];
  private int freeCount;

  LiveTable() {
    slotOfAddress.defaultReturnValue(NONE);
  }

  /** Adds a sample at an address that is not live. */
  void put(long address, int row, long size, long allocatedSize, double extra) {
    int slot = freeCount > 0 ? free[--freeCount] : used++;
    if (slot == rows.length) {
      int capacity = slot * 2;
      rows = Arrays.copyOf(rows, capacity);
      sizes = Arrays.copyOf(sizes, capacity);
      allocated = Arrays.copyOf(allocated, capacity);
      extras = Arrays.copyOf(extras, capacity);
    }
    rows[slot] = row;
    sizes[slot] = size;
    allocated[slot] = allocatedSize;
    extras[slot] = extra;
    slotOfAddress.put(address, slot);
  }

  /** Takes a sample out and gives its slot, which may be looked at until the next one is put; {@link #NONE} if none is there. */
  int remove(long address) {
    int slot = slotOfAddress.remove(address);
    if (slot != NONE) {
      if (freeCount == free.length) {
        free = Arrays.copyOf(free, freeCount * 2);
      }
      free[freeCount++] = slot;
    }
    return slot;
  }

  int row(int slot) {
    return rows[slot];
  }

  long size(int slot) {
    return sizes[slot];
  }

  long allocated(int slot) {
    return allocated[slot];
  }

  double extra(int slot) {
    return extras[slot];
  }

  int count() {
    return slotOfAddress.size();
  }

  /** The slots of all live samples, in the order of the slots. */
  int[] slots() {
    int[] slots = slotOfAddress.values().toIntArray();
    Arrays.sort(slots);
    return slots;
  }
}

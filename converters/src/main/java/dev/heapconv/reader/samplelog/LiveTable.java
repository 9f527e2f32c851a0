package dev.heapconv.reader.samplelog;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * The live samples by address, in arrays: about 70 bytes each. The data of a sample is contiguous,
 * and the map is sparse, because every access to a large table is a cache miss.
 */
final class LiveTable {

  static final int NONE = -1;

  private static final float LOAD_FACTOR = 0.5f;
  private static final int FIELDS = 4;
  private static final int ROW = 0;
  private static final int SIZE = 1;
  private static final int ALLOCATED = 2;
  private static final int EXTRA = 3;
  private static final int BLOCK_BITS = 14;
  private static final int BLOCK_SLOTS = 1 << BLOCK_BITS;

  private final Long2IntOpenHashMap slotOfAddress = new Long2IntOpenHashMap(1024, LOAD_FACTOR);
  private long[][] blocks = new long[4][];
  private int used;
  private int[] free = new int[64];
  private int freeCount;

  LiveTable() {
    slotOfAddress.defaultReturnValue(NONE);
  }

  /** Adds a sample at an address that is not live. */
  void put(long address, int row, long size, long allocatedSize, double extra) {
    int slot = freeCount > 0 ? free[--freeCount] : newSlot();
    long[] block = blocks[slot >>> BLOCK_BITS];
    int at = (slot & BLOCK_SLOTS - 1) * FIELDS;
    block[at + ROW] = row;
    block[at + SIZE] = size;
    block[at + ALLOCATED] = allocatedSize;
    block[at + EXTRA] = Double.doubleToRawLongBits(extra);
    slotOfAddress.put(address, slot);
  }

  /** Blocks, because a single array would have to be copied whenever it grows. */
  private int newSlot() {
    int slot = used++;
    int block = slot >>> BLOCK_BITS;
    if (block == blocks.length) {
      blocks = Arrays.copyOf(blocks, block * 2);
    }
    if (blocks[block] == null) {
      blocks[block] = new long[BLOCK_SLOTS * FIELDS];
    }
    return slot;
  }

  /**
   * Removes a sample and returns its slot, which may be read until the next one is added; {@link
   * #NONE} if there is none.
   */
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

  private long field(int slot, int field) {
    return blocks[slot >>> BLOCK_BITS][(slot & BLOCK_SLOTS - 1) * FIELDS + field];
  }

  int row(int slot) {
    return (int) field(slot, ROW);
  }

  long size(int slot) {
    return field(slot, SIZE);
  }

  long allocated(int slot) {
    return field(slot, ALLOCATED);
  }

  double extra(int slot) {
    return Double.longBitsToDouble(field(slot, EXTRA));
  }

  /** The slots of all live samples, in the order of the slots. */
  int[] slots() {
    int[] slots = slotOfAddress.values().toIntArray();
    Arrays.sort(slots);
    return slots;
  }
}

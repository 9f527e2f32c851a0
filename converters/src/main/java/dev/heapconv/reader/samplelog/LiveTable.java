package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.samples.StackSamples;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The live samples by address, in arrays: about 70 bytes each. Every access to a large table is a
 * cache miss, so the table holds beside an address all that its free needs: the slot of the sample
 * and its recorded bytes. The rest is stored by slot and only read for a snapshot.
 */
final class LiveTable {

  /** No sample is live at an address. */
  static final long NONE = -1;

  private static final int FIELDS = 4;
  private static final int ROW = 0;
  private static final int SIZE = 1;
  private static final int ALLOCATED = 2;
  private static final int EXTRA = 3;
  private static final int BLOCK_BITS = 14;
  private static final int BLOCK_SLOTS = 1 << BLOCK_BITS;

  private static final int FIRST_BITS = 10;
  private static final int MAX_BITS = 29;

  /** 2^64 divided by the golden ratio, whose products have well-mixed high bits. */
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private static final long EMPTY = 0;
  private static final long LOW_HALF = 0xffff_ffffL;

  /** Stands for recorded bytes that do not fit the half of a long. */
  private static final long MANY = LOW_HALF;

  private final StackSamples scheme;

  /**
   * Pairs of an address and an entry: the recorded bytes in the upper half, the slot + 1 in the
   * lower half. Between the place that an address asks for and its pair no pair is empty.
   */
  private long[] pairs = new long[2 << FIRST_BITS];

  private int bits = FIRST_BITS;
  private int size;

  private long[][] blocks = new long[4][];
  private int used;
  private int[] free = new int[64];
  private int freeCount;

  /**
   * @param scheme samples of the scheme of the log, which say what is recorded of one
   */
  LiveTable(StackSamples scheme) {
    this.scheme = scheme;
  }

  /** The place that an address asks for, as an index of {@link #pairs}. */
  private int home(long address) {
    return (int) (address * MULTIPLIER >>> Long.SIZE - bits) * 2;
  }

  private int after(int at) {
    return at + 2 & pairs.length - 1;
  }

  /**
   * Reads the memory where {@link #put} and {@link #remove} will look for an address, and returns
   * something that depends on it. Reads of several addresses in a row wait for memory together.
   */
  long touch(long address) {
    return pairs[home(address) + 1];
  }

  /**
   * Adds a sample, which replaces one at the same address.
   *
   * @param recordedBytes what the scheme records of it, not negative
   * @return the recorded bytes of the sample that was replaced, or {@link #NONE}
   */
  long put(
      long address, int row, long requested, long allocated, double extra, long recordedBytes) {
    int at = home(address);
    while (pairs[at + 1] != EMPTY && pairs[at] != address) {
      at = after(at);
    }
    long replaced = pairs[at + 1] == EMPTY ? NONE : recordedBytes(pairs[at + 1]);
    int slot;
    if (replaced != NONE) {
      slot = slot(pairs[at + 1]);
    } else {
      slot = freeCount > 0 ? free[--freeCount] : newSlot();
      size++;
    }
    long[] block = blocks[slot >>> BLOCK_BITS];
    int first = (slot & BLOCK_SLOTS - 1) * FIELDS;
    block[first + ROW] = row;
    block[first + SIZE] = requested;
    block[first + ALLOCATED] = allocated;
    block[first + EXTRA] = Double.doubleToRawLongBits(extra);
    pairs[at] = address;
    pairs[at + 1] = Math.min(MANY, recordedBytes) << Integer.SIZE | slot + 1;
    if (size > pairs.length / 3) {
      grow();
    }
    return replaced;
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

  private void grow() {
    if (bits == MAX_BITS) {
      throw new OutOfMemoryError("more than " + size + " live samples");
    }
    long[] old = pairs;
    pairs = new long[old.length * 2];
    bits++;
    for (int from = 0; from < old.length; from += 2) {
      if (old[from + 1] != EMPTY) {
        int at = home(old[from]);
        while (pairs[at + 1] != EMPTY) {
          at = after(at);
        }
        pairs[at] = old[from];
        pairs[at + 1] = old[from + 1];
      }
    }
  }

  /** Removes the sample at an address and returns its recorded bytes, or {@link #NONE}. */
  long remove(long address) {
    int at = home(address);
    while (pairs[at + 1] != EMPTY && pairs[at] != address) {
      at = after(at);
    }
    long entry = pairs[at + 1];
    if (entry == EMPTY) {
      return NONE;
    }
    close(at);
    size--;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = slot(entry);
    return recordedBytes(entry);
  }

  /** Empties a pair, and moves pairs behind it that would not be found any more. */
  private void close(int gap) {
    int mask = pairs.length - 1;
    int at = after(gap);
    while (pairs[at + 1] != EMPTY) {
      if ((at - home(pairs[at]) & mask) >= (at - gap & mask)) {
        pairs[gap] = pairs[at];
        pairs[gap + 1] = pairs[at + 1];
        gap = at;
      }
      at = after(at);
    }
    pairs[gap + 1] = EMPTY;
  }

  private static int slot(long entry) {
    return (int) entry - 1;
  }

  private long recordedBytes(long entry) {
    long recorded = entry >>> Integer.SIZE;
    int slot = slot(entry);
    return recorded < MANY
        ? recorded
        : scheme.recordedBytes(requested(slot), allocated(slot), extra(slot));
  }

  private long field(int slot, int field) {
    return blocks[slot >>> BLOCK_BITS][(slot & BLOCK_SLOTS - 1) * FIELDS + field];
  }

  int row(int slot) {
    return (int) field(slot, ROW);
  }

  long requested(int slot) {
    return field(slot, SIZE);
  }

  long allocated(int slot) {
    return field(slot, ALLOCATED);
  }

  double extra(int slot) {
    return Double.longBitsToDouble(field(slot, EXTRA));
  }

  /** The slots of the live samples. */
  BitSet slots() {
    BitSet slots = new BitSet(used);
    slots.set(0, used);
    for (int i = 0; i < freeCount; i++) {
      slots.clear(free[i]);
    }
    return slots;
  }
}

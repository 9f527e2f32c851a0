package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.StackSamples;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is live: the samples by address, and sums. An open-addressed table has the samples
 * themselves, with linear probing: at a million of them each access to memory has to wait, and a
 * map to places in a list takes three.
 */
final class LiveSamples {

  /** Takes samples one by one. */
  interface Visitor {
    void sample(int row, long size, long allocated, double extra);
  }

  // The fields of a sample. One more than its row is in the lower half of ROW, which is 0 where no
  // sample is.
  private static final int ADDRESS = 0;
  private static final int ROW = 1;
  private static final int SIZE = 2;
  private static final int ALLOCATED = 3;
  private static final int EXTRA = 4;
  private static final int FIELDS = 5;

  private static final int FIRST_SLOTS = 1 << 8;

  /** Twice as many would not be in an array. */
  private static final int MOST_SLOTS = 1 << 28;

  /** How many addresses of freed memory are remembered at most; a power of two. */
  private static final int FREED = 1 << 15;

  private final StackSamples scheme;

  /** The fields of a power of two of slots, of which less than two thirds are used. */
  private long[] table = new long[FIRST_SLOTS * FIELDS];

  private int slots = FIRST_SLOTS;
  private int used;

  /** How often {@link #mark} was called; in the upper half of the field of a sample's row. */
  private int marks;

  /** What was live at the last mark and no longer is, with all its fields. */
  private final LongArrayList gone = new LongArrayList();

  private long count;
  private long bytes;
  private long unknownFrees;

  /**
   * Addresses that were freed lately, by their hash, from the first unknown free on: one that is
   * freed again has been allocated meanwhile. Null before that, or if not all is recorded.
   */
  private long @Nullable [] freed;

  private final boolean isComplete;

  /**
   * @param scheme samples of the scheme of the log, which say what is recorded of one
   * @param isComplete whether every allocation is recorded
   */
  LiveSamples(StackSamples scheme, boolean isComplete) {
    this.scheme = scheme;
    this.isComplete = isComplete;
  }

  /** Adds a sample; true if it replaces one that is still live at its address. */
  boolean add(long address, int row, long size, long allocatedSize, double extra) {
    int at = find(address);
    boolean replaces = isUsed(at);
    if (replaces) {
      subtract(at);
    } else {
      used++;
      if (used > slots / 3 * 2) {
        grow();
        at = find(address);
      }
    }
    table[at + ADDRESS] = address;
    table[at + ROW] = (long) marks << Integer.SIZE | row + 1;
    table[at + SIZE] = size;
    table[at + ALLOCATED] = allocatedSize;
    table[at + EXTRA] = Double.doubleToRawLongBits(extra);
    addTotals(1, recordedBytes(at));
    return replaces;
  }

  private boolean isUsed(int at) {
    return table[at + ROW] != 0;
  }

  private int home(long address) {
    return (int) HashCommon.mix(address) & slots - 1;
  }

  /** The place of the sample at an address, or the one where it belongs. */
  private int find(long address) {
    int slot = home(address);
    while (isUsed(slot * FIELDS) && table[slot * FIELDS + ADDRESS] != address) {
      slot = slot + 1 & slots - 1;
    }
    return slot * FIELDS;
  }

  private void grow() {
    if (slots == MOST_SLOTS) {
      throw new OutOfMemoryError("more live samples than an array can hold");
    }
    long[] before = table;
    slots *= 2;
    table = new long[slots * FIELDS];
    for (int from = 0; from < before.length; from += FIELDS) {
      if (before[from + ROW] != 0) {
        System.arraycopy(before, from, table, find(before[from + ADDRESS]), FIELDS);
      }
    }
  }

  /** Removes a sample, and moves those behind it that are not at home closer to it. */
  private void remove(int at) {
    used--;
    int free = at / FIELDS;
    int slot = free + 1 & slots - 1;
    for (; isUsed(slot * FIELDS); slot = slot + 1 & slots - 1) {
      int home = home(table[slot * FIELDS + ADDRESS]);
      if ((slot - home & slots - 1) >= (slot - free & slots - 1)) {
        System.arraycopy(table, slot * FIELDS, table, free * FIELDS, FIELDS);
        free = slot;
      }
    }
    table[free * FIELDS + ROW] = 0;
  }

  void forEachAddress(LongConsumer consumer) {
    for (int at = 0; at < table.length; at += FIELDS) {
      if (isUsed(at)) {
        consumer.accept(table[at + ADDRESS]);
      }
    }
  }

  boolean holds(long address) {
    return isUsed(find(address));
  }

  /**
   * Removes the sample at an address, or counts the free if there is none.
   *
   * @return whether the address was free already, so that its allocation was missed
   */
  boolean free(long address) {
    int at = find(address);
    boolean isKnown = isUsed(at);
    if (isKnown) {
      subtract(at);
      remove(at);
    } else {
      unknownFrees++;
      if (isComplete && freed == null) {
        freed = new long[FREED];
      }
    }
    return freed != null && isFreedAgain(address, freed) && !isKnown;
  }

  /** Remembers that an address is free; whether it was the last of those with its hash. */
  private static boolean isFreedAgain(long address, long[] freed) {
    int at = (int) HashCommon.mix(address) & FREED - 1;
    boolean again = freed[at] == address && address != 0;
    freed[at] = address;
    return again;
  }

  private void subtract(int at) {
    count--;
    bytes -= recordedBytes(at);
    if (isMarked(at)) {
      gone.addElements(gone.size(), table, at, FIELDS);
    }
  }

  /** Remembers what is live now, instead of what was at the mark before. */
  void mark() {
    marks++;
    gone.clear();
  }

  private boolean isMarked(int at) {
    return table[at + ROW] >>> Integer.SIZE < marks;
  }

  /** Passes on the samples that were live at the last {@link #mark}. */
  void forEachMarked(Visitor visitor) {
    for (int at = 0; at < table.length; at += FIELDS) {
      if (isUsed(at) && isMarked(at)) {
        visit(table, at, visitor);
      }
    }
    for (int at = 0; at < gone.size(); at += FIELDS) {
      visit(gone.elements(), at, visitor);
    }
  }

  private static void visit(long[] samples, int at, Visitor visitor) {
    visitor.sample(
        (int) samples[at + ROW] - 1,
        samples[at + SIZE],
        samples[at + ALLOCATED],
        Double.longBitsToDouble(samples[at + EXTRA]));
  }

  /** Adds to the sums; negative numbers take away. */
  void addTotals(long samples, long recordedBytes) {
    count = Saturation.add(count, samples);
    bytes = Saturation.add(bytes, recordedBytes);
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  long unknownFrees() {
    return unknownFrees;
  }

  private long recordedBytes(int at) {
    double extra = Double.longBitsToDouble(table[at + EXTRA]);
    return scheme.recordedBytes(table[at + SIZE], table[at + ALLOCATED], extra);
  }
}

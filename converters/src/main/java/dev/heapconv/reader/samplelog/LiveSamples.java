package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.StackSamples;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What is live: the samples by address, and sums. A sample is stored in a slot. */
final class LiveSamples {

  private static final int NONE = -1;

  /** Takes samples one by one. */
  interface Visitor {
    void sample(int row, long size, long allocated, double extra);
  }

  // The fields of a sample, which are together because each access to a large array has to wait.
  private static final int ROW = 0;
  private static final int SIZE = 1;
  private static final int ALLOCATED = 2;
  private static final int EXTRA = 3;
  private static final int FIELDS = 4;

  /** How many addresses of freed memory are remembered at most; a power of two. */
  private static final int FREED = 1 << 15;

  private final StackSamples scheme;
  private final Long2IntOpenHashMap slotOfAddress = new Long2IntOpenHashMap();
  private final LongArrayList fields = new LongArrayList();
  private final IntArrayList unused = new IntArrayList();

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
    slotOfAddress.defaultReturnValue(NONE);
  }

  /** Adds a sample; true if it replaces one that is still live at its address. */
  boolean add(long address, int row, long size, long allocatedSize, double extra) {
    int slot = slotOfAddress.get(address);
    boolean replaces = slot != NONE;
    if (!replaces) {
      slot = unused.isEmpty() ? newSlot() : unused.popInt();
      slotOfAddress.put(address, slot);
    } else {
      subtract(slot);
    }
    set(slot, ROW, (long) marks << Integer.SIZE | row);
    set(slot, SIZE, size);
    set(slot, ALLOCATED, allocatedSize);
    set(slot, EXTRA, Double.doubleToRawLongBits(extra));
    addTotals(1, recordedBytes(slot));
    return replaces;
  }

  private int newSlot() {
    int slot = fields.size() / FIELDS;
    for (int i = 0; i < FIELDS; i++) {
      fields.add(0);
    }
    return slot;
  }

  private void set(int slot, int field, long value) {
    fields.set(slot * FIELDS + field, value);
  }

  private long get(int slot, int field) {
    return fields.getLong(slot * FIELDS + field);
  }

  LongSet addresses() {
    return slotOfAddress.keySet();
  }

  boolean holds(long address) {
    return slotOfAddress.containsKey(address);
  }

  /**
   * Removes the sample at an address, or counts the free if there is none.
   *
   * @return whether the address was free already, so that its allocation was missed
   */
  boolean free(long address) {
    int slot = slotOfAddress.remove(address);
    if (slot == NONE) {
      unknownFrees++;
      if (isComplete && freed == null) {
        freed = new long[FREED];
      }
    } else {
      subtract(slot);
      unused.add(slot);
    }
    return freed != null && isFreedAgain(address, freed) && slot == NONE;
  }

  /** Remembers that an address is free; whether it was the last of those with its hash. */
  private static boolean isFreedAgain(long address, long[] freed) {
    int at = (int) HashCommon.mix(address) & FREED - 1;
    boolean again = freed[at] == address && address != 0;
    freed[at] = address;
    return again;
  }

  private void subtract(int slot) {
    count--;
    bytes -= recordedBytes(slot);
    if (isMarked(slot)) {
      gone.addAll(fields.subList(slot * FIELDS, (slot + 1) * FIELDS));
    }
  }

  /** Remembers what is live now, instead of what was at the mark before. */
  void mark() {
    marks++;
    gone.clear();
  }

  private boolean isMarked(int slot) {
    return get(slot, ROW) >>> Integer.SIZE < marks;
  }

  /** Passes on the samples that were live at the last {@link #mark}. */
  void forEachMarked(Visitor visitor) {
    BitSet slots = new BitSet();
    slots.set(0, fields.size() / FIELDS);
    unused.forEach(slots::clear);
    for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
      if (isMarked(slot)) {
        visit(fields, slot, visitor);
      }
    }
    for (int i = 0; i < gone.size() / FIELDS; i++) {
      visit(gone, i, visitor);
    }
  }

  private static void visit(LongArrayList samples, int index, Visitor visitor) {
    int at = index * FIELDS;
    visitor.sample(
        (int) samples.getLong(at + ROW),
        samples.getLong(at + SIZE),
        samples.getLong(at + ALLOCATED),
        Double.longBitsToDouble(samples.getLong(at + EXTRA)));
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

  private long recordedBytes(int slot) {
    double extra = Double.longBitsToDouble(get(slot, EXTRA));
    return scheme.recordedBytes(get(slot, SIZE), get(slot, ALLOCATED), extra);
  }
}

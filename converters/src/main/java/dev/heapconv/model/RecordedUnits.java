package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.RecordedUnskewer;
import java.util.Arrays;

/**
 * Units of the scheme {@code recorded}: each is a number of sampled allocations with their bytes, a
 * line of a text dump or a single sample. A unit of mean size a is divided by its chance of being
 * sampled, {@code 1 - exp(-a/T)}, before the units of a row are summed.
 */
public final class RecordedUnits implements RowEstimator {

  /** What the allocations of one unit have in common. */
  public enum Kind {
    /** Their size, or they are one. */
    EQUAL_SIZES,
    /**
     * Nothing, but the producer cooked the sums so that this rule gives unbiased totals: jemalloc
     * from 5.3 on.
     */
    COOKED,
    /** Nothing: the rule gives too little, and no rule can do better. */
    PLAIN_SUMS
  }

  /** Which allocations a unit is of. */
  public enum Side {
    ALLOCATED,
    LIVE,
    FREED;

    static Side of(View view) {
      if (view.isLive()) {
        return LIVE;
      }
      return view.name().startsWith("alloc_") ? ALLOCATED : FREED;
    }
  }

  private static final int SIDES = Side.values().length;

  private final long interval;
  private final Kind kind;
  private final RecordedUnskewer unskewer;
  private int[] slots = new int[64];
  private long[] counts = new long[64];
  private long[] bytes = new long[64];
  private int size;
  private boolean mixedSizes;

  private boolean indexed;
  private int[] unitsBySlot = {};
  private int[] firstOfSlot = {};
  private int currentSlot = -1;

  /**
   * @param interval mean sampling interval T in bytes
   */
  public RecordedUnits(long interval, Kind kind) {
    this.interval = interval;
    this.kind = kind;
    unskewer = new RecordedUnskewer(interval);
  }

  /** Adds a unit to a row; one without allocations and bytes is nothing. */
  public void add(int row, Side side, long count, long unitBytes) {
    if (count == 0 && unitBytes == 0) {
      return;
    }
    if (size == slots.length) {
      int capacity = size * 2;
      slots = Arrays.copyOf(slots, capacity);
      counts = Arrays.copyOf(counts, capacity);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    slots[size] = Math.addExact(Math.multiplyExact(row, SIDES), side.ordinal());
    counts[size] = count;
    bytes[size] = unitBytes;
    mixedSizes |= kind == Kind.PLAIN_SUMS && count > 1;
    size++;
    indexed = false;
  }

  @Override
  public Estimate estimate(int row, View view, Intervals intervals) {
    index();
    int slot = row * SIDES + Side.of(view).ordinal();
    if (slot + 1 >= firstOfSlot.length) {
      return Estimate.ZERO;
    }
    if (firstOfSlot[slot] == firstOfSlot[slot + 1]) {
      return Estimate.ZERO;
    }
    if (slot != currentSlot) {
      currentSlot = slot;
      unskewer.reset();
      for (int i = firstOfSlot[slot]; i < firstOfSlot[slot + 1]; i++) {
        addTo(unskewer, unitsBySlot[i]);
      }
    }
    return view.isBytes() ? unskewer.space(intervals) : unskewer.objects(intervals);
  }

  private void addTo(RecordedUnskewer target, int unit) {
    switch (kind) {
      case EQUAL_SIZES -> target.add(counts[unit], bytes[unit]);
      case COOKED -> target.addCookedLine(counts[unit], bytes[unit]);
      case PLAIN_SUMS -> {
        // A single allocation has one size.
        if (counts[unit] == 1) {
          target.add(1, bytes[unit]);
        } else {
          target.addPlainLine(counts[unit], bytes[unit]);
        }
      }
    }
  }

  /** Sorts the units by row and side, which keeps those of one in the order in which they came. */
  private void index() {
    if (indexed) {
      return;
    }
    int highest = -1;
    for (int i = 0; i < size; i++) {
      highest = Math.max(highest, slots[i]);
    }
    firstOfSlot = new int[highest + 3];
    for (int i = 0; i < size; i++) {
      firstOfSlot[slots[i] + 2]++;
    }
    for (int slot = 1; slot < firstOfSlot.length; slot++) {
      firstOfSlot[slot] += firstOfSlot[slot - 1];
    }
    unitsBySlot = new int[size];
    for (int i = 0; i < size; i++) {
      unitsBySlot[firstOfSlot[slots[i] + 1]++] = i;
    }
    currentSlot = -1;
    indexed = true;
  }

  @Override
  public String method() {
    String rule =
        "each recorded unit of mean size a stands for 1/(1 - exp(-a/"
            + interval
            + ")) of its kind, then summed";
    return mixedSizes ? rule + "; too low for units that mix sizes" : rule;
  }
}

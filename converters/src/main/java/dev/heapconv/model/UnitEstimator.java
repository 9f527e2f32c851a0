package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.RecordedUnskewer;

/** Estimates of {@link RecordedUnits}, sorted by row and slot. Immutable. */
final class UnitEstimator implements RowEstimator {

  private final long interval;
  private final RecordedRows.Unit kind;
  private final boolean mixedSizes;
  private final int[] firstOfSlot;
  private final long[] counts;
  private final long[] bytes;

  /**
   * @param mixedSizes whether some units mix sizes, so that estimates are too low
   * @param firstOfSlot where the units of each slot begin: those of slot s end before {@code
   *     firstOfSlot[s + 1]}
   */
  UnitEstimator(
      long interval,
      RecordedRows.Unit kind,
      boolean mixedSizes,
      int[] firstOfSlot,
      long[] counts,
      long[] bytes) {
    this.interval = interval;
    this.kind = kind;
    this.mixedSizes = mixedSizes;
    this.firstOfSlot = firstOfSlot;
    this.counts = counts;
    this.bytes = bytes;
  }

  @Override
  public Cursor cursor(Intervals intervals) {
    return new SlotCursor(intervals);
  }

  /** Caches the sum of one slot, which serves two views: objects and bytes. */
  private final class SlotCursor implements Cursor {
    private final Intervals intervals;
    private final RecordedUnskewer unskewer = new RecordedUnskewer(interval);
    private int currentSlot = -1;

    SlotCursor(Intervals intervals) {
      this.intervals = intervals;
    }

    @Override
    public Estimate estimate(int row, View view) {
      int slot = row * RecordedUnits.SLOTS + slotOf(view);
      if (isEmpty(slot)) {
        return view.isLive() ? nothingSampled(row, view) : Estimate.ZERO;
      }
      if (slot != currentSlot) {
        currentSlot = slot;
        unskewer.reset();
        for (int unit = firstOfSlot[slot]; unit < firstOfSlot[slot + 1]; unit++) {
          add(unit);
        }
      }
      return view.isBytes() ? unskewer.space(intervals) : unskewer.objects(intervals);
    }

    private boolean isEmpty(int slot) {
      return slot + 1 >= firstOfSlot.length || firstOfSlot[slot] == firstOfSlot[slot + 1];
    }

    /**
     * The live memory of a stack without a live sample: no more than an unsampled stack may have,
     * nor than the stack allocated.
     */
    private Estimate nothingSampled(int row, View view) {
      Estimate all = estimate(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS);
      RecordedUnskewer none = new RecordedUnskewer(interval);
      Estimate unseen = view.isBytes() ? none.space(intervals) : none.objects(intervals);
      return new Estimate(0, 0, Math.min(unseen.high(), all.high()));
    }

    private void add(int unit) {
      switch (kind) {
        case EQUAL_SIZES -> unskewer.add(counts[unit], bytes[unit]);
        case COOKED -> unskewer.addCookedLine(counts[unit], bytes[unit]);
        case PLAIN_SUM -> {
          // A single allocation has one size.
          if (counts[unit] == 1) {
            unskewer.add(1, bytes[unit]);
          } else {
            unskewer.addPlainLine(counts[unit], bytes[unit]);
          }
        }
      }
    }
  }

  private static int slotOf(View view) {
    if (view.isLive()) {
      return RecordedUnits.LIVE;
    }
    return view.name().startsWith("alloc_") ? RecordedUnits.ALLOCATED : RecordedUnits.FREED;
  }

  @Override
  public String method() {
    String rule =
        "each recorded unit of mean size a counts as 1/(1 - exp(-a/"
            + interval
            + ")) units, then summed";
    return mixedSizes ? rule + "; too low for units that mix sizes" : rule;
  }
}

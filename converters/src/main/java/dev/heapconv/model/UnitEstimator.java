package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.RecordedSamples;

/** Estimates of {@link RecordedUnits}, sorted by row and slot. Immutable. */
final class UnitEstimator implements RowEstimator {

  private final long interval;
  private final RecordedRows.UnitKind kind;
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
      RecordedRows.UnitKind kind,
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
  public Cursor cursor(double confidence) {
    return new SlotCursor(Intervals.of(confidence));
  }

  /** Caches the sum of one slot, which serves two views: objects and bytes. */
  private final class SlotCursor implements Cursor {
    private final Intervals intervals;
    private RecordedSamples samples = new RecordedSamples(interval);
    private int currentSlot = -1;

    SlotCursor(Intervals intervals) {
      this.intervals = intervals;
    }

    @Override
    public Estimate estimate(int row, View view) {
      int slot = row * RecordedUnits.SLOTS + slotOf(view);
      if (isEmpty(slot)) {
        return view.isLive() ? unseen(row, view) : Estimate.ZERO;
      }
      if (slot != currentSlot) {
        currentSlot = slot;
        samples = new RecordedSamples(interval);
        for (int unit = firstOfSlot[slot]; unit < firstOfSlot[slot + 1]; unit++) {
          add(unit);
        }
      }
      return estimate(samples, view);
    }

    private boolean isEmpty(int slot) {
      return slot + 1 >= firstOfSlot.length || firstOfSlot[slot] == firstOfSlot[slot + 1];
    }

    /** What may be live of a stack without a live sample. */
    private Estimate unseen(int row, View view) {
      Estimate all = estimate(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS);
      return estimate(new RecordedSamples(interval), view).atMost(all);
    }

    private Estimate estimate(RecordedSamples of, View view) {
      return view.isBytes() ? of.space(intervals) : of.objects(intervals);
    }

    private void add(int unit) {
      switch (kind) {
        case EQUAL_SIZES -> samples.add(counts[unit], bytes[unit]);
        case COOKED -> samples.addCookedLine(counts[unit], bytes[unit]);
        case PLAIN_SUM -> samples.addPlainLine(counts[unit], bytes[unit]);
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

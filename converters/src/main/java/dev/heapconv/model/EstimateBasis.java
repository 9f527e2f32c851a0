package dev.heapconv.model;

import dev.heapconv.unskew.sizes.RecordingCells;

/**
 * What the estimates of a heap are made from, beside its recorded sums. How they are made depends
 * on how the heap was sampled.
 */
public sealed interface EstimateBasis
    permits EstimateBasis.Sums,
        EstimateBasis.DumpCells,
        EstimateBasis.StatedCounts,
        RecordedUnits,
        SampledRows {

  /** Only the sums. */
  enum Sums implements EstimateBasis {
    /** The sums are as they were recorded. */
    PLAIN,
    /** The producer scaled the sums of each stack by the mean size of its allocations. */
    SCALED_BY_MEAN,
    /**
     * Bytes are whole sampling intervals, as in sums of heapprofd that another program stored. The
     * sizes of the allocations behind them are lost.
     */
    WHOLE_INTERVALS
  }

  /** What all dumps of a heapprofd recording show of the sizes of allocations, stack by stack. */
  record DumpCells(RecordingCells cells) implements EstimateBasis {}

  /**
   * The sums, and the numbers of objects that an earlier estimation made of them. They are used
   * where the sums alone do not yield them, because that estimation knew more.
   */
  final class StatedCounts implements EstimateBasis {
    private final long[] allocObjects;
    private final long[] objects;

    /**
     * Creates the basis. Takes ownership of the arrays.
     *
     * @param allocObjects the allocated objects of each row, rounded
     * @param objects the live objects of each row, rounded
     */
    public StatedCounts(long[] allocObjects, long[] objects) {
      this.allocObjects = allocObjects;
      this.objects = objects;
    }

    /** Returns the estimate of a view of objects in a row, rounded. */
    public long objects(View view, int row) {
      return (view.isLive() ? objects : allocObjects)[row];
    }
  }
}

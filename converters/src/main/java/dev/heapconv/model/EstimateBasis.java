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

  /** Nothing but the sums. */
  enum Sums implements EstimateBasis {
    /** As they were recorded. */
    PLAIN,
    /** The producer scaled those of each stack by their mean size. */
    SCALED_BY_MEAN,
    /**
     * Bytes are whole sampling intervals, as those of heapprofd are that another program has
     * stored: of which size the allocations were that they stand for is lost.
     */
    WHOLE_INTERVALS
  }

  /** What all dumps of a heapprofd recording tell about the sizes of its stacks. */
  record DumpCells(RecordingCells cells) implements EstimateBasis {}

  /**
   * The sums, and the numbers of objects that were estimated from them before. They are used where
   * the sums alone do not yield them, because more was known then.
   */
  final class StatedCounts implements EstimateBasis {
    private final long[] allocObjects;
    private final long[] objects;

    /**
     * Takes ownership of the arrays.
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

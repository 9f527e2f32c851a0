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
   * The sums, and the numbers of objects that were estimated from them before: they are used where
   * the sums alone do not yield them, because more was known then.
   *
   * @param allocObjects of each row, rounded
   * @param objects likewise, those that are live
   */
  record StatedCounts(long[] allocObjects, long[] objects) implements EstimateBasis {

    /** The estimate of a view of objects in a row, rounded. */
    public long objects(View view, int row) {
      return (view.isLive() ? objects : allocObjects)[row];
    }
  }
}

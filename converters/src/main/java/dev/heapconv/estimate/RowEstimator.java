package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis.Sums;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.SampledRows;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import org.jspecify.annotations.Nullable;

/** Estimates the rows of one heap, each by itself. Confined to the thread that made it. */
interface RowEstimator {

  /**
   * The estimate of a view of a row. Callers ask for rows in order, and for the views of each row
   * in order, so an implementation may keep the current row.
   */
  Estimate estimate(int row, View view);

  /** How the estimates are computed, as a clause for comments. */
  String method();

  /** Whether a heap has more than the sums of its rows, from which each can be estimated. */
  static boolean canEstimate(RecordedHeap heap) {
    return heap.basis() instanceof RecordedUnits
        || heap.basis() instanceof SampledRows
        || heap.basis() == Sums.WHOLE_INTERVALS;
  }

  /** The estimator of a heap; null unless {@link #canEstimate} holds. */
  static @Nullable RowEstimator of(RecordedHeap heap, Intervals intervals) {
    if (heap.basis() instanceof RecordedUnits units) {
      return new UnitEstimator(heap, units, intervals);
    } else if (heap.basis() instanceof SampledRows rows) {
      return new SampleEstimator(rows, intervals);
    }
    return heap.basis() == Sums.WHOLE_INTERVALS ? new HitBytes(heap, intervals) : null;
  }
}

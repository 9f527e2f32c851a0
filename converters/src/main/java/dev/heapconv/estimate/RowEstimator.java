package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis.Sums;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.SampledRows;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import java.util.function.Function;
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
    return of(heap) != null;
  }

  /**
   * The estimator of the rows of a heap, given the intervals to make; null if it has no more than
   * sums.
   */
  static @Nullable Function<Intervals, RowEstimator> of(RecordedHeap heap) {
    if (heap.basis() instanceof RecordedUnits units) {
      return intervals -> new UnitEstimator(heap, units, intervals);
    } else if (heap.basis() instanceof SampledRows rows) {
      return intervals -> new SampleEstimator(rows, intervals);
    }
    return heap.basis() == Sums.WHOLE_INTERVALS ? intervals -> new HitBytes(heap, intervals) : null;
  }
}

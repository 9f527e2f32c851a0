package dev.heapconv.estimate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.unskew.samples.Intervals;
import java.util.function.Function;

/**
 * Estimates each row from its own samples.
 *
 * @param rows makes the estimator of the rows of a heap
 */
record RowsEstimator(Function<Intervals, RowEstimator> rows) implements HeapEstimator {

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    HeapInfo info = heap.info();
    RowEstimator estimator = rows.apply(of.intervals());
    of.method(
        info.sampling().scheme()
            + (!info.sampling().isIntervalKnown()
                ? ", a weight with each sample: "
                : ", sampling interval " + info.samplingInterval() + " bytes: ")
            + estimator.method()
            + of.level());
    return EstimatedColumns.estimated(heap, estimator);
  }
}

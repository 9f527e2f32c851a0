package dev.heapconv.estimate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.samples.Intervals;
import java.util.function.Function;

/** Makes the estimates of heaps that are sampled in one way, and describes how. Stateless. */
interface HeapEstimator {

  /**
   * Estimates all rows of a heap.
   *
   * @param of the profile of the heap, which is told how
   */
  EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of);

  /** The estimator of a heap: the one place that decides it. */
  static HeapEstimator of(RecordedHeap heap, UnskewSetup setup) {
    Sampling sampling = heap.info().sampling();
    Function<Intervals, RowEstimator> rows = RowEstimator.of(heap);
    if (!setup.options().unskew()) {
      return new UnestimatedNumbers();
    } else if (sampling.isComplete()) {
      return new CompleteNumbers();
    } else if (sampling.isScaled()) {
      return heap.isDifference()
          ? new DifferenceNumbers()
          : rows != null ? new RowsEstimator(rows) : new ScaledByProducer();
    } else if (!sampling.isIntervalKnown() && !(rows != null && recordsProbabilities(heap))) {
      return new ScaledByProducer();
    } else if (rows != null) {
      return new RowsEstimator(rows);
    } else if (sampling.isWeighted()) {
      return new WeightsEstimator();
    }
    throw new IllegalArgumentException("no recorded sums under scheme " + sampling.scheme());
  }

  /** Whether each sample states how likely it was. */
  private static boolean recordsProbabilities(RecordedHeap heap) {
    return heap.info().sampling().isWeighted()
        && heap.info().provenance().interval() != Evidence.UNKNOWN;
  }
}

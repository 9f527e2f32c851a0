package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;

/**
 * Whether heapprofd sampled some of a heap at a smaller interval than the one that is said. What it
 * records of an allocation is at least the interval T, or the cutoff, so n samples with S bytes
 * below n T prove that T was smaller once, by as many halves as bring n T down to S.
 */
final class SmallerIntervals {

  private SmallerIntervals() {}

  /** The heap with the interval that sampling began with at most. */
  static RecordedHeap shown(RecordedHeap heap) {
    HeapInfo info = heap.info();
    if (!info.sampling().isWeighted() || heap.isDifference() || RowEstimator.canEstimate(heap)) {
      return heap;
    }
    long interval = info.sampling().first();
    long shown = interval;
    long cutoff = info.sampling().cutoff();
    RecordedSums sums = new RecordedSums(heap);
    for (int row = 0; row < heap.rows(); row++) {
      shown = halved(shown, sums.allocCount(row), sums.allocBytes(row), cutoff);
      shown = halved(shown, sums.freeCount(row), sums.freeBytes(row), cutoff);
      shown = halved(shown, heap.liveCount(row), heap.liveBytes(row), cutoff);
    }
    if (shown == interval) {
      return heap;
    }
    // What other dumps tell was told apart by the interval that is said.
    RecordedHeap grown = heap.withInfo(info.withSampling(info.sampling().withFirst(shown)));
    return heap.basis() instanceof EstimateBasis.DumpCells
        ? grown.withBasis(EstimateBasis.Sums.PLAIN)
        : grown;
  }

  private static long halved(long interval, long n, long bytes, long cutoff) {
    long halves = interval;
    while (n > 0 && bytes > 0 && halves > 1 && bytes / n < Math.min(halves, cutoff)) {
      halves /= 2;
    }
    return halves;
  }
}

package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether heapprofd sampled some of a heap at a smaller interval than the one that is said. What it
 * records of an allocation is at least the interval T, or the cutoff, so n samples with S bytes
 * below n T prove that T was smaller once, by as many halves as bring n T down to S.
 */
final class SmallerIntervals {

  /** Of dictionaries, whether any entry shows a smaller interval; most show none. */
  private final Map<Object, Boolean> ofDictionaries = new HashMap<>();

  /** The heap with the interval that sampling began with at most. */
  RecordedHeap shown(RecordedHeap heap) {
    HeapInfo info = heap.info();
    if (!info.sampling().isWeighted() || heap.isDifference() || RowEstimator.canEstimate(heap)) {
      return heap;
    }
    long interval = info.sampling().first();
    boolean isAny =
        ofDictionaries.computeIfAbsent(
            heap.dictionaryKey(), unused -> smallest(heap.dictionary()) < interval);
    long shown = isAny ? smallest(heap) : interval;
    if (shown == interval) {
      return heap;
    }
    // What other dumps tell was told apart by the interval that is said.
    RecordedHeap grown = heap.withInfo(info.withSampling(info.sampling().withFirst(shown)));
    return heap.basis() instanceof EstimateBasis.DumpCells
        ? grown.withBasis(EstimateBasis.Sums.PLAIN)
        : grown;
  }

  private static long smallest(RecordedHeap heap) {
    long smallest = heap.info().sampling().first();
    long cutoff = heap.info().sampling().cutoff();
    RecordedSums sums = new RecordedSums(heap);
    for (int row = 0; row < heap.rows(); row++) {
      smallest = halved(smallest, sums.allocCount(row), sums.allocBytes(row), cutoff);
      smallest = halved(smallest, sums.freeCount(row), sums.freeBytes(row), cutoff);
      smallest = halved(smallest, heap.liveCount(row), heap.liveBytes(row), cutoff);
    }
    return smallest;
  }

  private static long halved(long interval, long n, long bytes, long cutoff) {
    long halves = interval;
    while (n > 0 && bytes > 0 && halves > 1 && bytes / n < Math.min(halves, cutoff)) {
      halves /= 2;
    }
    return halves;
  }
}

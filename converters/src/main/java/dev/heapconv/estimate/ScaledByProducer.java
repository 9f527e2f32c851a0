package dev.heapconv.estimate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.ScaledNumbers;

/**
 * Takes numbers as their producer states them; if it scaled them by a known interval, so is a bound
 * on the error of the bytes.
 */
final class ScaledByProducer implements HeapEstimator {

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    HeapInfo info = heap.info();
    boolean isScaled = info.sampling().isScaled();
    boolean isKnown = !isScaled || info.provenance().scheme().isSure();
    long interval = isKnown ? info.samplingInterval() : 0;
    ScaledNumbers scaled = new ScaledNumbers(interval, of.intervals());
    ScaledRows rows = new ScaledRows(heap, of.stacks(), scaled);
    if (isScaled) {
      String known = interval > 1 ? ", sampling interval " + interval + " bytes" : "";
      of.method(Scheme.SCALED + known + ": " + rows.method());
    } else {
      of.note("the sampling interval is unknown: numbers are as recorded");
    }
    return EstimatedColumns.estimated(heap, rows);
  }
}

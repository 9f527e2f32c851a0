package dev.heapconv.estimate;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.ScaledNumbers;

/**
 * Estimates of rows whose bytes are whole sampling intervals, as those of heapprofd are that
 * another program has saved. They are unbiased, but of which size the allocations were that they
 * stand for is lost, so that nothing is known of how sure their number is.
 */
final class HitBytes implements RowEstimator {

  private final RecordedHeap heap;
  private final ScaledNumbers scaled;

  HitBytes(RecordedHeap heap, Intervals intervals) {
    this.heap = heap;
    scaled = new ScaledNumbers(heap.info().samplingInterval(), intervals);
  }

  @Override
  public Estimate estimate(int row, View view) {
    long value = heap.value(view, row);
    return View.ALL.contains(view) && view.isBytes()
        ? scaled.space(value)
        : Estimate.withoutInterval(value);
  }

  @Override
  public String method() {
    return "bytes are whole sampling intervals and used as stored, with intervals that are valid"
        + " for any mix of sizes; intervals of object counts are unknown";
  }
}

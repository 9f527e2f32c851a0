package dev.heapconv.reader.pprof;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RowEstimator;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.ScaledNumbers;

/**
 * Estimates of a file of this program's that has lost what was stored in it. The sampling interval
 * bounds the error of bytes, whatever the sizes; how sure object counts were is lost.
 */
record BytesOnlyEstimator(RecordedHeap heap) implements RowEstimator {

  @Override
  public Cursor cursor(double confidence) {
    ScaledNumbers scaled =
        new ScaledNumbers(heap.info().samplingInterval(), Intervals.of(confidence));
    return (row, view) -> {
      long value = heap.value(view, row);
      return View.ALL.contains(view) && view.isBytes()
          ? scaled.space(value)
          : Estimate.withoutInterval(value);
    };
  }

  @Override
  public String method() {
    return "numbers are used as stored; intervals of bytes are valid for any mix of sizes, those of"
        + " object counts are unknown";
  }
}

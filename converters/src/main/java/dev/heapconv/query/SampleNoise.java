package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import org.jspecify.annotations.Nullable;

/**
 * What one sample of a stack counts, and how uncertain that is.
 *
 * @param weight bytes or objects
 * @param variance of the noise of sampling
 * @param known whether there is an interval to take the variance from
 * @param below by which part of the estimate the model of sizes may be too high
 * @param above by which part of the estimate it may be too low
 */
record SampleNoise(double weight, double variance, boolean known, double below, double above) {

  private static final SampleNoise NOTHING = new SampleNoise(0, 0, true, 0, 0);
  private static final SampleNoise UNKNOWN = new SampleNoise(0, 0, false, 0, 0);

  /**
   * @param z the normal quantile of the intervals' upper ends
   */
  static SampleNoise of(EstimatedHeap heap, int row, View view, View allocated, double z) {
    Column ofAllocs = heap.column(allocated);
    if (ofAllocs != null && heap.recordedAlloc(row) > 0) {
      return of(heap.info(), ofAllocs, row, heap.recordedAlloc(row), allocated.isBytes(), z);
    }
    return of(heap.info(), heap.column(view), row, heap.recordedLive(row), view.isBytes(), z);
  }

  /** Whether what a sample counts is the guess of a model of sizes. */
  boolean dependsOnModel() {
    return below > 0 || above > 0;
  }

  private static SampleNoise of(
      HeapInfo info, @Nullable Column column, int row, long samples, boolean bytes, double z) {
    double value = column == null ? 0 : column.value(row);
    if (column == null || value == 0) {
      return NOTHING;
    }
    double low = column.low(row);
    double high = column.high(row);
    if (samples <= 0 || !(high < Double.POSITIVE_INFINITY)) {
      return UNKNOWN;
    }
    double weight = value / samples;
    if (low == high) {
      return new SampleNoise(weight, 0, true, 0, 0);
    }
    double variance;
    if (bytes) {
      // Every byte is sampled by itself: a variance of T for each under any scheme, unless some
      // allocations are recorded with certainty. Intervals of few samples are wider than this.
      double deviation = (high - low) / 2 / z;
      double ofInterval = deviation * deviation / samples;
      variance =
          info.samplingInterval() < 1
              ? ofInterval
              : Math.min(info.samplingInterval() * weight, ofInterval);
    } else {
      // Of 1 in w objects.
      variance = weight * Math.max(0, weight - 1);
    }
    return new SampleNoise(
        weight,
        variance,
        true,
        (value - column.modelLow(row)) / value,
        (column.modelHigh(row) - value) / value);
  }
}

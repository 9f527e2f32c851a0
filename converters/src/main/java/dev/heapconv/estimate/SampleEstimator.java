package dev.heapconv.estimate;

import dev.heapconv.model.SampledRows;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.StackSamples;
import org.jspecify.annotations.Nullable;

/** Estimates of rows whose samples are known one by one. */
final class SampleEstimator implements RowEstimator {

  private final SampledRows rows;
  private final Intervals intervals;

  SampleEstimator(SampledRows rows, Intervals intervals) {
    this.rows = rows;
    this.intervals = intervals;
  }

  @Override
  public Estimate estimate(int row, View view) {
    if (!view.isLive()) {
      return allocated(row, view);
    }
    StackSamples live = rows.live(row);
    if (live != null) {
      return estimate(live, view);
    }
    Estimate all = allocated(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS);
    return estimate(unsampled(row), view).atMost(all);
  }

  /** What is known of live memory of a row without a live sample. */
  private StackSamples unsampled(int row) {
    for (int stretch = rows.stretches() - 1; stretch >= 0; stretch--) {
      StackSamples samples = rows.allocated(stretch, row);
      if (samples != null) {
        return samples.unsampled(rows.none());
      }
    }
    return rows.none();
  }

  private Estimate allocated(int row, View view) {
    if (rows.stretches() == 1) {
      return estimate(rows.allocated(0, row), view);
    }
    EstimateSums sum = EstimateSums.ofOneStack(1);
    for (int stretch = 0; stretch < rows.stretches(); stretch++) {
      sum.add(0, estimate(rows.allocated(stretch, row), view));
    }
    return sum.estimate(0);
  }

  private Estimate estimate(@Nullable StackSamples samples, View view) {
    if (samples == null) {
      return Estimate.ZERO;
    }
    return view.isBytes() ? samples.space(intervals) : samples.objects(intervals);
  }

  @Override
  public String method() {
    return rows.none().method();
  }
}

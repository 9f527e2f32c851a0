package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis.RowEstimator;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates of rows whose samples are known one by one, and no longer change. */
public final class SampleEstimator implements RowEstimator {

  private final StackSamples none;
  private final List<StackSamples[]> alloc;
  private final StackSamples[] live;

  /**
   * @param none no samples, by the scheme of the heap
   * @param alloc for each stretch of the recording, the samples of allocated memory, one element
   *     per row; stretches may have fewer rows; null for a row without samples
   * @param live the samples of live memory likewise
   */
  public SampleEstimator(StackSamples none, List<StackSamples[]> alloc, StackSamples[] live) {
    this.none = none;
    this.alloc = List.copyOf(alloc);
    this.live = live;
  }

  @Override
  public RowCursor cursor(double confidence) {
    Intervals intervals = Intervals.of(confidence);
    return (row, view) -> estimate(row, view, intervals);
  }

  private Estimate estimate(int row, View view, Intervals intervals) {
    if (!view.isLive()) {
      return allocated(row, view, intervals);
    }
    if (live[row] != null) {
      return estimate(live[row], view, intervals);
    }
    Estimate all =
        allocated(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS, intervals);
    return estimate(unsampled(row), view, intervals).atMost(all);
  }

  /** What is known of live memory of a row without a live sample. */
  private StackSamples unsampled(int row) {
    for (int i = alloc.size() - 1; i >= 0; i--) {
      StackSamples[] rows = alloc.get(i);
      if (row < rows.length && rows[row] != null) {
        return rows[row].unsampled(none);
      }
    }
    return none;
  }

  private Estimate allocated(int row, View view, Intervals intervals) {
    if (alloc.size() == 1) {
      StackSamples[] rows = alloc.get(0);
      return row < rows.length ? estimate(rows[row], view, intervals) : Estimate.ZERO;
    }
    EstimateSums sum = EstimateSums.ofOneStack(1);
    for (StackSamples[] stretch : alloc) {
      if (row < stretch.length) {
        sum.add(0, estimate(stretch[row], view, intervals));
      }
    }
    return sum.estimate(0);
  }

  private static Estimate estimate(@Nullable StackSamples samples, View view, Intervals intervals) {
    if (samples == null) {
      return Estimate.ZERO;
    }
    return view.isBytes() ? samples.space(intervals) : samples.objects(intervals);
  }

  @Override
  public String method() {
    return none.method();
  }
}

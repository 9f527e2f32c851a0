package dev.heapconv.reader.samplelog;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.RowEstimator;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates of a dump of a log. Its tallies no longer change. */
final class LogEstimator implements RowEstimator {

  private final LogHeader header;
  private final List<StackTally[]> alloc;
  private final StackTally[] live;

  /**
   * @param alloc for each stretch of the log, the tallies of allocated memory, one per row;
   *     stretches may have fewer rows
   * @param live the tallies of live memory, one per row
   */
  LogEstimator(LogHeader header, List<StackTally[]> alloc, StackTally[] live) {
    this.header = header;
    this.alloc = List.copyOf(alloc);
    this.live = live;
  }

  @Override
  public Cursor cursor(Intervals intervals) {
    return (row, view) -> estimate(row, view, intervals);
  }

  private Estimate estimate(int row, View view, Intervals intervals) {
    if (!view.isLive()) {
      return allocated(row, view, intervals);
    }
    StackTally tally = live[row];
    return tally == null ? nothingSampled(row, view, intervals) : estimate(tally, view, intervals);
  }

  /**
   * The live memory of a stack without a live sample: no more than an unsampled stack may have, nor
   * than the stack allocated.
   */
  private Estimate nothingSampled(int row, View view, Intervals intervals) {
    Estimate all =
        allocated(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS, intervals);
    StackTally none = StackTally.of(header.scheme(), header.interval());
    double high = none == null ? 0 : estimate(none, view, intervals).high();
    return new Estimate(0, 0, Math.min(high, all.high()));
  }

  private Estimate allocated(int row, View view, Intervals intervals) {
    if (alloc.size() == 1) {
      StackTally[] rows = alloc.get(0);
      return row < rows.length ? estimate(rows[row], view, intervals) : Estimate.ZERO;
    }
    EstimateSums sum = EstimateSums.ofOneStack(1);
    for (StackTally[] stretch : alloc) {
      if (row < stretch.length) {
        sum.add(0, estimate(stretch[row], view, intervals));
      }
    }
    return sum.estimate(0);
  }

  private static Estimate estimate(@Nullable StackTally tally, View view, Intervals intervals) {
    if (tally == null) {
      return Estimate.ZERO;
    }
    return view.isBytes() ? tally.space(intervals) : tally.objects(intervals);
  }

  @Override
  public String method() {
    return StackTally.method(header.scheme(), header.interval());
  }
}

package dev.heapconv.transform;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RowEstimator;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.PassThrough;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.WeightedUnskewer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Estimates the heaps of one profile by their schemes, and describes how. */
final class HeapEstimation {

  /** The smallest block of common allocators, from which a scaled number may derive. */
  private static final double SMALLEST_BLOCK = 16;

  private final UnskewOptions options;
  private final SharedUnskewers unskewers;
  private final Set<String> comments = new LinkedHashSet<>();

  HeapEstimation(UnskewOptions options, SharedUnskewers unskewers) {
    this.options = options;
    this.unskewers = unskewers;
  }

  /** How the estimates are computed, one sentence each. */
  Set<String> comments() {
    return comments;
  }

  EstimatedHeap estimate(RecordedHeap heap) {
    HeapInfo info = heap.info();
    if (info.scheme() == Scheme.WEIGHTED
        && heap.views().contains(View.SPACE)
        && !heap.views().contains(View.ALLOC_SPACE)) {
      comments.add(info.heap() + ": objects and space at the peak of the heap (dump_at_max)");
    }
    if (!options.unskew()) {
      comments.add(
          "numbers are as recorded (unskew none): counts are numbers of samples, not of"
              + " allocations");
      return asRecorded(heap);
    }
    if (info.scheme() == Scheme.SCALED) {
      return scaled(heap);
    }
    if (info.scheme() == Scheme.EXACT || info.samplingInterval() == 1) {
      comments.add("every allocation was recorded: numbers are exact");
      return asRecorded(heap);
    }
    if (info.samplingInterval() < 1) {
      comments.add("the sampling interval is unknown: numbers are as recorded");
      return scaled(heap);
    }
    if (heap.estimator() != null) {
      return estimated(heap);
    }
    if (info.scheme() == Scheme.WEIGHTED) {
      return weighted(heap);
    }
    throw new IllegalArgumentException("no recorded sums under scheme " + info.scheme());
  }

  private EstimatedHeap estimated(RecordedHeap heap) {
    HeapInfo info = heap.info();
    comments.add(
        "scheme "
            + info.scheme()
            + ", sampling interval "
            + info.samplingInterval()
            + " bytes: "
            + heap.estimator().method()
            + "; "
            + percent(options.confidence())
            + " % intervals");
    RowEstimator.Cursor cursor = heap.estimator().cursor(Intervals.of(options.confidence()));
    ColumnBuilder[] builders = builders(heap);
    for (int row = 0; row < heap.rows(); row++) {
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, cursor.estimate(row, heap.views().get(i)));
      }
    }
    return estimated(heap, builders);
  }

  /**
   * Numbers scaled by the producer pass through; if the interval is known, so is a bound on the
   * error of the bytes.
   */
  private EstimatedHeap scaled(RecordedHeap heap) {
    HeapInfo info = heap.info();
    long interval = info.samplingInterval();
    if (info.scheme() == Scheme.SCALED) {
      comments.add(
          "scheme scaled"
              + (interval > 1 ? ", sampling interval " + interval + " bytes" : "")
              + ": numbers are used as scaled by the producer"
              + (interval > 1
                  ? "; intervals are valid for any mix of sizes"
                  : ", intervals unknown"));
    }
    Intervals intervals = Intervals.of(options.confidence());
    ColumnBuilder[] builders = builders(heap);
    for (int i = 0; i < builders.length; i++) {
      View view = heap.views().get(i);
      long[] values = heap.column(view);
      for (int row = 0; row < heap.rows(); row++) {
        Estimate estimate;
        if (interval <= 1 || !View.ALL.contains(view)) {
          estimate = PassThrough.scaled(values[row]);
        } else if (view.isBytes()) {
          estimate = PassThrough.scaledSpace(values[row], interval, intervals);
        } else {
          long bytes = view.isLive() ? heap.liveBytes(row) : heap.allocBytes(row);
          estimate =
              PassThrough.scaledObjects(values[row], bytes, interval, SMALLEST_BLOCK, intervals);
        }
        builders[i].set(row, estimate);
      }
    }
    return estimated(heap, builders);
  }

  private static EstimatedHeap asRecorded(RecordedHeap heap) {
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.exact(toDouble(heap.column(view))));
    }
    return heap.estimated(columns);
  }

  private EstimatedHeap weighted(RecordedHeap heap) {
    HeapInfo info = heap.info();
    WeightedUnskewer unskewer = unskewers.get(info.samplingInterval(), info.origSamplingInterval());
    describe(info);
    ColumnBuilder[] builders = builders(heap);
    RowThreads.run(heap.rows(), options.threads(), new WeightedRows(heap, unskewer, builders));
    return estimated(heap, builders);
  }

  /**
   * Estimates some rows, which are independent of each other; the estimator is thread-safe. No
   * lambda, because it would be linked at run time, which slows start-up.
   */
  private static final class WeightedRows implements RowThreads.Task {
    private final RecordedHeap heap;
    private final WeightedUnskewer unskewer;
    private final ColumnBuilder[] builders;
    private final boolean liveOnly;
    private final boolean allocOnly;

    WeightedRows(RecordedHeap heap, WeightedUnskewer unskewer, ColumnBuilder[] builders) {
      this.heap = heap;
      this.unskewer = unskewer;
      this.builders = builders;
      liveOnly = !heap.views().contains(View.ALLOC_SPACE);
      allocOnly = !heap.views().contains(View.SPACE);
    }

    @Override
    public void run(int from, int to) {
      for (int row = from; row < to; row++) {
        if (liveOnly) {
          estimateLive(row);
        } else {
          estimate(row);
        }
      }
    }

    private void estimateLive(int row) {
      Estimate objects = unskewer.objects(heap.liveCount(row), heap.liveBytes(row));
      Estimate space = unskewer.bytes(heap.liveCount(row), heap.liveBytes(row));
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, heap.views().get(i).isBytes() ? space : objects);
      }
    }

    private void estimate(int row) {
      long freedCount = allocOnly ? 0 : heap.allocCount(row) - heap.liveCount(row);
      long freedBytes = allocOnly ? 0 : heap.allocBytes(row) - heap.liveBytes(row);
      StackEstimates estimates =
          unskewer.stack(heap.allocCount(row), heap.allocBytes(row), freedCount, freedBytes);
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, of(estimates, heap.views().get(i)));
      }
    }
  }

  private static Estimate of(StackEstimates estimates, View view) {
    if (view.isLive()) {
      return view.isBytes() ? estimates.space() : estimates.objects();
    }
    return view.isBytes() ? estimates.allocSpace() : estimates.allocObjects();
  }

  private void describe(HeapInfo info) {
    comments.add(
        "scheme weighted (heapprofd), sampling interval "
            + info.samplingInterval()
            + " bytes, cutoff "
            + options.cutoff(info.samplingInterval())
            + " bytes: bytes as recorded, which is unbiased; object counts estimated from the"
            + " collisions of sampled bytes; "
            + percent(options.confidence())
            + " % intervals");
    if (info.origSamplingInterval() < info.samplingInterval()) {
      comments.add(
          info.heap()
              + ": the sampling interval grew from "
              + info.origSamplingInterval()
              + " bytes during the recording; counts use the last one, with wider intervals");
    }
  }

  /** A level as a percentage with up to three decimals. */
  private static String percent(double level) {
    return new BigDecimal(level * 100)
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static double[] toDouble(long[] column) {
    double[] values = new double[column.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = column[i];
    }
    return values;
  }

  private static ColumnBuilder[] builders(RecordedHeap heap) {
    ColumnBuilder[] builders = new ColumnBuilder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new ColumnBuilder(heap.rows());
    }
    return builders;
  }

  private static EstimatedHeap estimated(RecordedHeap heap, ColumnBuilder[] builders) {
    List<Column> columns = new ArrayList<>();
    for (ColumnBuilder builder : builders) {
      columns.add(builder.column());
    }
    return heap.estimated(columns);
  }

  private static final class ColumnBuilder {
    private final double[] values;
    private final double[] lows;
    private final double[] highs;

    ColumnBuilder(int rows) {
      values = new double[rows];
      lows = new double[rows];
      highs = new double[rows];
    }

    void set(int row, Estimate estimate) {
      values[row] = estimate.value();
      lows[row] = estimate.low();
      highs[row] = estimate.high();
    }

    Column column() {
      return new Column(values, lows, highs);
    }
  }
}

package dev.heapconv.transform;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Makes estimates of recorded numbers, stack by stack. */
public final class Unskewing {

  /** The smallest block of the common allocators, of which a scaled number may be made. */
  private static final double SMALLEST_BLOCK = 16;

  /** So many rows are worth handing to another thread. */
  private static final int PARALLEL_ROWS = 2048;

  /**
   * Own equals and hashCode: those of a record are linked at run time, which start-up would pay
   * for.
   */
  private record Sampling(long interval, long origInterval) {
    @Override
    public int hashCode() {
      return Long.hashCode(interval) * 31 + Long.hashCode(origInterval);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Sampling sampling
          && interval == sampling.interval
          && origInterval == sampling.origInterval;
    }
  }

  private final UnskewOptions options;
  private final Map<Sampling, WeightedUnskewer> unskewers = new HashMap<>();
  private final Set<String> comments = new LinkedHashSet<>();

  private Unskewing(UnskewOptions options) {
    this.options = options;
  }

  /** Estimates what the program did from what was recorded of it. */
  public static EstimatedProfile apply(RecordedProfile recorded, UnskewOptions options) {
    Unskewing unskewing = new Unskewing(options);
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (RecordedHeap heap : recorded.heaps()) {
      heaps.add(unskewing.estimate(heap));
    }
    Set<String> comments = new LinkedHashSet<>(recorded.comments());
    comments.addAll(unskewing.comments);
    return new EstimatedProfile(
        recorded.capture(),
        recorded.stacks(),
        heaps,
        List.copyOf(comments),
        options.confidence(),
        recorded.warnings());
  }

  private EstimatedHeap estimate(RecordedHeap heap) {
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
    Intervals intervals = Intervals.of(options.confidence());
    ColumnBuilder[] builders = new ColumnBuilder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new ColumnBuilder(heap.rows());
    }
    for (int row = 0; row < heap.rows(); row++) {
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, heap.estimator().estimate(row, heap.views().get(i), intervals));
      }
    }
    return profiled(heap, builders);
  }

  /**
   * What the producer scaled passes through; where the interval is known, so is a bound on the
   * error of the bytes.
   */
  private EstimatedHeap scaled(RecordedHeap heap) {
    HeapInfo info = heap.info();
    long interval = info.samplingInterval();
    if (info.scheme() == Scheme.SCALED) {
      comments.add(
          "scheme scaled"
              + (interval > 1 ? ", sampling interval " + interval + " bytes" : "")
              + ": numbers are as the producer scaled them"
              + (interval > 1 ? "; intervals hold for any mix of sizes" : ", intervals unknown"));
    }
    Intervals intervals = Intervals.of(options.confidence());
    ColumnBuilder[] builders = new ColumnBuilder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new ColumnBuilder(heap.rows());
      View view = heap.views().get(i);
      long[] values = heap.column(view);
      long[] bytes = view.isLive() ? heap.liveBytes() : heap.allocBytes();
      for (int row = 0; row < heap.rows(); row++) {
        Estimate estimate;
        if (interval <= 1 || !View.ALL.contains(view)) {
          estimate = PassThrough.scaled(values[row]);
        } else if (view.isBytes()) {
          estimate = PassThrough.scaledSpace(values[row], interval, intervals);
        } else {
          estimate =
              PassThrough.scaledObjects(
                  values[row], bytes[row], interval, SMALLEST_BLOCK, intervals);
        }
        builders[i].set(row, estimate);
      }
    }
    return profiled(heap, builders);
  }

  private static EstimatedHeap asRecorded(RecordedHeap heap) {
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.exact(toDouble(heap.column(view))));
    }
    return profiled(heap, columns);
  }

  private EstimatedHeap weighted(RecordedHeap heap) {
    HeapInfo info = heap.info();
    WeightedUnskewer unskewer =
        unskewers.computeIfAbsent(
            new Sampling(info.samplingInterval(), info.origSamplingInterval()), this::newUnskewer);
    describe(info);
    ColumnBuilder[] builders = new ColumnBuilder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new ColumnBuilder(heap.rows());
    }
    int rows = heap.rows();
    if (rows <= PARALLEL_ROWS) {
      estimateRows(heap, unskewer, builders, 0, rows);
    } else {
      IntStream.range(0, (rows + PARALLEL_ROWS - 1) / PARALLEL_ROWS)
          .parallel()
          .forEach(
              chunk -> {
                int from = chunk * PARALLEL_ROWS;
                estimateRows(heap, unskewer, builders, from, Math.min(rows, from + PARALLEL_ROWS));
              });
    }
    return profiled(heap, builders);
  }

  /** Rows are independent of one another, and the estimator may be used by several threads. */
  private static void estimateRows(
      RecordedHeap heap, WeightedUnskewer unskewer, ColumnBuilder[] builders, int from, int to) {
    boolean liveOnly = !heap.views().contains(View.ALLOC_SPACE);
    boolean allocOnly = !heap.views().contains(View.SPACE);
    for (int row = from; row < to; row++) {
      if (liveOnly) {
        Estimate objects = unskewer.objects(heap.liveCount()[row], heap.liveBytes()[row]);
        Estimate space = unskewer.bytes(heap.liveCount()[row], heap.liveBytes()[row]);
        for (int i = 0; i < builders.length; i++) {
          builders[i].set(row, heap.views().get(i).isBytes() ? space : objects);
        }
        continue;
      }
      long freedCount = allocOnly ? 0 : heap.allocCount()[row] - heap.liveCount()[row];
      long freedBytes = allocOnly ? 0 : heap.allocBytes()[row] - heap.liveBytes()[row];
      StackEstimates estimates =
          unskewer.stack(heap.allocCount()[row], heap.allocBytes()[row], freedCount, freedBytes);
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

  private WeightedUnskewer newUnskewer(Sampling sampling) {
    long cutoff = cutoff(sampling.interval());
    return SharedUnskewers.get(
        List.of(sampling, cutoff, options.confidence()), () -> create(sampling, cutoff));
  }

  private WeightedUnskewer create(Sampling sampling, long cutoff) {
    return sampling.origInterval() < sampling.interval()
        ? WeightedUnskewer.create(
            sampling.interval(), sampling.origInterval(), cutoff, options.confidence())
        : WeightedUnskewer.create(sampling.interval(), cutoff, options.confidence());
  }

  private long cutoff(long interval) {
    return switch (options.cutoff()) {
      case INTERVAL -> interval;
      case DOCUMENTED -> WeightedUnskewer.documentedCutoff(interval);
      case BYTES -> options.cutoffBytes();
    };
  }

  private void describe(HeapInfo info) {
    comments.add(
        "scheme weighted (heapprofd), sampling interval "
            + info.samplingInterval()
            + " bytes, cutoff "
            + cutoff(info.samplingInterval())
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

  private static EstimatedHeap profiled(RecordedHeap heap, ColumnBuilder[] builders) {
    List<Column> columns = new ArrayList<>();
    for (ColumnBuilder builder : builders) {
      columns.add(builder.column());
    }
    return profiled(heap, columns);
  }

  private static EstimatedHeap profiled(RecordedHeap heap, List<Column> columns) {
    return new EstimatedHeap(
        heap.info(),
        heap.views(),
        heap.stacks(),
        columns,
        heap.allocCount(),
        heap.liveCount(),
        heap.labels());
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

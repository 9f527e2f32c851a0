package dev.heapconv.transform;

import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RowEstimator;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.SizeKnowledge.Source;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.ScaledNumbers;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.WeightedUnskewer;
import dev.heapconv.unskew.occupancy.KnownSizes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Estimates the heaps of one profile by their schemes, and describes how. */
final class HeapEstimation {

  private static final String INCOMPLETE =
      "numbers are as recorded, but incomplete: see the warnings";

  /** So many rows are worth starting other threads. */
  private static final int MANY_ROWS = 2048;

  private final UnskewOptions options;
  private final SharedUnskewers unskewers;
  private final StackTable stacks;
  private final boolean losses;
  private final SizeKnowledge knowledge;
  private final Set<String> comments = new LinkedHashSet<>();

  HeapEstimation(UnskewOptions options, SharedUnskewers unskewers, RecordedProfile recorded) {
    this.options = options;
    this.unskewers = unskewers;
    stacks = recorded.stacks();
    knowledge = new SizeKnowledge(options.sizes() != null);
    losses = Warning.anyLoss(recorded.warnings());
  }

  /** How the estimates are computed, one sentence each. */
  Set<String> comments() {
    String shares = sizeKnowledge();
    if (!shares.isEmpty()) {
      comments.add(shares);
    }
    return comments;
  }

  /** How much of the estimates comes from which knowledge of sizes; empty if none was needed. */
  String sizeKnowledge() {
    return knowledge.text();
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
    EstimatedHeap stored = heap.estimates();
    if (stored != null) {
      return stored(stored, heap.confidence());
    }
    if (info.scheme() == Scheme.SCALED && heap.isDifference()) {
      return difference(heap).repeatable();
    }
    if (info.scheme() == Scheme.SCALED && heap.estimator() == null) {
      return scaled(heap).repeatable();
    }
    if (info.scheme() == Scheme.EXACT || info.samplingInterval() == 1) {
      comments.add(losses ? INCOMPLETE : EstimatedProfile.COMMENT_OF_EXACT);
      return asRecorded(heap).repeatable();
    }
    if (info.samplingInterval() < 1) {
      comments.add("the sampling interval is unknown: numbers are as recorded");
      return scaled(heap).repeatable();
    }
    RowEstimator estimator = heap.estimator();
    if (estimator != null) {
      return estimated(heap, estimator);
    }
    if (info.scheme() == Scheme.WEIGHTED) {
      return weighted(heap);
    }
    throw new IllegalArgumentException("no recorded sums under scheme " + info.scheme());
  }

  private EstimatedHeap stored(EstimatedHeap heap, double confidence) {
    if (confidence == options.confidence()) {
      return heap;
    }
    comments.add(EstimatedProfile.commentOfScaling(confidence, options.confidence()));
    return heap.withConfidence(confidence, options.confidence());
  }

  private EstimatedHeap estimated(RecordedHeap heap, RowEstimator estimator) {
    HeapInfo info = heap.info();
    comments.add(
        EstimatedProfile.COMMENT_OF_SCHEME
            + info.scheme()
            + ", sampling interval "
            + info.samplingInterval()
            + " bytes: "
            + estimator.method()
            + "; "
            + EstimatedProfile.percent(options.confidence())
            + " % intervals");
    RowEstimator.Cursor cursor = estimator.cursor(Intervals.of(options.confidence()));
    Column.Builder[] builders = builders(heap);
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
    ScaledNumbers scaled = new ScaledNumbers(interval, Intervals.of(options.confidence()));
    if (info.scheme() == Scheme.SCALED) {
      String known = interval > 1 ? ", sampling interval " + interval + " bytes" : "";
      comments.add(
          EstimatedProfile.COMMENT_OF_SCHEME + Scheme.SCALED + known + ": " + scaled.method());
    }
    Column.Builder[] builders = builders(heap);
    for (int i = 0; i < builders.length; i++) {
      View view = heap.views().get(i);
      long[] values = heap.column(view);
      for (int row = 0; row < heap.rows(); row++) {
        Estimate estimate;
        if (isEmpty(heap, row)) {
          // A producer may list stacks of which it sampled nothing, or not; the same is known of
          // them.
          estimate = Estimate.ZERO;
        } else if (!View.ALL.contains(view)) {
          estimate = Estimate.withoutInterval(values[row]);
        } else if (view.isBytes()) {
          estimate = scaled.space(values[row]);
        } else {
          long bytes = view.isLive() ? heap.liveBytes(row) : heap.allocBytes(row);
          estimate = scaled.objects(values[row], bytes);
        }
        builders[i].set(row, estimate);
      }
    }
    return estimated(heap, builders);
  }

  private static boolean isEmpty(RecordedHeap heap, int row) {
    for (View view : heap.views()) {
      if (heap.value(view, row) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Of numbers that were subtracted from each other, the error has no known bound. */
  private EstimatedHeap difference(RecordedHeap heap) {
    comments.add(
        EstimatedProfile.COMMENT_OF_SCHEME
            + "scaled: numbers of a difference, which may be negative, are used as stored;"
            + " intervals unknown");
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.ofDifference(toDouble(heap.column(view))));
    }
    return heap.estimated(columns);
  }

  private static EstimatedHeap asRecorded(RecordedHeap heap) {
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.exact(toDouble(heap.column(view))));
    }
    return heap.estimated(columns);
  }

  private EstimatedHeap weighted(RecordedHeap heap) {
    HeapInfo info = heap.info().withCutoff(options.cutoff(heap.info()));
    WeightedUnskewer unskewer =
        unskewers.get(info.samplingInterval(), info.origSamplingInterval(), info.cutoff());
    describe(info);
    Column.Builder[] builders = builders(heap);
    KnownSizes[] known = new KnownSizes[heap.rows()];
    WeightedUnskewer.Recording recording = recording(heap, unskewer, known);
    int threads = heap.rows() > MANY_ROWS ? options.threads() : 1;
    PartThreads.run(
        recording.parts(), threads, "unskewing", new WeightedParts(heap, recording, builders));
    for (int row = 0; row < heap.rows(); row++) {
      long bytes = allocBytes(heap, row);
      if (builders[0].estimate(row).isExact()) {
        knowledge.add(Source.RECORDED, bytes);
      } else if (known[row] != null) {
        knowledge.add(LaboratorySizes.source(known[row]), bytes);
      } else {
        knowledge.add(recording.isPooled(row) ? Source.FUNCTION : Source.STACK, bytes);
      }
    }
    EstimatedHeap estimated = estimated(heap.withInfo(info), builders);
    // What only this run knows has to be stored.
    return options.sizes() == null && options.pooling() ? estimated.repeatable() : estimated;
  }

  private WeightedUnskewer.Recording recording(
      RecordedHeap heap, WeightedUnskewer unskewer, @Nullable KnownSizes[] known) {
    boolean liveOnly = !heap.views().contains(View.ALLOC_SPACE);
    boolean allocOnly = !heap.views().contains(View.SPACE);
    int rows = heap.rows();
    long[] counts = new long[rows];
    long[] bytes = new long[rows];
    long[] freeCounts = new long[rows];
    long[] freeBytes = new long[rows];
    int[] leaves = new int[rows];
    StackNames names = new StackNames(false);
    names.over(stacks);
    LaboratorySizes.Lookup laboratory =
        options.sizes() == null ? null : options.sizes().lookup(names);
    for (int row = 0; row < rows; row++) {
      int[] frames = stacks.frames(heap.stack(row));
      leaves[row] = names.leaf(frames);
      known[row] = laboratory == null ? null : laboratory.of(frames);
      counts[row] = liveOnly ? heap.liveCount(row) : heap.allocCount(row);
      bytes[row] = allocBytes(heap, row);
      if (!liveOnly && !allocOnly) {
        freeCounts[row] = counts[row] - heap.liveCount(row);
        freeBytes[row] = bytes[row] - heap.liveBytes(row);
      }
    }
    return unskewer.recording(
        counts, bytes, freeCounts, freeBytes, options.pooling() ? leaves : null, known);
  }

  /** Bytes of all allocations; of the live ones if the recording has only those. */
  private static long allocBytes(RecordedHeap heap, int row) {
    return heap.views().contains(View.ALLOC_SPACE) ? heap.allocBytes(row) : heap.liveBytes(row);
  }

  /**
   * Estimates the stacks of a part. No lambda: that would be linked at run time, which start-up
   * would pay for.
   */
  private static final class WeightedParts implements PartThreads.Task, WeightedUnskewer.Sink {
    private final RecordedHeap heap;
    private final WeightedUnskewer.Recording recording;
    private final Column.Builder[] builders;

    WeightedParts(
        RecordedHeap heap, WeightedUnskewer.Recording recording, Column.Builder[] builders) {
      this.heap = heap;
      this.recording = recording;
      this.builders = builders;
    }

    @Override
    public void run(int part) {
      recording.estimate(part, this);
    }

    @Override
    public void accept(int row, StackEstimates estimates) {
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
        EstimatedProfile.COMMENT_OF_SCHEME
            + "weighted (heapprofd), sampling interval "
            + info.samplingInterval()
            + " bytes, cutoff "
            + info.cutoff()
            + " bytes: bytes as recorded, which is unbiased; object counts estimated from the"
            + " collisions of sampled bytes; "
            + EstimatedProfile.percent(options.confidence())
            + " % intervals");
    if (info.origSamplingInterval() < info.samplingInterval()) {
      comments.add(
          info.heap()
              + ": the sampling interval grew from "
              + info.origSamplingInterval()
              + " bytes during the recording; counts use the last one, with wider intervals");
    }
  }

  private static double[] toDouble(long[] column) {
    double[] values = new double[column.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = column[i];
    }
    return values;
  }

  private static Column.Builder[] builders(RecordedHeap heap) {
    Column.Builder[] builders = new Column.Builder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new Column.Builder(heap.rows());
    }
    return builders;
  }

  private static EstimatedHeap estimated(RecordedHeap heap, Column.Builder[] builders) {
    List<Column> columns = new ArrayList<>();
    for (Column.Builder builder : builders) {
      columns.add(builder.column());
    }
    return heap.estimated(columns);
  }
}

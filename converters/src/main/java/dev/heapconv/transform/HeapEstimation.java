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
import dev.heapconv.transform.SizeKnowledge.KnowledgeSource;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.ScaledNumbers;
import dev.heapconv.unskew.sizes.KnownSizes;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import dev.heapconv.unskew.sizes.StackEstimates;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Estimates the heaps of one profile by their schemes, and describes how. */
final class HeapEstimation {

  private static final String INCOMPLETE =
      "numbers are as recorded, but incomplete: see the warnings";

  private final UnskewOptions options;
  private final SharedUnskewers unskewers;
  private final StackTable stacks;
  private final boolean losses;
  private final SizeKnowledge knowledge;
  private final Column.Builder columns;
  private final Set<String> comments = new LinkedHashSet<>();
  private final IdentityHashMap<Object, WeightedEstimation> recordings = new IdentityHashMap<>();

  HeapEstimation(UnskewOptions options, SharedUnskewers unskewers, RecordedProfile recorded) {
    this.options = options;
    this.unskewers = unskewers;
    stacks = recorded.stacks();
    knowledge = new SizeKnowledge(options.sizes() != null);
    losses = Warning.anyLoss(recorded.warnings());
    columns = recorded.heaps().size() > 1 ? Column.Builder.ofShared() : new Column.Builder(0);
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
    RowEstimator.Cursor cursor = estimator.cursor(options.confidence());
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
    describe(info);
    RecordingCells cells = heap.cells();
    Object recording = cells == null ? heap : cells.recording();
    WeightedEstimation estimation =
        recordings.computeIfAbsent(recording, unused -> new WeightedEstimation(heap, info));
    Column.Builder[] builders = builders(heap);
    RecordedSums rows = new RecordedSums(heap);
    for (int row = 0; row < heap.rows(); row++) {
      StackEstimates estimates = estimation.estimate(rows, row);
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, of(estimates, heap.views().get(i)));
      }
      boolean isExact = of(estimates, heap.views().get(0)).isExact();
      knowledge.add(
          isExact ? KnowledgeSource.RECORDED : estimation.source(heap, row), rows.allocBytes(row));
    }
    EstimatedHeap estimated = estimated(heap.withInfo(info), builders);
    // What only this run, or other dumps, know has to be stored.
    return options.sizes() == null && options.pooling() && cells == null
        ? estimated.repeatable()
        : estimated;
  }

  /** The laws of the sizes of a recording's stacks, which all its dumps share. */
  private final class WeightedEstimation {
    private final WeightedUnskewer.RecordingUnskewer recording;
    private final @Nullable KnownSizes[] known;

    /** Numbers of the stacks of a recording by their ids; null if rows are the stacks. */
    private final int @Nullable [] numbers;

    WeightedEstimation(RecordedHeap heap, HeapInfo info) {
      WeightedUnskewer unskewer =
          unskewers.get(info.samplingInterval(), info.origSamplingInterval(), info.cutoff());
      RecordingCells shared = heap.cells();
      int[] numberOf = new int[shared == null ? 0 : stacks.stackCount()];
      StackCells[] cells = shared == null ? new StackCells[heap.rows()] : shared.cells();
      int[] leaves = new int[cells.length];
      known = new KnownSizes[cells.length];
      RecordedSums rows = new RecordedSums(heap);
      StackNames names = new StackNames(false);
      names.over(stacks);
      LaboratorySizes.Lookup laboratory =
          options.sizes() == null ? null : options.sizes().lookup(names);
      for (int i = 0; i < cells.length; i++) {
        int stack = shared == null ? heap.stack(i) : shared.stack(i);
        if (shared == null) {
          cells[i] = unskewer.cells();
          rows.addSides(i, cells[i]);
        } else {
          numberOf[stack] = i;
        }
        leaves[i] = names.leaf(stack);
        known[i] = laboratory == null ? null : laboratory.of(stacks.frames(stack));
      }
      numbers = shared == null ? null : numberOf;
      recording = unskewer.recording(cells, options.pooling() ? leaves : null, known);
    }

    private int number(RecordedHeap heap, int row) {
      return numbers == null ? row : numbers[heap.stack(row)];
    }

    StackEstimates estimate(RecordedSums rows, int row) {
      return recording.estimate(
          number(rows.heap, row),
          rows.allocCount(row),
          rows.allocBytes(row),
          rows.freeCount(row),
          rows.freeBytes(row));
    }

    /** Where the sizes of a stack are known from. */
    KnowledgeSource source(RecordedHeap heap, int row) {
      int number = number(heap, row);
      KnownSizes sizes = known[number];
      if (sizes != null) {
        return LaboratorySizes.source(sizes);
      }
      return recording.isPooled(number) ? KnowledgeSource.FUNCTION : KnowledgeSource.STACK;
    }
  }

  /** What was recorded of the rows of a heap; what is live, if only that was recorded, as all. */
  static final class RecordedSums {
    private final RecordedHeap heap;
    private final boolean hasAllocs;
    private final boolean hasFrees;

    RecordedSums(RecordedHeap heap) {
      this.heap = heap;
      hasAllocs = heap.views().contains(View.ALLOC_SPACE);
      hasFrees = hasAllocs && heap.views().contains(View.SPACE);
    }

    long allocCount(int row) {
      return hasAllocs ? heap.allocCount(row) : heap.liveCount(row);
    }

    long allocBytes(int row) {
      return hasAllocs ? heap.allocBytes(row) : heap.liveBytes(row);
    }

    long freeCount(int row) {
      return hasFrees ? heap.allocCount(row) - heap.liveCount(row) : 0;
    }

    long freeBytes(int row) {
      return hasFrees ? heap.allocBytes(row) - heap.liveBytes(row) : 0;
    }

    /** Adds what was freed and what is live of the stack of a row. */
    void addSides(int row, StackCells cells) {
      cells.addSides(allocCount(row), allocBytes(row), freeCount(row), freeBytes(row));
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
            + " sizes that all dumps, and similar call sites, show; "
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

  private Column.Builder[] builders(RecordedHeap heap) {
    Column.Builder[] builders = new Column.Builder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = columns.another(heap.rows());
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

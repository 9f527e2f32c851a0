package dev.heapconv.estimate;

import dev.heapconv.estimate.SizeKnowledge.KnowledgeSource;
import dev.heapconv.model.Codes;
import dev.heapconv.model.Column;
import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.EstimateBasis.StatedCounts;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Ids;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions.Cutoff;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.ScaledNumbers;
import dev.heapconv.unskew.samples.WholeNumbers;
import dev.heapconv.unskew.sizes.StackEstimates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Estimates the heaps of one profile by their schemes, and describes how. */
final class HeapEstimation {

  private static final Remark EXACT =
      new Remark(Topic.EXACT, "every allocation was recorded: numbers are exact");

  private static final Remark AS_STATED =
      new Remark(Topic.EXACT, "numbers are as stored: nothing proves that all was recorded");

  private static final Remark INCOMPLETE =
      Remark.note("numbers are as recorded, but incomplete: see the warnings");

  private final UnskewSetup setup;
  private final SharedUnskewers unskewers;
  private final StackTable stacks;
  private final Effects effects;
  private final boolean isDoubtful;
  private final SizeKnowledge knowledge;
  private final TrimmedStacks written;
  private final Set<Remark> remarks = new LinkedHashSet<>();
  private final Notices notices = new Notices();

  /**
   * The recording that was estimated last, which the next table may be of, too. Its evidence takes
   * much memory, and there can be a hundred thousand of them.
   */
  private @Nullable WeightedEstimation recording;

  private final int[] numberOfStack;

  /** Its place among recordings that tell about the sizes of its stacks; null if it is alone. */
  private final PooledRecordings.@Nullable Member member;

  /** The estimates of tables, and where the sizes of their rows are known from. */
  private final Map<Object, EstimatedHeap> tables = new HashMap<>();

  private final Map<Object, KnowledgeSource[]> sources = new HashMap<>();

  HeapEstimation(
      UnskewSetup setup,
      SharedUnskewers unskewers,
      RecordedProfile recorded,
      PooledRecordings.@Nullable Member member) {
    this.member = member;
    this.setup = setup;
    this.unskewers = unskewers;
    stacks = recorded.stacks();
    numberOfStack = new int[stacks.stackCount()];
    knowledge = new SizeKnowledge(setup.sizes() != null);
    effects = recorded.effects();
    isDoubtful = effects.areDoubtful(recorded.latestDumps().size() == 1);
    // Nobody asks what the profiler did when it recorded an allocation.
    written = new TrimmedStacks(stacks, true);
  }

  /** How the estimates are computed. */
  Set<Remark> remarks() {
    String shares = sizeKnowledge();
    if (!shares.isEmpty()) {
      remarks.add(new Remark(setup.sizes() == null ? Topic.SIZES : Topic.REFERENCE_SIZES, shares));
    }
    return remarks;
  }

  /** What the numbers show against what is known of them. */
  List<Notice> notices() {
    return notices.list();
  }

  private static boolean isGiven(HeapInfo info) {
    return info.provenance().interval() == Evidence.TOLD;
  }

  private void note(String text) {
    remarks.add(Remark.note(text));
  }

  private void method(String text) {
    remarks.add(new Remark(Topic.METHOD, "scheme " + text));
  }

  /** How much of the estimates comes from which knowledge of sizes; empty if none was needed. */
  String sizeKnowledge() {
    return knowledge.text();
  }

  /**
   * By the scheme of a heap, unless it was estimated before, or is not to be. A row that several
   * dumps have is estimated once.
   */
  EstimatedHeap estimate(RecordedHeap recorded) {
    RecordedHeap dump = SmallerIntervals.shown(recorded, setup);
    if (dump != recorded && isGiven(recorded.info())) {
      notices.add(
          ErrorId.REFUTED_GIVEN_INTERVAL,
          recorded.info().samplingInterval(),
          dump.info().sampling().first());
    }
    // If the recording does not tell the sizes of stacks, the stacks of the dump do.
    boolean isAlone =
        dump.info().sampling().isWeighted() && dump.basis() == EstimateBasis.Sums.PLAIN;
    RecordedHeap heap = isAlone ? dump.gathered() : dump;
    Object key = heap.dictionaryKey();
    EstimatedHeap table =
        tables.computeIfAbsent(
            key, unused -> estimateRows(heap.dictionary()).onStacks(this::written));
    KnowledgeSource[] ofRows = sources.get(key);
    RecordedSums sums = new RecordedSums(heap);
    for (int row = 0; ofRows != null && row < heap.rows(); row++) {
      knowledge.add(ofRows[heap.code(row)], sums.allocBytes(row));
    }
    return heap.estimatedFrom(table);
  }

  /** The stack as it is written, of which the same sizes are known. */
  private int written(int stack) {
    int trimmed = written.of(stack);
    long size = stacks.allocationSize(stack);
    if (trimmed != stack && size > 0) {
      stacks.setAllocationSize(trimmed, size);
    }
    return trimmed;
  }

  /** The estimates of all rows, of which those of each heap are some. */
  Collection<EstimatedHeap> tables() {
    return tables.values();
  }

  /** What makes estimates of the numbers of a heap. */
  private enum Estimator {
    /** Nothing: that is how they are wanted, or can only be. */
    NONE,
    /** Nothing, because every allocation was recorded. */
    COMPLETE,
    /** The producer, of which the error has a bound if the interval is known. */
    PRODUCER,
    /** A subtraction, of which the error has no bound. */
    DIFFERENCE,
    /** The samples of each row. */
    ROWS,
    /** The sums of heapprofd's weights, and the sizes that all dumps show. */
    WEIGHTS
  }

  /** Whether counts are estimated from the sums of heapprofd's weights. */
  static boolean isByWeights(RecordedHeap heap, UnskewSetup setup) {
    return estimator(heap, setup) == Estimator.WEIGHTS;
  }

  /** The one place that decides it. */
  private static Estimator estimator(RecordedHeap heap, UnskewSetup setup) {
    Sampling sampling = heap.info().sampling();
    boolean hasSamples = RowEstimator.canEstimate(heap);
    if (!setup.options().unskew()) {
      return Estimator.NONE;
    } else if (sampling.isComplete()) {
      return Estimator.COMPLETE;
    } else if (sampling.isScaled()) {
      return heap.isDifference()
          ? Estimator.DIFFERENCE
          : hasSamples ? Estimator.ROWS : Estimator.PRODUCER;
    } else if (!sampling.isIntervalKnown() && !recordsProbabilities(heap)) {
      return Estimator.PRODUCER;
    } else if (hasSamples) {
      return Estimator.ROWS;
    } else if (sampling.isWeighted()) {
      return Estimator.WEIGHTS;
    }
    throw new IllegalArgumentException("no recorded sums under scheme " + sampling.scheme());
  }

  private EstimatedHeap estimateRows(RecordedHeap heap) {
    return switch (estimator(heap, setup)) {
      case NONE -> {
        note(
            "numbers are as recorded (unskew none): counts are numbers of samples, not of"
                + " allocations");
        yield asRecorded(heap);
      }
      case COMPLETE -> complete(heap);
      case PRODUCER -> {
        if (!heap.info().sampling().isScaled()) {
          note("the sampling interval is unknown: numbers are as recorded");
        }
        yield asScaled(heap);
      }
      case DIFFERENCE -> difference(heap);
      case ROWS ->
          byRow(
              heap,
              Objects.requireNonNull(RowEstimator.of(heap, Intervals.of(setup.confidence()))));
      case WEIGHTS -> weighted(heap);
    };
  }

  private EstimatedHeap complete(RecordedHeap heap) {
    boolean isSure = heap.info().provenance().sampling().isSure() && !isDoubtful;
    remarks.add(effects.isIncomplete() ? INCOMPLETE : isSure ? EXACT : AS_STATED);
    return asRecorded(heap);
  }

  /** Whether each sample says how likely it was. */
  private static boolean recordsProbabilities(RecordedHeap heap) {
    return heap.info().sampling().isWeighted()
        && heap.info().provenance().interval() != Evidence.UNKNOWN
        && RowEstimator.canEstimate(heap);
  }

  private EstimatedHeap byRow(RecordedHeap heap, RowEstimator estimator) {
    HeapInfo info = heap.info();
    method(
        info.sampling().scheme()
            + (!info.sampling().isIntervalKnown()
                ? ", a weight with each sample: "
                : ", sampling interval " + info.samplingInterval() + " bytes: ")
            + estimator.method()
            + "; "
            + EstimatedProfile.percent(setup.confidence())
            + " % intervals");
    Column.Builder[] builders = builders(heap, heap.rows());
    for (int row = 0; row < heap.rows(); row++) {
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(row, estimator.estimate(row, heap.views().get(i)));
      }
    }
    return heap.estimated(columns(builders));
  }

  /**
   * Numbers scaled by the producer pass through; if the interval is known, so is a bound on the
   * error of the bytes.
   */
  private EstimatedHeap asScaled(RecordedHeap heap) {
    HeapInfo info = heap.info();
    boolean isScaled = info.sampling().isScaled();
    boolean isKnown = !isScaled || info.provenance().scheme().isSure();
    long interval = isKnown ? info.samplingInterval() : 0;
    ScaledNumbers scaled = new ScaledNumbers(interval, Intervals.of(setup.confidence()));
    if (isScaled) {
      String known = interval > 1 ? ", sampling interval " + interval + " bytes" : "";
      method(Scheme.SCALED + known + ": " + scaled.method());
    }
    ScaledRows rows = new ScaledRows(heap, stacks, scaled);
    Column.Builder[] builders = builders(heap, heap.rows());
    for (int i = 0; i < builders.length; i++) {
      for (int row = 0; row < heap.rows(); row++) {
        builders[i].set(row, rows.estimate(row, heap.views().get(i)));
      }
    }
    return heap.estimated(columns(builders));
  }

  /** Of numbers that were subtracted from each other, the error has no known bound. */
  private EstimatedHeap difference(RecordedHeap heap) {
    method(
        "scaled: numbers of a difference, which may be negative, are used as stored;"
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
    HeapInfo info = heap.info().withSampling(setup.sampling(heap.info()));
    WeightedEstimation estimation = weightedEstimation(heap, info);
    describe(info, estimation.recordings());
    RecordedSums sums = new RecordedSums(heap);
    // Most stacks show little, and much the same: 77,000 rows of a compiler are 6,200 different
    // ones.
    Ids<WeightedEstimation.EqualRows> distinct = new Ids<>();
    int[] numbers = new int[heap.rows()];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = distinct.id(estimation.equalRows(heap, row, sums));
    }
    Column.Builder[] builders = builders(heap, distinct.values().size());
    for (int number = 0; number < distinct.values().size(); number++) {
      StackEstimates estimates = estimation.estimate(distinct.values().get(number));
      for (int i = 0; i < builders.length; i++) {
        builders[i].set(number, of(estimates, heap.views().get(i)));
      }
    }
    List<Column> columns = Column.pick(columns(builders), Codes.of(numbers));
    KnowledgeSource[] ofRows = new KnowledgeSource[numbers.length];
    for (int row = 0; row < numbers.length; row++) {
      boolean isExact = columns.get(0).low(row) == columns.get(0).high(row);
      KnowledgeSource source = estimation.source(heap, row);
      ofRows[row] = isExact ? KnowledgeSource.RECORDED : source;
      if (source != KnowledgeSource.CODE) {
        // No output shows a size that the numbers refute.
        stacks.forgetAllocationSize(heap.stack(row));
      }
    }
    sources.put(heap.dictionaryKey(), ofRows);
    boolean isAsStated =
        setup.sizes() == null
            && setup.options().cutoff() == Cutoff.RECORDED
            && estimation.recordings() == 1;
    return heap.withInfo(info)
        .estimated(
            isAsStated && heap.basis() instanceof StatedCounts stated
                ? asStated(heap, stated, columns)
                : columns);
  }

  /**
   * The estimates, if the recording states the same numbers of objects; otherwise those that it
   * states. Intervals of numbers that these estimates do not yield are unknown: they rest on
   * something else.
   */
  private List<Column> asStated(RecordedHeap heap, StatedCounts stated, List<Column> estimates) {
    List<Column> columns = new ArrayList<>();
    BitSet unknown = new BitSet();
    boolean areSame = true;
    for (int i = 0; i < estimates.size(); i++) {
      Column estimate = estimates.get(i);
      View view = heap.views().get(i);
      if (view.isBytes() || !View.ALL.contains(view)) {
        columns.add(estimate);
        continue;
      }
      WholeNumbers rounded = new WholeNumbers();
      Column.Builder builder = new Column.Builder(heap.rows());
      for (int row = 0; row < heap.rows(); row++) {
        long value = stated.objects(view, row);
        Estimate own = estimate.estimate(row);
        areSame &= rounded.next(own.value()) == value;
        boolean isOther = Math.abs(own.value() - value) >= 1;
        unknown.set(row, unknown.get(row) || isOther);
        builder.set(row, isOther ? Estimate.withoutInterval(value) : around(value, own));
      }
      columns.add(builder.column());
    }
    if (!unknown.isEmpty()) {
      String rows = unknown.cardinality() + " of " + heap.rows() + " rows of ";
      notices.add(ErrorId.LOST_INTERVALS, "object counts in " + rows + heap.info().heap());
    }
    return areSame ? estimates : columns;
  }

  /** Another value with the interval of an estimate. */
  private static Estimate around(double value, Estimate estimate) {
    return new Estimate(
        value, estimate.low(), estimate.high(), estimate.modelLow(), estimate.modelHigh());
  }

  private WeightedEstimation weightedEstimation(RecordedHeap heap, HeapInfo info) {
    if (recording == null || !recording.isOf(heap)) {
      WeightedEstimation pooled = member == null ? null : member.estimation(heap, numberOfStack);
      recording =
          pooled == null
              ? WeightedEstimation.alone(
                  heap, stacks, unskewers.get(info.sampling()), setup, numberOfStack)
              : pooled;
      if (recording.refutedSizes() > 0) {
        notices.add(ErrorId.REFUTED_CODE_SIZES, recording.refutedSizes());
      }
    }
    return recording;
  }

  private static Estimate of(StackEstimates estimates, View view) {
    if (view.isLive()) {
      return view.isBytes() ? estimates.space() : estimates.objects();
    }
    return view.isBytes() ? estimates.allocSpace() : estimates.allocObjects();
  }

  private void describe(HeapInfo info, int recordings) {
    String dumps = recordings == 1 ? "all dumps" : "all dumps of " + recordings + " recordings";
    method(
        "weighted (heapprofd), sampling interval "
            + info.samplingInterval()
            + " bytes, cutoff "
            + info.sampling().cutoff()
            + " bytes: bytes as recorded, which is unbiased; object counts estimated from the"
            + " sizes that "
            + dumps
            + ", and call sites of other programs, show; "
            + EstimatedProfile.percent(setup.confidence())
            + " % intervals");
    if (info.sampling().hasSlowedDown() && !isGiven(info)) {
      note(
          info.heap()
              + ": the sampling interval grew from "
              + info.sampling().first()
              + " bytes during the recording; what was sampled at which is not recorded, so"
              + " object counts have wide limits");
    }
  }

  private static double[] toDouble(long[] column) {
    double[] values = new double[column.length];
    Arrays.setAll(values, row -> column[row]);
    return values;
  }

  private static Column.Builder[] builders(RecordedHeap heap, int rows) {
    Column.Builder[] builders = new Column.Builder[heap.views().size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new Column.Builder(rows);
    }
    return builders;
  }

  private static List<Column> columns(Column.Builder[] builders) {
    List<Column> columns = new ArrayList<>();
    for (Column.Builder builder : builders) {
      columns.add(builder.column());
    }
    return columns;
  }
}

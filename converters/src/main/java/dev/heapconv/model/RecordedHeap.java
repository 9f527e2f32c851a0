package dev.heapconv.model;

import dev.heapconv.unskew.sizes.RecordingCells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a sampler recorded for one heap at one dump: each row has a stack and sums over its sampled
 * allocations. A stack occurs in only one row, or with labels in only one row per set of labels,
 * unless something that told stacks apart was lost when the heap was stored. Immutable.
 *
 * <p>The sums are the recorded numbers under every scheme, but their meaning depends on it: under
 * {@code weighted}, {@code exact} and {@code scaled} they are all that estimates need; under the
 * others, whose units must be unskewed one by one, {@link #estimator()} knows the units.
 *
 * <p>A heap may have been estimated before it was stored: then it has {@link #estimates()}, and the
 * sums are these, rounded.
 */
public final class RecordedHeap {

  // Places of the views in View.ALL.
  private static final int ALLOC_COUNT = 0;
  private static final int ALLOC_BYTES = 1;
  private static final int LIVE_COUNT = 2;
  private static final int LIVE_BYTES = 3;

  private final HeapInfo info;
  private final List<View> views;
  private final int[] stacks;
  private final List<View> columns;
  private final long[][] numbers;
  private final List<List<Label>> labels;
  private final @Nullable RowEstimator estimator;
  private final @Nullable EstimatedHeap estimates;
  private final double confidence;
  private final @Nullable RecordingCells cells;

  /**
   * A heap as {@link RecordedRows} collects it. Takes ownership of the arrays without copying.
   *
   * @param views the views of the recording: all four, only the allocated or only the live ones;
   *     then extra ones
   * @param stacks stack ids, one per row
   * @param columns views of the numbers: those of {@link View#ALL}, then extra ones
   * @param numbers one column each; all 0 if not among the views
   * @param labels the labels of each row; empty if no row has any
   * @param estimator computes the estimates; null if they are computed from the sums
   */
  RecordedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      List<View> columns,
      long[][] numbers,
      List<List<Label>> labels,
      @Nullable RowEstimator estimator) {
    this.info = Objects.requireNonNull(info, "info");
    this.views = List.copyOf(views);
    this.stacks = stacks;
    this.columns = columns;
    this.numbers = numbers;
    this.labels = List.copyOf(labels);
    this.estimator = estimator;
    estimates = null;
    confidence = 0;
    cells = null;
  }

  private RecordedHeap(
      RecordedHeap from,
      HeapInfo info,
      int[] stacks,
      @Nullable EstimatedHeap estimates,
      double confidence,
      @Nullable RecordingCells cells) {
    this.info = Objects.requireNonNull(info, "info");
    this.stacks = stacks;
    this.estimates = estimates;
    this.confidence = confidence;
    this.cells = cells;
    views = from.views;
    columns = from.columns;
    numbers = from.numbers;
    labels = from.labels;
    estimator = from.estimator;
  }

  /** The same numbers with another description of the heap. */
  public RecordedHeap withInfo(HeapInfo other) {
    EstimatedHeap described = estimates == null ? null : estimates.with(other, estimates.columns());
    return new RecordedHeap(this, other, stacks, described, confidence, cells);
  }

  /** The same heap with what all dumps of its recording tell about the sizes of its stacks. */
  public RecordedHeap withCells(RecordingCells others) {
    return new RecordedHeap(this, info, stacks, estimates, confidence, others);
  }

  /**
   * The same numbers with other stacks of the same table.
   *
   * @param stackIds maps the id of a stack to that of its replacement; different stacks have
   *     different ones
   */
  public RecordedHeap onStacks(IntUnaryOperator stackIds) {
    return new RecordedHeap(
        this,
        info,
        Arrays.stream(stacks).map(stackIds).toArray(),
        estimates == null ? null : estimates.onStacks(stackIds),
        confidence,
        cells == null ? null : cells.onStacks(stackIds));
  }

  /**
   * The same heap with estimates that were stored with it.
   *
   * @param estimated one for each of {@link #views()}
   * @param recordedAlloc recorded allocations per row; all 0 if unknown
   * @param recordedLive recorded live allocations per row; all 0 if unknown
   * @param level confidence level of the intervals
   */
  public RecordedHeap withEstimates(
      List<Column> estimated, long[] recordedAlloc, long[] recordedLive, double level) {
    EstimatedHeap stored =
        new EstimatedHeap(info, views, stacks, estimated, recordedAlloc, recordedLive, labels);
    return new RecordedHeap(this, info, stacks, stored, level, cells);
  }

  /**
   * This heap with estimates.
   *
   * @param estimated one for each of {@link #views()}
   */
  public EstimatedHeap estimated(List<Column> estimated) {
    return new EstimatedHeap(
        info, views, stacks, estimated, numbers[ALLOC_COUNT], numbers[LIVE_COUNT], labels);
  }

  /** What all dumps of the recording tell about sizes; null if this is the only one. */
  public @Nullable RecordingCells cells() {
    return cells;
  }

  public HeapInfo info() {
    return info;
  }

  /** All four views, only the allocated or only the live ones; then extra ones. */
  public List<View> views() {
    return views;
  }

  public int rows() {
    return stacks.length;
  }

  /** Id of the stack of a row. */
  public int stack(int row) {
    return stacks[row];
  }

  /** Recorded allocations of a row since profiling began; 0 if not among the views. */
  public long allocCount(int row) {
    return numbers[ALLOC_COUNT][row];
  }

  /** Recorded bytes of these. */
  public long allocBytes(int row) {
    return numbers[ALLOC_BYTES][row];
  }

  /** Recorded allocations of a row that are not freed; 0 if not among the views. */
  public long liveCount(int row) {
    return numbers[LIVE_COUNT][row];
  }

  /** Recorded bytes of these. */
  public long liveBytes(int row) {
    return numbers[LIVE_BYTES][row];
  }

  /** The recorded number of a view in a row. */
  public long value(View view, int row) {
    return numbers(view)[row];
  }

  /** A copy of the recorded numbers of a view, one per row. */
  public long[] column(View view) {
    return numbers(view).clone();
  }

  private long[] numbers(View view) {
    return numbers[columns.indexOf(view)];
  }

  /** Whether any number is negative, as in a difference of two profiles. */
  public boolean isDifference() {
    for (View view : views) {
      for (long value : numbers(view)) {
        if (value < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The recorded total of each view. */
  public DumpSummary summary() {
    List<Long> totals = new ArrayList<>();
    for (View view : views) {
      // In double, because hostile numbers overflow a long.
      double total = 0;
      for (long value : numbers(view)) {
        total += value;
      }
      totals.add(Math.round(total));
    }
    return new DumpSummary(info, views, rows(), totals);
  }

  /** Computes the estimates; null if they are computed from the sums. */
  public @Nullable RowEstimator estimator() {
    return estimator;
  }

  /** Estimates that were stored with the heap; null if they must be computed. */
  public @Nullable EstimatedHeap estimates() {
    return estimates;
  }

  /** Confidence level of the intervals of {@link #estimates()}. */
  public double confidence() {
    return confidence;
  }

  /** The labels of a row. */
  public List<Label> labels(int row) {
    return labels.isEmpty() ? List.of() : labels.get(row);
  }
}

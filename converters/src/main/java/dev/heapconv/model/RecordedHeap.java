package dev.heapconv.model;

import java.util.ArrayList;
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

  private final HeapInfo info;
  private final List<View> views;
  private final int[] stacks;
  private final long[] allocCount;
  private final long[] allocBytes;
  private final long[] liveCount;
  private final long[] liveBytes;
  private final @Nullable RowEstimator estimator;
  private final List<View> extraViews;
  private final long[][] extras;
  private final List<List<Label>> labels;
  private final @Nullable EstimatedHeap estimates;
  private final double confidence;
  private final @Nullable RecordingCells cells;

  /**
   * A heap whose estimates need only the sums, without extra views or labels. Takes ownership of
   * the arrays without copying: the caller must not modify them afterwards.
   *
   * @param views the views of the recording: all four, only the allocated or only the live ones
   * @param stacks stack ids, one per row
   * @param allocCount recorded allocations since profiling began; all 0 if not among the views
   * @param allocBytes recorded bytes of these
   * @param liveCount recorded allocations that are not freed; all 0 if not among the views
   * @param liveBytes recorded bytes of these
   */
  public RecordedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      long[] allocCount,
      long[] allocBytes,
      long[] liveCount,
      long[] liveBytes) {
    this(
        info,
        views,
        stacks,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        null,
        List.of(),
        new long[0][],
        List.of(),
        null,
        0,
        null);
  }

  /**
   * @param estimator computes the estimates; null if they are computed from the sums
   * @param extraViews the views besides those of {@link View#ALL}
   * @param extras recorded numbers of each extra view
   * @param labels the labels of each row; empty if no row has any
   * @param estimates that were stored with the heap; null if they must be computed
   * @param confidence confidence level of their intervals; 0 without them
   * @param cells what the other dumps tell; null if nothing
   */
  RecordedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      long[] allocCount,
      long[] allocBytes,
      long[] liveCount,
      long[] liveBytes,
      @Nullable RowEstimator estimator,
      List<View> extraViews,
      long[][] extras,
      List<List<Label>> labels,
      @Nullable EstimatedHeap estimates,
      double confidence,
      @Nullable RecordingCells cells) {
    this.info = Objects.requireNonNull(info, "info");
    this.views = List.copyOf(views);
    this.stacks = stacks;
    this.allocCount = allocCount;
    this.allocBytes = allocBytes;
    this.liveCount = liveCount;
    this.liveBytes = liveBytes;
    this.estimator = estimator;
    this.extraViews = List.copyOf(extraViews);
    this.extras = extras;
    this.labels = List.copyOf(labels);
    this.estimates = estimates;
    this.confidence = confidence;
    this.cells = cells;
    int rows = stacks.length;
    if (allocCount.length != rows
        || allocBytes.length != rows
        || liveCount.length != rows
        || liveBytes.length != rows) {
      throw new IllegalArgumentException("columns differ in length");
    }
    if (!labels.isEmpty() && labels.size() != rows) {
      throw new IllegalArgumentException("the numbers of labels and rows differ");
    }
  }

  /** The same numbers with another description of the heap. */
  public RecordedHeap withInfo(HeapInfo other) {
    return new RecordedHeap(
        other,
        views,
        stacks,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        estimator,
        extraViews,
        extras,
        labels,
        estimates,
        confidence,
        cells);
  }

  /** The same heap with what all dumps of its recording tell about the sizes of its stacks. */
  public RecordedHeap withCells(RecordingCells others) {
    return new RecordedHeap(
        info,
        views,
        stacks,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        estimator,
        extraViews,
        extras,
        labels,
        estimates,
        confidence,
        others);
  }

  /**
   * The same numbers with other stacks of the same table.
   *
   * @param stackIds maps the id of a stack to that of its replacement; different stacks have
   *     different ones
   */
  public RecordedHeap onStacks(IntUnaryOperator stackIds) {
    int[] others = new int[stacks.length];
    for (int row = 0; row < others.length; row++) {
      others[row] = stackIds.applyAsInt(stacks[row]);
    }
    return new RecordedHeap(
        info,
        views,
        others,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        estimator,
        extraViews,
        extras,
        labels,
        estimates == null ? null : estimates.onStacks(stackIds),
        confidence,
        cells == null ? null : cells.onStacks(stackIds));
  }

  /**
   * The same heap with estimates that were stored with it.
   *
   * @param columns one for each of {@link #views()}
   * @param recordedAlloc recorded allocations per row; all 0 if unknown
   * @param recordedLive recorded live allocations per row; all 0 if unknown
   * @param level confidence level of the intervals
   */
  public RecordedHeap withEstimates(
      List<Column> columns, long[] recordedAlloc, long[] recordedLive, double level) {
    return new RecordedHeap(
        info,
        views,
        stacks,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        estimator,
        extraViews,
        extras,
        labels,
        new EstimatedHeap(info, views, stacks, columns, recordedAlloc, recordedLive, labels),
        level,
        cells);
  }

  /**
   * This heap with estimates.
   *
   * @param columns one for each of {@link #views()}
   */
  public EstimatedHeap estimated(List<Column> columns) {
    return new EstimatedHeap(info, views, stacks, columns, allocCount, liveCount, labels);
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
    return allocCount[row];
  }

  /** Recorded bytes of these. */
  public long allocBytes(int row) {
    return allocBytes[row];
  }

  /** Recorded allocations of a row that are not freed; 0 if not among the views. */
  public long liveCount(int row) {
    return liveCount[row];
  }

  /** Recorded bytes of these. */
  public long liveBytes(int row) {
    return liveBytes[row];
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
    int extra = extraViews.indexOf(view);
    if (extra >= 0) {
      return extras[extra];
    }
    if (view.isLive()) {
      return view.isBytes() ? liveBytes : liveCount;
    }
    return view.isBytes() ? allocBytes : allocCount;
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
      for (long value : column(view)) {
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

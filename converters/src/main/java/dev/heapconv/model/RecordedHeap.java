package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a sampler recorded for one heap at one dump: each row has a stack and sums over its sampled
 * allocations. A stack occurs in only one row, or with labels in only one row per set of labels,
 * unless something that told stacks apart was lost when the heap was stored. Immutable.
 *
 * <p>Hundreds of dumps of a process have few different rows: most stacks do not change from one to
 * the next. So dumps may share a table of the rows of all of them.
 *
 * <p>The sums are the recorded numbers under every scheme. What else estimates are made from is its
 * {@link #basis()}.
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
  private final EstimateBasis basis;

  /** For each row its number in the table; null if rows are the numbers. */
  private final int @Nullable [] ids;

  /**
   * A heap as {@link RecordedRows} collects it. Takes ownership of the arrays without copying.
   *
   * @param views the views of the recording: all four, only the allocated or only the live ones;
   *     then extra ones
   * @param stacks stack ids, one per row
   * @param columns views of the numbers: those of {@link View#ALL}, then extra ones
   * @param numbers one column each; all 0 if not among the views
   * @param labels the labels of each row; empty if no row has any
   * @param ids the rows of the heap, if the others are those of its table; they have no labels
   */
  RecordedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      List<View> columns,
      long[][] numbers,
      List<List<Label>> labels,
      EstimateBasis basis,
      int @Nullable [] ids) {
    this.info = Objects.requireNonNull(info, "info");
    this.views = List.copyOf(views);
    this.stacks = stacks;
    this.columns = columns;
    this.numbers = numbers;
    this.labels = List.copyOf(labels);
    this.basis = basis;
    this.ids = ids;
  }

  /** The same numbers with another description of the heap. */
  public RecordedHeap withInfo(HeapInfo other) {
    return new RecordedHeap(other, views, stacks, columns, numbers, labels, basis, ids);
  }

  /**
   * Some rows of a heap without labels, which share its table.
   *
   * @param some their numbers; taken without copying
   */
  public RecordedHeap withRows(List<View> views, int[] some) {
    return new RecordedHeap(info, views, stacks, columns, numbers, labels, basis, some);
  }

  /** The numbers of allocated memory alone. */
  public RecordedHeap withoutLive() {
    long[][] own = new long[numbers.length][];
    Arrays.setAll(own, i -> columns.get(i).isLive() ? new long[numbers[i].length] : numbers[i]);
    return new RecordedHeap(
        info,
        views.stream().filter(view -> !view.isLive()).toList(),
        stacks,
        columns,
        own,
        labels,
        basis,
        ids);
  }

  /** All rows of the table. */
  public RecordedHeap table() {
    return new RecordedHeap(info, views, stacks, columns, numbers, labels, basis, null);
  }

  /** Equal for dumps that share a table, in which all that estimates are made of is the same. */
  public Object tableKey() {
    return List.of(numbers, views, info.sampling());
  }

  /** This heap, given the estimates of its table, which do not depend on other rows. */
  public EstimatedHeap among(EstimatedHeap ofTable) {
    EstimatedHeap estimated = ids == null ? ofTable : ofTable.withRows(ids);
    return (ofTable.isRepeatable() ? estimated.repeatable() : estimated)
        .withInfo(info.withSampling(ofTable.info().sampling()));
  }

  /** The same rows in a table of their own. */
  public RecordedHeap apart() {
    if (ids == null) {
      return this;
    }
    long[][] own = new long[numbers.length][];
    Arrays.setAll(own, i -> ofRows(numbers[i]));
    int[] ownStacks = new int[rows()];
    Arrays.setAll(ownStacks, this::stack);
    return new RecordedHeap(info, views, ownStacks, columns, own, labels, basis, null);
  }

  /**
   * The same rows, each of which is a unit of raw samples.
   *
   * @param interval mean sampling interval in bytes
   * @param extras the views besides the four of {@link View#ALL}
   */
  public RecordedHeap asUnits(RecordedUnits.UnitKind kind, long interval, List<View> extras) {
    RecordedRows units = RecordedRows.ofUnits(kind, interval, extras);
    for (int row = 0; row < rows(); row++) {
      int unit = units.newRow(stack(row), labels(row));
      units.addAlloc(unit, allocCount(row), allocBytes(row));
      units.addLive(unit, liveCount(row), liveBytes(row));
      for (int i = 0; i < extras.size(); i++) {
        units.add(unit, View.ALL.size() + i, value(extras.get(i), row));
      }
    }
    return units.heap(info, views);
  }

  /** The same numbers with something else that estimates are made from. */
  public RecordedHeap withBasis(EstimateBasis other) {
    return new RecordedHeap(info, views, stacks, columns, numbers, labels, other, ids);
  }

  /**
   * The same numbers with other stacks of the same table.
   *
   * @param stackIds maps the id of a stack to that of its replacement; different stacks have
   *     different ones
   */
  public RecordedHeap onStacks(IntUnaryOperator stackIds) {
    EstimateBasis moved =
        basis instanceof EstimateBasis.DumpCells shared
            ? new EstimateBasis.DumpCells(shared.cells().onStacks(stackIds))
            : basis;
    return new RecordedHeap(
        info,
        views,
        Arrays.stream(stacks).map(stackIds).toArray(),
        columns,
        numbers,
        labels,
        moved,
        ids);
  }

  /**
   * The table with estimates.
   *
   * @param estimated one for each of {@link #views()}
   */
  public EstimatedHeap estimated(List<Column> estimated) {
    return new EstimatedHeap(
        info, views, stacks, estimated, numbers[ALLOC_COUNT], numbers[LIVE_COUNT], labels);
  }

  /** The table with estimates that were stored with it. */
  public EstimatedHeap estimated(EstimateBasis.StoredBasis stored) {
    return new EstimatedHeap(
        info, views, stacks, stored.columns, stored.recordedAlloc, stored.recordedLive, labels);
  }

  /** What its estimates are made from. */
  public EstimateBasis basis() {
    return basis;
  }

  public HeapInfo info() {
    return info;
  }

  /** All four views, only the allocated or only the live ones; then extra ones. */
  public List<View> views() {
    return views;
  }

  public int rows() {
    return ids == null ? stacks.length : ids.length;
  }

  /** The number of a row in the table. */
  public int number(int row) {
    return ids == null ? row : ids[row];
  }

  /** Id of the stack of a row. */
  public int stack(int row) {
    return stacks[number(row)];
  }

  /** Recorded allocations of a row since profiling began; 0 if not among the views. */
  public long allocCount(int row) {
    return numbers[ALLOC_COUNT][number(row)];
  }

  /** Recorded bytes of these. */
  public long allocBytes(int row) {
    return numbers[ALLOC_BYTES][number(row)];
  }

  /** Recorded allocations of a row that are not freed; 0 if not among the views. */
  public long liveCount(int row) {
    return numbers[LIVE_COUNT][number(row)];
  }

  /** Recorded bytes of these. */
  public long liveBytes(int row) {
    return numbers[LIVE_BYTES][number(row)];
  }

  /** The recorded number of a view in a row. */
  public long value(View view, int row) {
    return numbers(view)[number(row)];
  }

  /** A copy of the recorded numbers of a view, one per row. */
  public long[] column(View view) {
    return ofRows(numbers(view));
  }

  private long[] ofRows(long[] ofTable) {
    long[] some = new long[rows()];
    Arrays.setAll(some, row -> ofTable[number(row)]);
    return some;
  }

  private long[] numbers(View view) {
    return numbers[columns.indexOf(view)];
  }

  /** Whether any number is negative, as in a difference of two profiles. */
  public boolean isDifference() {
    for (View view : views) {
      long[] ofTable = numbers(view);
      for (int row = 0; row < rows(); row++) {
        if (ofTable[number(row)] < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The recorded total of a view. */
  public double sum(View view) {
    // In double, because hostile numbers overflow a long.
    double total = 0;
    for (long value : column(view)) {
      total += value;
    }
    return total;
  }

  /** The recorded total of each view. */
  public DumpSummary summary() {
    List<Long> totals = new ArrayList<>();
    for (View view : views) {
      totals.add(Math.round(sum(view)));
    }
    return new DumpSummary(info, views, rows(), totals);
  }

  /** The same heap with other labels, of which each set stands for one of those before. */
  public RecordedHeap withLabels(UnaryOperator<List<Label>> change) {
    return labels.isEmpty()
        ? this
        : new RecordedHeap(
            info,
            views,
            stacks,
            columns,
            numbers,
            labels.stream().map(change).toList(),
            basis,
            ids);
  }

  /** The labels of a row. */
  public List<Label> labels(int row) {
    return labels.isEmpty() ? List.of() : labels.get(row);
  }
}

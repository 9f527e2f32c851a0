package dev.heapconv.model;

import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The estimated numbers of one heap at one dump, beside what was recorded of it. Immutable. */
public final class EstimatedHeap {

  private final RecordedHeap recorded;
  private final List<View> views;
  private final List<Column> columns;
  private final SampleCounts counts;

  /**
   * Creates a heap of which nothing but estimates and the numbers of recorded allocations is known.
   * Takes ownership of the arrays: the caller must not modify them afterwards.
   *
   * @param views the views, in the order of {@code columns}
   * @param stacks stack ids, one per row; each stack occurs in only one row, or with labels in only
   *     one row per set of labels
   * @param columns one per view, each as long as {@code stacks}
   * @param recordedAlloc recorded allocations per row, for the allocated views; all 0 if unknown
   * @param recordedLive recorded live allocations per row, for the live views; all 0 if unknown
   * @param labels the labels of each row besides process, pid, heap and dump; empty if no row has
   *     any
   */
  public EstimatedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      List<Column> columns,
      long[] recordedAlloc,
      long[] recordedLive,
      List<List<Label>> labels) {
    this(
        RecordedHeap.ofCounts(info, views, Rows.of(stacks, labels), recordedAlloc, recordedLive),
        views,
        columns);
  }

  /**
   * @param recorded the heap as it was recorded
   * @param views those of the estimates, in the order of {@code columns}
   * @param columns the estimates of its rows, one column per view
   */
  EstimatedHeap(RecordedHeap recorded, List<View> views, List<Column> columns) {
    this(
        recorded,
        List.copyOf(views),
        List.copyOf(columns),
        new SampleCounts(recorded, List.copyOf(views), List.copyOf(columns)));
  }

  private EstimatedHeap(
      RecordedHeap recorded, List<View> views, List<Column> columns, SampleCounts counts) {
    this.recorded = recorded;
    this.views = views;
    this.columns = columns;
    this.counts = counts;
    if (views.size() != columns.size()) {
      throw new IllegalArgumentException("each view needs a column");
    }
    for (Column column : columns) {
      if (column.rows() != rows()) {
        throw new IllegalArgumentException("columns differ in length");
      }
    }
  }

  /** Returns a copy with different numbers in the same rows, for a different heap. */
  public EstimatedHeap with(HeapInfo otherInfo, List<Column> otherColumns) {
    return new EstimatedHeap(recorded.withInfo(otherInfo), views, otherColumns);
  }

  /** Returns a copy with a different description of the heap. */
  public EstimatedHeap withInfo(HeapInfo other) {
    RecordedHeap described = recorded.withInfo(other);
    return other.sampling().isScaled() == info().sampling().isScaled()
        ? new EstimatedHeap(described, views, columns, counts)
        : new EstimatedHeap(described, views, columns);
  }

  /** Returns a copy with different names of views. */
  EstimatedHeap withViews(Map<View, View> renamed) {
    List<View> others = views.stream().map(view -> renamed.getOrDefault(view, view)).toList();
    return new EstimatedHeap(recorded, others, columns);
  }

  /** Returns a copy with some of the rows, any number of times each. */
  public EstimatedHeap pick(Codes some) {
    return new EstimatedHeap(recorded.pick(some), views, Column.pick(columns, some));
  }

  /** Returns a copy without the views of live memory. */
  public EstimatedHeap withoutLive() {
    List<View> others = views.stream().filter(view -> !view.isLive()).toList();
    return new EstimatedHeap(
        recorded.withoutLive(),
        others,
        others.stream().map(view -> columns.get(views.indexOf(view))).toList());
  }

  /** Returns a copy with different labels, one list per row. */
  public EstimatedHeap withLabels(List<List<Label>> others) {
    return new EstimatedHeap(recorded.withLabels(others), views, columns, counts);
  }

  /**
   * Returns a copy with different stacks of the same table, or with stacks of a different table.
   *
   * @param stackIds maps the id of a stack to that of its replacement
   */
  public EstimatedHeap onStacks(IntUnaryOperator stackIds) {
    return new EstimatedHeap(recorded.onStacks(stackIds), views, columns, counts);
  }

  /** Returns which heap it is, when it was dumped, and how it was sampled. */
  public HeapInfo info() {
    return recorded.info();
  }

  /** Returns the views of the estimates. */
  public List<View> views() {
    return views;
  }

  /** Returns the number of rows. */
  public int rows() {
    return recorded.rows();
  }

  /**
   * Returns the id of the stack of a row. Its inner end has the functions of the allocator, which
   * {@code query.TrimmedStacks} removes.
   */
  public int stack(int row) {
    return recorded.stack(row);
  }

  /** Returns the columns, in the order of {@link #views()}. */
  public List<Column> columns() {
    return columns;
  }

  /** Returns the column of a view; null if the heap does not have the view. */
  public @Nullable Column column(View view) {
    int index = views.indexOf(view);
    return index < 0 ? null : columns.get(index);
  }

  /** Returns whether the heap has views of live memory, or of allocated memory. */
  public boolean has(boolean live) {
    return views.stream().anyMatch(view -> view.isLive() == live);
  }

  /**
   * Returns the count of allocations that the recording has in a row, since profiling began: of
   * sampled ones, or of all if their producer has scaled them and counts no samples; 0 if unknown.
   */
  public long recordedAlloc(int row) {
    return recorded.countsSamples(false)
        ? recorded.samples(View.ALLOC_OBJECTS, row)
        : recorded.allocCount(row);
  }

  /** Returns the same count of the allocations that are not freed. */
  public long recordedLive(int row) {
    return recorded.countsSamples(true)
        ? recorded.samples(View.OBJECTS, row)
        : recorded.liveCount(row);
  }

  /**
   * Returns the sampled allocations behind the number of a view in a row; 0 if not {@link
   * #isCounted}.
   */
  public long samples(View view, int row) {
    long count = view.isLive() ? recordedLive(row) : recordedAlloc(row);
    return isCounted(view.isLive()) ? count : 0;
  }

  /**
   * Returns whether counts of live, or of all, allocations are those of sampled ones. A producer
   * that has scaled them may not state how many samples they stand for, or may state it in a view.
   */
  public boolean isCounted(boolean live) {
    return counts.areSamples(live);
  }

  /** Returns the labels of a row besides process, pid, heap and dump. */
  public List<Label> labels(int row) {
    return recorded.labels(row);
  }
}

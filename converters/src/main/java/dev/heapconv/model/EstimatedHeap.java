package dev.heapconv.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Estimated numbers of one heap at one dump.
 *
 * @param views the views, in the order of {@code columns}
 * @param stacks stack ids, one a row; a stack stands in one row only, or where there are labels in
 *     one row with the same labels
 * @param columns one a view, each as long as {@code stacks}
 * @param recordedAlloc recorded allocations a row, for the allocated views; all 0 where unknown
 * @param recordedLive recorded live allocations a row, for the live views; all 0 where unknown
 * @param labels the labels of each row beside process, pid, heap and dump; empty when no row has
 *     any
 */
public record EstimatedHeap(
    HeapInfo info,
    List<View> views,
    int[] stacks,
    List<Column> columns,
    long[] recordedAlloc,
    long[] recordedLive,
    List<List<Label>> labels) {

  public EstimatedHeap {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    columns = List.copyOf(columns);
    labels = List.copyOf(labels);
    if (views.size() != columns.size()) {
      throw new IllegalArgumentException("each view needs a column");
    }
    for (Column column : columns) {
      if (column.values().length != stacks.length) {
        throw new IllegalArgumentException("columns differ in length");
      }
    }
    if (!labels.isEmpty() && labels.size() != stacks.length) {
      throw new IllegalArgumentException("labels and rows differ in number");
    }
    if (recordedAlloc.length != stacks.length || recordedLive.length != stacks.length) {
      throw new IllegalArgumentException("columns differ in length");
    }
  }

  /** Rows without labels. */
  public EstimatedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      List<Column> columns,
      long[] recordedAlloc,
      long[] recordedLive) {
    this(info, views, stacks, columns, recordedAlloc, recordedLive, List.of());
  }

  /** The same numbers with other stack ids, one a row. */
  public EstimatedHeap withStacks(int[] others) {
    return new EstimatedHeap(info, views, others, columns, recordedAlloc, recordedLive, labels);
  }

  public int rows() {
    return stacks.length;
  }

  /** The column of a view; null when this heap has no such view. */
  public @Nullable Column column(View view) {
    int index = views.indexOf(view);
    return index < 0 ? null : columns.get(index);
  }

  /** Recorded allocations behind the numbers of a view, one a row. */
  public long[] recorded(View view) {
    return view.isLive() ? recordedLive : recordedAlloc;
  }
}

package dev.heapconv.model;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds recorded numbers up, a row for each stack, or for each stack and its labels. Sums stop at
 * the largest long.
 */
public final class RecordedRows {

  private record Key(int stack, List<Label> labels) {}

  private final Object2IntOpenHashMap<Key> rowOf = new Object2IntOpenHashMap<>();
  private final List<View> extraViews;
  private final long[][] extras;
  private final List<List<Label>> labels = new ArrayList<>();
  private boolean anyLabels;
  private int[] stacks = new int[64];
  private long[] allocCount = new long[64];
  private long[] allocBytes = new long[64];
  private long[] liveCount = new long[64];
  private long[] liveBytes = new long[64];
  private int rows;

  public RecordedRows() {
    this(List.of());
  }

  /**
   * @param extraViews the views beside the four of {@link View#ALL}
   */
  public RecordedRows(List<View> extraViews) {
    this.extraViews = List.copyOf(extraViews);
    extras = new long[extraViews.size()][64];
    rowOf.defaultReturnValue(-1);
  }

  /** The row of a stack, a new one if it has none yet. */
  public int row(int stack) {
    return row(stack, List.of());
  }

  /** The row of a stack with labels, a new one if it has none yet. */
  public int row(int stack, List<Label> rowLabels) {
    Key key = new Key(stack, rowLabels);
    int row = rowOf.getInt(key);
    if (row < 0) {
      row = rows++;
      if (row == stacks.length) {
        grow(row * 2);
      }
      stacks[row] = stack;
      labels.add(rowLabels);
      anyLabels |= !rowLabels.isEmpty();
      rowOf.put(key, row);
    }
    return row;
  }

  private void grow(int capacity) {
    stacks = Arrays.copyOf(stacks, capacity);
    allocCount = Arrays.copyOf(allocCount, capacity);
    allocBytes = Arrays.copyOf(allocBytes, capacity);
    liveCount = Arrays.copyOf(liveCount, capacity);
    liveBytes = Arrays.copyOf(liveBytes, capacity);
    for (int i = 0; i < extras.length; i++) {
      extras[i] = Arrays.copyOf(extras[i], capacity);
    }
  }

  /** Adds allocations to a row. */
  public void addAlloc(int row, long count, long bytes) {
    allocCount[row] = saturatingAdd(allocCount[row], count);
    allocBytes[row] = saturatingAdd(allocBytes[row], bytes);
  }

  /** Adds live allocations to a row. */
  public void addLive(int row, long count, long bytes) {
    liveCount[row] = saturatingAdd(liveCount[row], count);
    liveBytes[row] = saturatingAdd(liveBytes[row], bytes);
  }

  /** Adds to a row of an extra view, by its place in the list of them. */
  public void addExtra(int row, int extra, long value) {
    extras[extra][row] = saturatingAdd(extras[extra][row], value);
  }

  public int rows() {
    return rows;
  }

  /**
   * The rows as a heap.
   *
   * @param views the views it has, the extra ones among them
   * @param estimator knows the units; null when the sums are all that matters
   */
  public RecordedHeap heap(HeapInfo info, List<View> views, @Nullable RowEstimator estimator) {
    List<ExtraColumn> columns = new ArrayList<>();
    for (int i = 0; i < extras.length; i++) {
      columns.add(new ExtraColumn(extraViews.get(i), Arrays.copyOf(extras[i], rows)));
    }
    return new RecordedHeap(
        info,
        views,
        Arrays.copyOf(stacks, rows),
        Arrays.copyOf(allocCount, rows),
        Arrays.copyOf(allocBytes, rows),
        Arrays.copyOf(liveCount, rows),
        Arrays.copyOf(liveBytes, rows),
        estimator,
        columns,
        anyLabels ? labels : List.of());
  }

  private static long saturatingAdd(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}

package dev.heapconv.model;

import dev.heapconv.unskew.Saturation;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up recorded numbers, one row per stack, or per stack and labels. Sums saturate at the
 * largest long. Under the scheme {@code recorded} it also keeps the units: each addition is one
 * unit, which is unskewed before the units of a row are summed.
 */
public final class RecordedRows {

  private record Key(int stack, List<Label> labels) {}

  /** What the allocations of one unit, such as a line of a text dump, have in common. */
  public enum Unit {
    /** Their size, or there is only one. */
    EQUAL_SIZES,
    /**
     * Nothing, but the producer adjusted the sums so that the rule for equal sizes yields unbiased
     * totals: jemalloc 5.3 and later.
     */
    COOKED,
    /** Nothing: the rule underestimates, and no rule can do better. */
    PLAIN_SUM
  }

  private final Object2IntOpenHashMap<Key> rowOf = new Object2IntOpenHashMap<>();
  private final @Nullable RecordedUnits units;
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

  private RecordedRows(@Nullable RecordedUnits units, List<View> extraViews) {
    this.units = units;
    this.extraViews = List.copyOf(extraViews);
    extras = new long[extraViews.size()][64];
    rowOf.defaultReturnValue(-1);
  }

  /**
   * Rows of which only the sums matter.
   *
   * @param extraViews the views besides the four of {@link View#ALL}
   */
  public static RecordedRows ofSums(List<View> extraViews) {
    return new RecordedRows(null, extraViews);
  }

  /**
   * Rows of the scheme {@code recorded}.
   *
   * @param interval mean sampling interval T in bytes
   * @param extraViews the views besides the four of {@link View#ALL}
   */
  public static RecordedRows ofUnits(Unit unit, long interval, List<View> extraViews) {
    return new RecordedRows(new RecordedUnits(interval, unit), extraViews);
  }

  /** The row of a stack, added if there is none yet. */
  public int row(int stack) {
    return row(stack, List.of());
  }

  /** The row of a stack with labels, added if there is none yet. */
  public int row(int stack, List<Label> rowLabels) {
    Key key = new Key(stack, List.copyOf(rowLabels));
    int row = rowOf.getInt(key);
    if (row < 0) {
      row = newRow(stack, key.labels());
      rowOf.put(key, row);
    }
    return row;
  }

  /** Adds a row, even if there is one with the same stack and labels. */
  public int newRow(int stack, List<Label> rowLabels) {
    int row = rows++;
    if (row == stacks.length) {
      grow(row * 2);
    }
    stacks[row] = stack;
    labels.add(List.copyOf(rowLabels));
    anyLabels |= !rowLabels.isEmpty();
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
    allocCount[row] = Saturation.add(allocCount[row], count);
    allocBytes[row] = Saturation.add(allocBytes[row], bytes);
    if (units != null) {
      units.addAlloc(row, count, bytes);
    }
  }

  /** Adds live allocations to a row. */
  public void addLive(int row, long count, long bytes) {
    liveCount[row] = Saturation.add(liveCount[row], count);
    liveBytes[row] = Saturation.add(liveBytes[row], bytes);
    if (units != null) {
      units.addLive(row, count, bytes);
    }
  }

  /** Adds freed allocations to a row; they have no sums besides those of extra views. */
  public void addFreed(int row, long count, long bytes) {
    if (units != null) {
      units.addFreed(row, count, bytes);
    }
  }

  /** Adds to an extra view of a row, given its index in the list of extra views. */
  public void addExtra(int row, int extra, long value) {
    extras[extra][row] = Saturation.add(extras[extra][row], value);
  }

  public int rows() {
    return rows;
  }

  /**
   * The rows as a heap.
   *
   * @param views the views it has, the extra ones among them
   */
  public RecordedHeap heap(HeapInfo info, List<View> views) {
    return heap(info, views, units == null ? null : units.estimator());
  }

  /** The rows as a heap with a reader's own estimator; null if only the sums matter. */
  public RecordedHeap heap(HeapInfo info, List<View> views, @Nullable RowEstimator estimator) {
    long[][] extraColumns = new long[extras.length][];
    Arrays.setAll(extraColumns, i -> Arrays.copyOf(extras[i], rows));
    return new RecordedHeap(
        info,
        views,
        Arrays.copyOf(stacks, rows),
        Arrays.copyOf(allocCount, rows),
        Arrays.copyOf(allocBytes, rows),
        Arrays.copyOf(liveCount, rows),
        Arrays.copyOf(liveBytes, rows),
        estimator,
        extraViews,
        extraColumns,
        anyLabels ? labels : List.of(),
        null,
        0,
        null);
  }
}

package dev.heapconv.model;

import dev.heapconv.columns.LongBlocks;
import dev.heapconv.model.RecordedUnits.Slot;
import dev.heapconv.unskew.Saturation;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up recorded numbers, one row per stack, or per stack and labels. Sums saturate at the
 * largest long. Rows of units also keep each addition as one unit, because units are estimated
 * before the units of a row are added up.
 */
public final class RecordedRows {

  private record RowKey(int stack, List<Label> labels) {}

  private static final int INITIAL_ROWS = 4;

  /** Rows without labels, by stack. */
  private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap(INITIAL_ROWS);

  private final Object2IntOpenHashMap<RowKey> rowOfLabels = new Object2IntOpenHashMap<>(0);
  private final @Nullable RecordedUnits units;

  /** The views of the numbers: those of {@link View#ALL}, then extra ones. */
  private final List<View> columns;

  private final LongBlocks[] numbers;
  private int rows;

  /** Whether a heap has the numbers, which do not change any more. */
  private boolean isTaken;

  private int[] stacks = new int[INITIAL_ROWS];

  /** Of the first rows, to the last one with any. */
  private final List<List<Label>> labels = new ArrayList<>();

  private RecordedRows(@Nullable RecordedUnits units, List<View> extraViews) {
    this.units = units;
    List<View> all = new ArrayList<>(View.ALL);
    all.addAll(extraViews);
    columns = List.copyOf(all);
    numbers = new LongBlocks[all.size()];
    Arrays.setAll(numbers, i -> new LongBlocks());
    rowOfStack.defaultReturnValue(-1);
    rowOfLabels.defaultReturnValue(-1);
  }

  /**
   * Returns rows of which only the sums matter.
   *
   * @param extraViews the views besides the four of {@link View#ALL}
   */
  public static RecordedRows ofSums(List<View> extraViews) {
    return new RecordedRows(null, extraViews);
  }

  /**
   * Returns rows that keep their units.
   *
   * @param interval mean sampling interval T in bytes
   * @param extraViews the views besides the four of {@link View#ALL}
   */
  public static RecordedRows ofUnits(
      RecordedUnits.UnitKind unit, long interval, List<View> extraViews) {
    return new RecordedRows(new RecordedUnits(interval, unit), extraViews);
  }

  /** Returns the row of a stack, and adds it if it is new. */
  public int row(int stack) {
    int row = rowOfStack.get(stack);
    if (row < 0) {
      row = newRow(stack, List.of());
      rowOfStack.put(stack, row);
    }
    return row;
  }

  /** Returns the row of a stack with labels, and adds it if it is new. */
  public int row(int stack, List<Label> rowLabels) {
    if (rowLabels.isEmpty()) {
      return row(stack);
    }
    RowKey key = new RowKey(stack, List.copyOf(rowLabels));
    int row = rowOfLabels.getInt(key);
    if (row < 0) {
      row = newRow(stack, key.labels());
      rowOfLabels.put(key, row);
    }
    return row;
  }

  /** Adds a row, even if a row has the same stack and labels already. */
  public int newRow(int stack, List<Label> rowLabels) {
    checkOpen();
    int row = rows++;
    if (row == stacks.length) {
      stacks = Arrays.copyOf(stacks, row + (row >> 1));
    }
    stacks[row] = stack;
    for (LongBlocks column : numbers) {
      column.append();
    }
    if (!rowLabels.isEmpty()) {
      addUnlabelled(row);
      labels.add(List.copyOf(rowLabels));
    }
    return row;
  }

  private void checkOpen() {
    if (isTaken) {
      throw new IllegalStateException("a heap has these rows");
    }
  }

  private void addUnlabelled(int end) {
    while (labels.size() < end) {
      labels.add(List.of());
    }
  }

  /** Adds allocations to a row. */
  public void addAlloc(int row, long count, long bytes) {
    addUnit(row, Slot.ALLOCATED, count, bytes);
  }

  /** Adds live allocations to a row. */
  public void addLive(int row, long count, long bytes) {
    addUnit(row, Slot.LIVE, count, bytes);
  }

  /**
   * Adds the parts of one unit, such as those of threads, to rows of their own.
   *
   * @param parts of each row the numbers of live and of allocated objects and bytes
   * @param whole those of the unit, to whose estimate theirs add up
   */
  public void addParts(int[] partRows, long[][] parts, long[] whole) {
    for (Slot slot : new Slot[] {Slot.LIVE, Slot.ALLOCATED}) {
      int at = slot == Slot.LIVE ? 0 : 2;
      long[][] ofSlot = new long[parts.length][];
      for (int i = 0; i < parts.length; i++) {
        ofSlot[i] = Arrays.copyOfRange(parts[i], at, at + 2);
        add(partRows[i], 2 * slot.ordinal(), ofSlot[i][0]);
        add(partRows[i], 2 * slot.ordinal() + 1, ofSlot[i][1]);
      }
      if (units != null) {
        units.addParts(partRows, slot, ofSlot, whole[at], whole[at + 1]);
      }
    }
  }

  /** Adds freed allocations to a row. They have no sums besides those of extra views. */
  public void addFreed(int row, long count, long bytes) {
    if (units != null) {
      units.add(row, Slot.FREED, count, bytes);
    }
  }

  private void addUnit(int row, Slot slot, long count, long bytes) {
    add(row, 2 * slot.ordinal(), count);
    add(row, 2 * slot.ordinal() + 1, bytes);
    if (units != null) {
      units.add(row, slot, count, bytes);
    }
  }

  /**
   * Adds to one view of a row of sums.
   *
   * @param column place of the view in {@link View#ALL}, with the extra views behind
   */
  public void add(int row, int column, long value) {
    checkOpen();
    numbers[column].set(row, Saturation.add(numbers[column].get(row), value));
  }

  public int rows() {
    return rows;
  }

  /**
   * Returns the rows as a heap. Nothing may be added to them from then on.
   *
   * @param views the views it has, the extra ones among them
   */
  public RecordedHeap heap(HeapInfo info, List<View> views) {
    return heap(info, views, units == null ? EstimateBasis.Sums.PLAIN : units);
  }

  /** Returns the rows as a heap whose estimates are made from more than sums. */
  public RecordedHeap heap(HeapInfo info, List<View> views, EstimateBasis basis) {
    isTaken = true;
    for (LongBlocks column : numbers) {
      column.trim();
    }
    if (!labels.isEmpty()) {
      addUnlabelled(rows);
    }
    Rows own = Rows.of(Arrays.copyOf(stacks, rows), labels);
    return new RecordedHeap(info, views, own, columns, numbers, basis);
  }
}

package dev.heapconv.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers of a heap that show whether another file has the same heap: sums and the largest
 * rows. Names of functions do not count, because a copy may have more of them. If the objects of a
 * heap are estimated, only bytes count, because such estimates depend on names.
 */
final class HeapNumbers {

  static final HeapNumbers NONE = new HeapNumbers(Map.of(), new double[0], 0);

  private static final int MAX_ROWS = 64;

  /** If an output has added up rows, fewer rows than this may have the same sums by chance. */
  private static final int MIN_SUMMED_ROWS = 30;

  /** Outputs round each row to a whole number. */
  private static final double ROUNDING = 0.5;

  private static final double RELATIVE_ROUNDING = 1e-9;

  private final Map<View, Double> totals;

  /** The largest rows in the first of these views, descending. */
  private final double[] largest;

  /** Number of rows that are not 0 in that view. */
  private final int rows;

  private HeapNumbers(Map<View, Double> totals, double[] largest, int rows) {
    this.totals = totals;
    this.largest = largest;
    this.rows = rows;
  }

  static HeapNumbers of(EstimatedHeap heap) {
    Map<View, Double> totals = new LinkedHashMap<>();
    boolean isOfBytes =
        heap.info().sampling().isWeighted() && heap.views().stream().anyMatch(View::isBytes);
    double[] rows = new double[0];
    for (View view : heap.views()) {
      Column column = heap.column(view);
      if (column == null || isOfBytes && !view.isBytes()) {
        continue;
      }
      if (totals.isEmpty()) {
        rows = new double[heap.rows()];
        for (int row = 0; row < rows.length; row++) {
          rows[row] = column.value(row);
        }
      }
      totals.put(view, column.total());
    }
    double[] used = Arrays.stream(rows).filter(value -> value != 0).sorted().toArray();
    double[] largest = new double[Math.min(used.length, MAX_ROWS)];
    Arrays.setAll(largest, at -> used[used.length - 1 - at]);
    return new HeapNumbers(totals, largest, used.length);
  }

  /** Returns the sum of each view. */
  Map<View, Double> totals() {
    return Collections.unmodifiableMap(totals);
  }

  /** Whether all sums that both heaps have are the same, and not all 0. */
  boolean haveSameTotals(HeapNumbers other) {
    double tolerance = ROUNDING * Math.max(rows, other.rows);
    boolean some = false;
    for (Map.Entry<View, Double> total : totals.entrySet()) {
      Double otherTotal = other.totals.get(total.getKey());
      if (otherTotal != null) {
        if (!isEqual(total.getValue(), otherTotal, tolerance)) {
          return false;
        }
        some |= total.getValue() != 0;
      }
    }
    return some;
  }

  /**
   * Whether the rows agree so well that it is no chance; each row adds at least one bit of
   * evidence.
   *
   * @param inputs number of inputs among which the two were found
   */
  boolean haveSameRows(HeapNumbers other, int inputs) {
    if (rows != other.rows) {
      return Math.min(rows, other.rows) >= MIN_SUMMED_ROWS;
    }
    for (int at = 0; at < largest.length; at++) {
      if (!isEqual(largest[at], other.largest[at], ROUNDING)) {
        return false;
      }
    }
    return rows >= Long.SIZE || 1L << rows >= inputs;
  }

  private static boolean isEqual(double one, double other, double tolerance) {
    return Math.abs(one - other) <= tolerance + RELATIVE_ROUNDING * Math.abs(one);
  }
}

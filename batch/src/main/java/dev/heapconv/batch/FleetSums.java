package dev.heapconv.batch;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.View;

/**
 * The numbers of a row of the fleet: of each of the four views the estimate, and the squares of the
 * lower and of the upper half-width of its interval, so that independent rows add up as {@link
 * dev.heapconv.unskew.GroupTotals} adds. Twelve numbers stand in a row; an upper square that is
 * infinite means that there is no interval.
 */
final class FleetSums {

  static final int VIEWS = View.ALL.size();

  /** Numbers of a row. */
  static final int NUMBERS = 3 * VIEWS;

  private FleetSums() {}

  /** Adds a row of a heap to the row that begins at {@code offset}. */
  static void add(EstimatedHeap heap, int row, double[] sums, int offset) {
    for (int view = 0; view < VIEWS; view++) {
      Column column = heap.column(View.ALL.get(view));
      if (column == null) {
        continue;
      }
      double value = column.value(row);
      double lower = value - column.low(row);
      double upper = column.high(row) - value;
      int at = offset + 3 * view;
      sums[at] += value;
      sums[at + 1] += lower * lower;
      sums[at + 2] += upper * upper;
    }
  }

  static void add(double[] row, int from, double[] sums, int to) {
    for (int i = 0; i < NUMBERS; i++) {
      sums[to + i] += row[from + i];
    }
  }

  static double value(double[] row, int view) {
    return row[3 * view];
  }

  static double low(double[] row, int view) {
    if (row[3 * view + 2] == Double.POSITIVE_INFINITY) {
      return 0;
    }
    return Math.max(0, row[3 * view] - Math.sqrt(row[3 * view + 1]));
  }

  static double high(double[] row, int view) {
    return row[3 * view] + Math.sqrt(row[3 * view + 2]);
  }
}

package dev.heapconv.model;

import dev.heapconv.unskew.samples.Intervals;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts intervals of one confidence level to another level if their data is gone. It multiplies
 * half-widths by the ratio of the normal quantiles, which is exact for normal errors only. Points
 * and unknown intervals do not change. Only a difference has negative ends.
 */
final class IntervalScaling {

  private final double factor;

  private IntervalScaling(double factor) {
    this.factor = factor;
  }

  /** Returns the conversion between two confidence levels, both between 0 and 1. */
  static IntervalScaling between(double from, double to) {
    return new IntervalScaling(
        Intervals.of(to).normalQuantile() / Intervals.of(from).normalQuantile());
  }

  EstimatedHeap apply(EstimatedHeap heap) {
    double least = isDifference(heap) ? Double.NEGATIVE_INFINITY : 0;
    List<Column> columns = new ArrayList<>();
    for (Column column : heap.columns()) {
      Column.Builder scaled = new Column.Builder(column.rows());
      for (int row = 0; row < column.rows(); row++) {
        double value = column.value(row);
        scaled.set(
            row,
            value,
            Math.max(least, end(value, column.low(row))),
            end(value, column.high(row)),
            end(value, column.modelLow(row)),
            end(value, column.modelHigh(row)));
      }
      columns.add(scaled.column());
    }
    return heap.with(heap.info(), columns);
  }

  private static boolean isDifference(EstimatedHeap heap) {
    for (Column column : heap.columns()) {
      for (int row = 0; row < column.rows(); row++) {
        if (column.low(row) < 0) {
          return true;
        }
      }
    }
    return false;
  }

  private double end(double value, double end) {
    return value + factor * (end - value);
  }
}

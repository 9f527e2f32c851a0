package dev.heapconv.model;

import java.util.Objects;

/**
 * Estimates of one view, one a row, with their confidence intervals. The record does not copy the
 * arrays: nobody may write to them.
 *
 * @param values estimates, never negative
 * @param lows lower ends of the intervals
 * @param highs upper ends; positive infinity where no interval can be given
 */
public record Column(double[] values, double[] lows, double[] highs) {

  public Column {
    Objects.requireNonNull(values, "values");
    if (lows.length != values.length || highs.length != values.length) {
      throw new IllegalArgumentException("columns differ in length");
    }
  }

  /** Numbers that are what they are: each interval is a point. */
  public static Column exact(double[] values) {
    return new Column(values, values, values);
  }
}

package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;

/** Estimates of one view, one per row, with their confidence intervals. Immutable. */
public final class Column {

  private final double[] values;
  private final double[] lows;
  private final double[] highs;
  private final double[] modelLows;
  private final double[] modelHighs;

  /**
   * Estimates that depend on no model of sizes. Takes ownership of the arrays without copying: the
   * caller must not modify them afterwards.
   *
   * @param values estimates; negative only in a difference
   * @param lows lower ends of the intervals
   * @param highs upper ends; positive infinity where no interval is known
   */
  public Column(double[] values, double[] lows, double[] highs) {
    this(values, lows, highs, values, values);
  }

  /**
   * Takes ownership of the arrays without copying: the caller must not modify them afterwards.
   *
   * @param values estimates; negative only in a difference
   * @param lows lower ends of the intervals
   * @param highs upper ends; positive infinity where no interval is known
   * @param modelLows lower ends by the error of the model alone, as in {@link Estimate}
   * @param modelHighs upper ends likewise
   */
  public Column(
      double[] values, double[] lows, double[] highs, double[] modelLows, double[] modelHighs) {
    if (lows.length != values.length
        || highs.length != values.length
        || modelLows.length != values.length
        || modelHighs.length != values.length) {
      throw new IllegalArgumentException("columns differ in length");
    }
    this.values = values;
    this.lows = lows;
    this.highs = highs;
    this.modelLows = modelLows;
    this.modelHighs = modelHighs;
  }

  /** Exact numbers: each interval is a point. Takes ownership of the array. */
  public static Column exact(double[] values) {
    return new Column(values, values, values);
  }

  public int rows() {
    return values.length;
  }

  public double value(int row) {
    return values[row];
  }

  /** Sum of the estimates. */
  public double total() {
    double total = 0;
    for (double value : values) {
      total += value;
    }
    return total;
  }

  /** Lower end of the interval of a row. */
  public double low(int row) {
    return lows[row];
  }

  /** Upper end of the interval of a row; positive infinity where none is known. */
  public double high(int row) {
    return highs[row];
  }

  /** Lower end of the interval of a row by the error of the model alone. */
  public double modelLow(int row) {
    return modelLows[row];
  }

  /** Upper end of the interval of a row by the error of the model alone. */
  public double modelHigh(int row) {
    return modelHighs[row];
  }
}

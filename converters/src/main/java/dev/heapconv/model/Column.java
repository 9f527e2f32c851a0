package dev.heapconv.model;

/** Estimates of one view, one per row, with their confidence intervals. Immutable. */
public final class Column {

  private final double[] values;
  private final double[] lows;
  private final double[] highs;

  /**
   * Takes ownership of the arrays without copying: the caller must not modify them afterwards.
   *
   * @param values estimates; negative only in a difference
   * @param lows lower ends of the intervals
   * @param highs upper ends; positive infinity where no interval is known
   */
  public Column(double[] values, double[] lows, double[] highs) {
    if (lows.length != values.length || highs.length != values.length) {
      throw new IllegalArgumentException("columns differ in length");
    }
    this.values = values;
    this.lows = lows;
    this.highs = highs;
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
}

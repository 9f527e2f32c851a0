package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import java.util.Arrays;

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

  /** The estimate of a row, not of a difference. */
  public Estimate estimate(int row) {
    return new Estimate(values[row], lows[row], highs[row], modelLows[row], modelHighs[row]);
  }

  /** Collects the estimates of rows in any order; those not set are 0. */
  public static final class Builder {

    private final double[] values;
    private final double[] lows;
    private final double[] highs;
    private final double[] modelLows;
    private final double[] modelHighs;

    /**
     * @param rows how many rows there are at most
     */
    public Builder(int rows) {
      values = new double[rows];
      lows = new double[rows];
      highs = new double[rows];
      modelLows = new double[rows];
      modelHighs = new double[rows];
    }

    public void set(int row, Estimate estimate) {
      values[row] = estimate.value();
      lows[row] = estimate.low();
      highs[row] = estimate.high();
      modelLows[row] = estimate.modelLow();
      modelHighs[row] = estimate.modelHigh();
    }

    /** The estimate of a row so far. */
    public Estimate estimate(int row) {
      return new Estimate(values[row], lows[row], highs[row], modelLows[row], modelHighs[row]);
    }

    /** The column of all rows; the builder must not be used afterwards. */
    public Column column() {
      return new Column(values, lows, highs, modelLows, modelHighs);
    }

    /** The column of the first rows. */
    public Column column(int rows) {
      return new Column(
          Arrays.copyOf(values, rows),
          Arrays.copyOf(lows, rows),
          Arrays.copyOf(highs, rows),
          Arrays.copyOf(modelLows, rows),
          Arrays.copyOf(modelHighs, rows));
    }
  }
}

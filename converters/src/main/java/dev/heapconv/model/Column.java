package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import java.util.Arrays;
import java.util.function.UnaryOperator;

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

  /**
   * The numbers of a difference of which nothing but the values is known. Takes ownership of the
   * array.
   */
  public static Column ofDifference(double[] values) {
    double[] lows = new double[values.length];
    double[] highs = new double[values.length];
    Arrays.fill(lows, Double.NEGATIVE_INFINITY);
    Arrays.fill(highs, Double.POSITIVE_INFINITY);
    return new Column(values, lows, highs);
  }

  /** Exact numbers: each interval is a point. Takes ownership of the array. */
  public static Column exact(double[] values) {
    return new Column(values, values, values);
  }

  /** Only these rows. */
  Column withRows(int[] rows) {
    return with(numbers -> Arrays.stream(rows).mapToDouble(row -> numbers[row]).toArray());
  }

  private Column with(UnaryOperator<double[]> some) {
    return new Column(
        some.apply(values),
        some.apply(lows),
        some.apply(highs),
        some.apply(modelLows),
        some.apply(modelHighs));
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

    private final Column rows;

    /**
     * @param rows how many rows there are at most
     */
    public Builder(int rows) {
      this.rows =
          new Column(
              new double[rows],
              new double[rows],
              new double[rows],
              new double[rows],
              new double[rows]);
    }

    public void set(int row, Estimate estimate) {
      put(
          row,
          estimate.value(),
          estimate.low(),
          estimate.high(),
          estimate.modelLow(),
          estimate.modelHigh());
    }

    private void put(
        int row, double value, double low, double high, double modelLow, double modelHigh) {
      rows.values[row] = value;
      rows.lows[row] = low;
      rows.highs[row] = high;
      rows.modelLows[row] = modelLow;
      rows.modelHighs[row] = modelHigh;
    }

    /**
     * Sets the numbers of a row. They are those of an {@link Estimate}, brought into its range,
     * unless the row belongs to a difference: then the value or the lower end is negative.
     */
    public void set(
        int row, double value, double low, double high, double modelLow, double modelHigh) {
      if (!isOfDifference(value, low)) {
        set(row, new Estimate(value, low, high, modelLow, modelHigh));
        return;
      }
      boolean known = low > Double.NEGATIVE_INFINITY && high < Double.POSITIVE_INFINITY;
      double lowest = known ? Math.min(low, value) : Double.NEGATIVE_INFINITY;
      double highest = known ? Math.max(high, value) : Double.POSITIVE_INFINITY;
      put(
          row,
          value,
          lowest,
          highest,
          known && modelLow < value ? Math.max(modelLow, lowest) : value,
          known && modelHigh > value ? Math.min(modelHigh, highest) : value);
    }

    private static boolean isOfDifference(double value, double low) {
      return Double.isFinite(value) && (value < 0 || low < 0);
    }

    /** The estimate of a row so far. */
    public Estimate estimate(int row) {
      return rows.estimate(row);
    }

    /** The column of all rows; the builder must not be used afterwards. */
    public Column column() {
      // Bytes depend on no model: a recording with hundreds of dumps has many such columns.
      return rows.with(ends -> Arrays.equals(ends, rows.values) ? rows.values : ends);
    }

    /** The column of the first rows. */
    public Column column(int count) {
      return rows.with(numbers -> Arrays.copyOf(numbers, count));
    }
  }
}

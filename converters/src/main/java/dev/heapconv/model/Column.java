package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The estimates of one view, one per row, with their confidence intervals. Immutable. */
public final class Column {

  private final double[] values;
  private final double[] lows;
  private final double[] highs;
  private final double[] modelLows;
  private final double[] modelHighs;

  private final Codes codes;

  /**
   * Creates a column of estimates that depend on no model of sizes. Takes ownership of the arrays:
   * the caller must not modify them afterwards.
   *
   * @param values estimates; negative only in a difference
   * @param lows lower ends of the intervals
   * @param highs upper ends; positive infinity where no interval is known
   */
  public Column(double[] values, double[] lows, double[] highs) {
    this(values, lows, highs, values, values);
  }

  /**
   * Creates a column. Takes ownership of the arrays: the caller must not modify them afterwards.
   *
   * @param values estimates; negative only in a difference
   * @param lows lower ends of the intervals
   * @param highs upper ends; positive infinity where no interval is known
   * @param modelLows lower ends by the error of the model alone, as in {@link Estimate}
   * @param modelHighs upper ends likewise
   */
  public Column(
      double[] values, double[] lows, double[] highs, double[] modelLows, double[] modelHighs) {
    this(values, lows, highs, modelLows, modelHighs, Codes.ofDictionary(values.length));
    if (lows.length != values.length
        || highs.length != values.length
        || modelLows.length != values.length
        || modelHighs.length != values.length) {
      throw new IllegalArgumentException("columns differ in length");
    }
  }

  private Column(
      double[] values,
      double[] lows,
      double[] highs,
      double[] modelLows,
      double[] modelHighs,
      Codes codes) {
    this.values = values;
    this.lows = lows;
    this.highs = highs;
    this.modelLows = modelLows;
    this.modelHighs = modelHighs;
    this.codes = codes;
  }

  /** Returns a column of a difference whose intervals are unknown. Takes ownership of the array. */
  public static Column ofDifference(double[] values) {
    double[] lows = new double[values.length];
    double[] highs = new double[values.length];
    Arrays.fill(lows, Double.NEGATIVE_INFINITY);
    Arrays.fill(highs, Double.POSITIVE_INFINITY);
    return new Column(values, lows, highs);
  }

  /** Returns a column of exact numbers: each interval is a point. Takes ownership of the array. */
  public static Column exact(double[] values) {
    return new Column(values, values, values);
  }

  /**
   * Returns some rows of the columns of one heap, each row any number of times. The columns share
   * their codes where they did before.
   */
  public static List<Column> pick(List<Column> columns, Codes some) {
    List<Column> picked = new ArrayList<>(columns.size());
    Codes last = null;
    Codes gathered = some;
    for (Column column : columns) {
      if (column.codes != last) {
        last = column.codes;
        gathered = last.gather(some);
      }
      picked.add(
          new Column(
              column.values,
              column.lows,
              column.highs,
              column.modelLows,
              column.modelHighs,
              gathered));
    }
    return picked;
  }

  /** Returns the code of the estimate of a row. Rows with equal codes have equal estimates. */
  public int code(int row) {
    return codes.code(row);
  }

  /** Returns whether codes mean the same in both columns. */
  public boolean sharesDictionaryOf(Column other) {
    return values == other.values;
  }

  public int rows() {
    return codes.rows();
  }

  public double value(int row) {
    return values[code(row)];
  }

  /** Returns the sum of the estimates. */
  public double total() {
    double total = 0;
    for (int row = 0; row < rows(); row++) {
      total += value(row);
    }
    return total;
  }

  /** Returns the lower end of the interval of a row. */
  public double low(int row) {
    return lows[code(row)];
  }

  /**
   * Returns the upper end of the interval of a row; positive infinity if the interval is unknown.
   */
  public double high(int row) {
    return highs[code(row)];
  }

  /** Returns the lower end of the interval of a row by the error of the model alone. */
  public double modelLow(int row) {
    return modelLows[code(row)];
  }

  /** Returns the upper end of the interval of a row by the error of the model alone. */
  public double modelHigh(int row) {
    return modelHighs[code(row)];
  }

  /** Returns the estimate of a row, which must not belong to a difference. */
  public Estimate estimate(int row) {
    return new Estimate(value(row), low(row), high(row), modelLow(row), modelHigh(row));
  }

  /** Collects the estimates of rows in any order. Rows that are not set have 0. */
  public static final class Builder {

    private final double[] values;
    private final double[] lows;
    private final double[] highs;
    private final double[] modelLows;
    private final double[] modelHighs;

    /**
     * @param rows how many there are
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

    /**
     * Sets the numbers of a row, brought into the range of an {@link Estimate}. Only numbers of a
     * difference, whose value or lower end is negative, stay as they are.
     */
    public void set(
        int row, double value, double low, double high, double modelLow, double modelHigh) {
      if (!isOfDifference(value, low)) {
        set(row, new Estimate(value, low, high, modelLow, modelHigh));
        return;
      }
      boolean known = low > Double.NEGATIVE_INFINITY && high < Double.POSITIVE_INFINITY;
      values[row] = value;
      lows[row] = known ? Math.min(low, value) : Double.NEGATIVE_INFINITY;
      highs[row] = known ? Math.max(high, value) : Double.POSITIVE_INFINITY;
      modelLows[row] = known && modelLow < value ? Math.max(modelLow, lows[row]) : value;
      modelHighs[row] = known && modelHigh > value ? Math.min(modelHigh, highs[row]) : value;
    }

    private static boolean isOfDifference(double value, double low) {
      return Double.isFinite(value) && (value < 0 || low < 0);
    }

    /** Returns the column of all rows. The builder must not be used afterwards. */
    public Column column() {
      return new Column(values, lows, highs, orValues(modelLows), orValues(modelHighs));
    }

    /** Bytes depend on no model: their ends by it are the values. */
    private double[] orValues(double[] ends) {
      return Arrays.equals(ends, values) ? values : ends;
    }
  }
}

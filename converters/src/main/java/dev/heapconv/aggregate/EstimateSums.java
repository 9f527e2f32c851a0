package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sums of estimates with their confidence intervals, one sum per group. Groups are numbered from 0;
 * a group to which nothing was added is exactly 0. The numbers are stored in columns because there
 * may be millions of groups.
 *
 * <p>Values add. Estimates are treated as independent, so half-widths of intervals add in
 * quadrature, lower and upper ones separately; one estimate without an interval leaves its sum
 * without one. Adding is associative and commutative up to rounding. Squares overflow at
 * half-widths of about 1e154, after which a sum has no interval.
 *
 * <p>This is the only place that defines how uncertainty adds up. Not thread-safe.
 */
public final class EstimateSums {

  private static final int USUAL_GROUPS = 64;

  /** Whether these are differences, which may be negative. */
  private final boolean signed;

  private double[] values;
  private double[] lowerSquares;

  /** Infinite or NaN for a sum without an interval. */
  private double[] upperSquares;

  public EstimateSums() {
    this(USUAL_GROUPS);
  }

  /**
   * @param groups initial capacity in groups; it grows as needed
   */
  public EstimateSums(int groups) {
    this(groups, false);
  }

  private EstimateSums(int groups, boolean signed) {
    this.signed = signed;
    values = new double[groups];
    lowerSquares = new double[groups];
    upperSquares = new double[groups];
  }

  /**
   * Adds an estimate to a group.
   *
   * @param high positive infinity if the estimate has no interval
   */
  public void add(int group, double value, double low, double high) {
    double lower = value - low;
    double upper = high - value;
    addSquares(group, value, lower * lower, upper * upper);
  }

  /** Adds an estimate to a group. */
  public void add(int group, Estimate estimate) {
    add(group, estimate.value(), estimate.low(), estimate.high());
  }

  /** Adds a row of a column to a group. */
  public void add(int group, Column column, int row) {
    add(group, column.value(row), column.low(row), column.high(row));
  }

  /** Adds all rows of a column to one group. */
  public void addAll(int group, Column column) {
    for (int row = 0; row < column.rows(); row++) {
      add(group, column, row);
    }
  }

  /** Adds a group of another object to one of these. */
  public void add(int group, EstimateSums other, int otherGroup) {
    if (otherGroup < other.values.length) {
      addSquares(
          group,
          other.values[otherGroup],
          other.lowerSquares[otherGroup],
          other.upperSquares[otherGroup]);
    }
  }

  private void addSquares(int group, double value, double lower, double upper) {
    if (group >= values.length) {
      int capacity = Math.max(group + 1, values.length * 2);
      values = Arrays.copyOf(values, capacity);
      lowerSquares = Arrays.copyOf(lowerSquares, capacity);
      upperSquares = Arrays.copyOf(upperSquares, capacity);
    }
    values[group] += value;
    lowerSquares[group] += lower;
    upperSquares[group] += upper;
  }

  /**
   * These sums minus those in {@code base}, which was recorded independently. Differences may be
   * negative; those without an interval reach to infinity on both sides.
   */
  public EstimateSums minus(EstimateSums base) {
    EstimateSums difference = new EstimateSums(Math.max(values.length, base.values.length), true);
    for (int group = 0; group < difference.values.length; group++) {
      difference.add(group, this, group);
      if (group < base.values.length) {
        difference.addSquares(
            group, -base.values[group], base.upperSquares[group], base.lowerSquares[group]);
      }
      if (!hasInterval(group) || !base.hasInterval(group)) {
        difference.upperSquares[group] = Double.POSITIVE_INFINITY;
      }
    }
    return difference;
  }

  /** A selection of groups, renumbered from 0 in the given order. */
  public EstimateSums select(int[] groups) {
    EstimateSums selected = new EstimateSums(Math.max(USUAL_GROUPS, groups.length), signed);
    for (int i = 0; i < groups.length; i++) {
      selected.add(i, this, groups[i]);
    }
    return selected;
  }

  /** Resets all groups to 0. */
  public void clear() {
    Arrays.fill(values, 0);
    Arrays.fill(lowerSquares, 0);
    Arrays.fill(upperSquares, 0);
  }

  public double value(int group) {
    return group < values.length ? values[group] : 0;
  }

  /** Whether the interval of a sum is known; a point counts as an interval. */
  public boolean hasInterval(int group) {
    return group >= values.length || upperSquares[group] < Double.POSITIVE_INFINITY;
  }

  /**
   * Lower end of the interval. If unknown, 0 for a sum, as the minimum, and negative infinity for a
   * difference.
   */
  public double low(int group) {
    if (!hasInterval(group)) {
      return signed ? Double.NEGATIVE_INFINITY : 0;
    }
    double low = group < values.length ? values[group] - Math.sqrt(lowerSquares[group]) : 0;
    return signed ? low : Math.max(0, low);
  }

  /** Upper end of the interval; positive infinity if there is none. */
  public double high(int group) {
    if (!hasInterval(group)) {
      return Double.POSITIVE_INFINITY;
    }
    return group < values.length ? values[group] + Math.sqrt(upperSquares[group]) : 0;
  }

  /** Whether a difference is larger than the noise of sampling: its interval excludes 0. */
  public boolean isBeyondNoise(int group) {
    return low(group) > 0 || high(group) < 0;
  }

  /** A sum, not a difference, as an estimate. */
  public Estimate estimate(int group) {
    return Estimate.of(value(group), low(group), high(group));
  }

  /** The first groups as rows of a column. */
  public Column column(int groups) {
    double[] lows = new double[groups];
    double[] highs = new double[groups];
    for (int group = 0; group < groups; group++) {
      lows[group] = low(group);
      highs[group] = high(group);
    }
    return new Column(Arrays.copyOf(values, groups), lows, highs);
  }

  /** Writes a sum as 24 bytes, for {@link #read} to add to another. */
  public void write(int group, DataOutput out) throws IOException {
    boolean known = group < values.length;
    out.writeDouble(known ? values[group] : 0);
    out.writeDouble(known ? lowerSquares[group] : 0);
    out.writeDouble(known ? upperSquares[group] : 0);
  }

  /** Adds a sum that {@link #write} stored. */
  public void read(int group, DataInput in) throws IOException {
    addSquares(group, in.readDouble(), in.readDouble(), in.readDouble());
  }
}

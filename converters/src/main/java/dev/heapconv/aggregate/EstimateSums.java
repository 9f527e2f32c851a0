package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sums of estimates with their confidence intervals, one sum per group. Groups are numbered from 0;
 * from 0; a group to which nothing was added is exactly 0. The numbers lie in one array because
 * there may be millions of groups.
 *
 * <p>Values add. Estimates are treated as independent, so half-widths of intervals add in
 * quadrature, lower and upper ones separately; one estimate without an interval leaves its sum
 * without one. Adding is associative and commutative up to rounding. Squares overflow at
 * half-widths of about 1e154, after which a sum has no interval.
 *
 * <p>This is the only place that defines how uncertainty adds up. Not thread-safe.
 */
public final class EstimateSums {

  /** Numbers of a group: the value, and the squares of the lower and the upper half-width. */
  private static final int NUMBERS = 3;

  private static final int VALUE = 0;
  private static final int LOWER = 1;

  /** Infinite, or not a number, for a sum without an interval. */
  private static final int UPPER = 2;

  private static final int USUAL_GROUPS = 64;

  /** Whether these are differences, which may be negative. */
  private final boolean signed;

  private double[] numbers;

  public EstimateSums() {
    this(USUAL_GROUPS);
  }

  /**
   * @param groups initial capacity in groups; it grows as needed
   */
  public EstimateSums(int groups) {
    this(new double[groups * NUMBERS], false);
  }

  private EstimateSums(double[] numbers, boolean signed) {
    this.numbers = numbers;
    this.signed = signed;
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

  private void addSquares(int group, double value, double lower, double upper) {
    ensure(group + 1);
    int at = group * NUMBERS;
    numbers[at + VALUE] += value;
    numbers[at + LOWER] += lower;
    numbers[at + UPPER] += upper;
  }

  /**
   * Adds groups of other sums, each to one of these.
   *
   * @param group the first to add to
   * @param first the first to add
   * @param count how many
   */
  public void add(int group, EstimateSums other, int first, int count) {
    ensure(group + count);
    int to = group * NUMBERS;
    int from = first * NUMBERS;
    int end = Math.min(from + count * NUMBERS, other.numbers.length);
    while (from < end) {
      numbers[to++] += other.numbers[from++];
    }
  }

  private void ensure(int groups) {
    if (groups * NUMBERS > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(groups * NUMBERS, numbers.length * 2));
    }
  }

  /**
   * These sums minus those in {@code base}, which was recorded independently. Differences may be
   * negative; those without an interval reach to infinity on both sides.
   */
  public EstimateSums minus(EstimateSums base) {
    int length = Math.max(numbers.length, base.numbers.length);
    EstimateSums difference = new EstimateSums(Arrays.copyOf(numbers, length), true);
    for (int group = 0; group < length / NUMBERS; group++) {
      int at = group * NUMBERS;
      if (at < base.numbers.length) {
        double[] less = base.numbers;
        difference.addSquares(group, -less[at + VALUE], less[at + UPPER], less[at + LOWER]);
      }
      if (!hasInterval(group) || !base.hasInterval(group)) {
        difference.numbers[at + UPPER] = Double.POSITIVE_INFINITY;
      }
    }
    return difference;
  }

  /** Resets all groups to 0. */
  public void clear() {
    Arrays.fill(numbers, 0);
  }

  public double value(int group) {
    return number(group, VALUE);
  }

  private double number(int group, int number) {
    int at = group * NUMBERS + number;
    return at < numbers.length ? numbers[at] : 0;
  }

  /** Whether the interval of a sum is known; a point counts as an interval. */
  public boolean hasInterval(int group) {
    return number(group, UPPER) < Double.POSITIVE_INFINITY;
  }

  /**
   * Lower end of the interval. If unknown, 0 for a sum, as the minimum, and negative infinity for a
   * difference.
   */
  public double low(int group) {
    if (!hasInterval(group)) {
      return signed ? Double.NEGATIVE_INFINITY : 0;
    }
    double low = value(group) - Math.sqrt(number(group, LOWER));
    return signed ? low : Math.max(0, low);
  }

  /** Upper end of the interval; positive infinity if there is none. */
  public double high(int group) {
    return hasInterval(group)
        ? value(group) + Math.sqrt(number(group, UPPER))
        : Double.POSITIVE_INFINITY;
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
    double[] values = new double[groups];
    double[] lows = new double[groups];
    double[] highs = new double[groups];
    for (int group = 0; group < groups; group++) {
      values[group] = value(group);
      lows[group] = low(group);
      highs[group] = high(group);
    }
    return new Column(values, lows, highs);
  }

  /** Stores the first groups so that {@link #read} can go on adding to them; 24 bytes each. */
  public void write(int first, int count, DataOutput out) throws IOException {
    for (int group = first; group < first + count; group++) {
      for (int number = 0; number < NUMBERS; number++) {
        out.writeDouble(number(group, number));
      }
    }
  }

  /** Adds what {@link #write} stored to as many groups. */
  public void read(int first, int count, DataInput in) throws IOException {
    for (int group = first; group < first + count; group++) {
      addSquares(group, in.readDouble(), in.readDouble(), in.readDouble());
    }
  }
}

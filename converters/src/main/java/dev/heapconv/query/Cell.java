package dev.heapconv.query;

import dev.heapconv.unskew.Estimate;
import java.util.Locale;

/**
 * A number of a row with the ends of its interval. Unlike an {@link Estimate}, it may be negative,
 * as changes are, and have no interval, as shares have none.
 *
 * @param value NaN if there is no number
 * @param low infinite if the interval is unknown; NaN if the number has none
 * @param high likewise
 */
public record Cell(double value, double low, double high) {

  /** No number. */
  public static final Cell NOTHING = of(Double.NaN);

  /** One of the numbers. */
  public enum Bound {
    VALUE,
    LOW,
    HIGH;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what follows the name of a number in the name of this end. */
    public String suffix() {
      return this == VALUE ? "" : "_" + id();
    }
  }

  /** Returns a number that has no interval. */
  public static Cell of(double value) {
    return new Cell(value, Double.NaN, Double.NaN);
  }

  /** Returns a number whose interval is unknown. */
  public static Cell unknown(double value) {
    return new Cell(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  public static Cell of(Estimate estimate) {
    return new Cell(estimate.value(), estimate.low(), estimate.high());
  }

  /** Returns the number as an estimate, which is never below 0. */
  public Estimate estimate() {
    return new Estimate(value, low, high);
  }

  /** Returns whether there is no number. */
  public boolean isNothing() {
    return Double.isNaN(value);
  }

  /** Returns whether the interval is known and not a point. */
  public boolean isUncertain() {
    return high < Double.POSITIVE_INFINITY && low != high;
  }

  /** Returns whether the interval is unknown. */
  public boolean isUnknown() {
    return high == Double.POSITIVE_INFINITY;
  }

  public double number(Bound bound) {
    return switch (bound) {
      case VALUE -> value;
      case LOW -> low;
      case HIGH -> high;
    };
  }

  /** Returns how one of the numbers is rounded: an interval that is a point stays one. */
  public Bound rounding(Bound bound) {
    return low == high ? Bound.VALUE : bound;
  }
}

package dev.heapconv.query;

import dev.heapconv.query.Cell.Bound;
import dev.heapconv.unskew.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Human-readable numbers; estimates are those of {@link NumberUnit}. Avoids {@code String.format},
 * whose first use would take a tenth of a whole run.
 */
public final class HumanNumbers {

  private static final String[] DURATIONS = {" ns", " us", " ms", " s", " min", " h", " d"};

  /** How many of a unit of duration make the next one. */
  private static final double[] DURATION_STEPS = {1000, 1000, 1000, 60, 60, 24};

  /** By which part of a number its last digits are noise, which no end is moved for. */
  static final double NOISE = 1e-9;

  /** A probability that is smaller is not worth more digits. */
  public static final double MIN_PROBABILITY = 1e-6;

  private HumanNumbers() {}

  /** Returns an exact number of bytes, such as an interval, with no more digits than necessary. */
  public static String size(double bytes) {
    return NumberUnit.of(bytes, true).size(bytes);
  }

  /** Returns a number without an interval, with its unit. */
  public static String exact(double number, boolean bytes) {
    return NumberUnit.of(Math.abs(number), bytes).value(number, number, number);
  }

  /**
   * Returns a number with its unit where only the order of magnitude matters: counts have two
   * digits.
   */
  public static String about(double number, boolean bytes) {
    return exact(bytes ? number : significant(number, 2).doubleValue(), bytes);
  }

  /** Returns a count of which only the order of magnitude is known. */
  public static String rough(double count) {
    return NumberUnit.of(count, false).rough(count);
  }

  /** Returns an estimate with its unit, by its {@link Grade}. */
  public static String graded(Estimate estimate, boolean bytes) {
    NumberUnit unit = NumberUnit.of(estimate.value(), bytes);
    double value = estimate.value();
    return estimate.hasInterval()
        ? unit.graded(
            value,
            estimate.low(),
            estimate.high(),
            Grade.of(value, estimate.low(), estimate.high()))
        : unit.value(value, value, value);
  }

  /** Returns all digits, in groups of three; not negative. */
  public static String withSeparators(long number) {
    String digits = Long.toString(number);
    StringBuilder text = new StringBuilder(digits);
    for (int i = digits.length() - 3; i > 0; i -= 3) {
      text.insert(i, ',');
    }
    return text.toString();
  }

  /** Returns a share of a whole: {@code 12.3 %}; empty if there is no whole. */
  public static String percent(double part, double whole) {
    return whole > 0 ? percent(100 * part / whole) : "";
  }

  /** Returns a number from 0 to 100 as {@code 12.3 %}; empty for NaN. */
  public static String percent(double percent) {
    if (Double.isNaN(percent)) {
      return "";
    }
    return percent > 0 && percent < 0.05 ? "<0.1 %" : fixed(percent, 1) + " %";
  }

  /** Returns a probability with two digits; empty for NaN. */
  public static String probability(double p) {
    return Double.isNaN(p)
        ? ""
        : p > 0 && p < MIN_PROBABILITY
            ? "<" + significant(MIN_PROBABILITY, 2).toPlainString()
            : significant(p, 2).toPlainString();
  }

  /** Returns a number with at most this many digits. */
  public static BigDecimal significant(double number, int digits) {
    return new BigDecimal(number).round(new MathContext(digits)).stripTrailingZeros();
  }

  /** Returns a duration in seconds or, if short, milliseconds. */
  public static String seconds(long nanos) {
    return nanos < 1_000_000_000 ? fixed(nanos / 1e6, 0) + " ms" : fixed(nanos / 1e9, 1) + " s";
  }

  /** A duration of any length, with two digits or more: {@code 4.2 s}, {@code 15 min}. */
  static String duration(double seconds) {
    int unit = 0;
    double value = seconds * 1e9;
    while (unit < DURATIONS.length - 1 && value >= DURATION_STEPS[unit] * 0.9995) {
      value /= DURATION_STEPS[unit++];
    }
    return fixed(value, value < 9.95 && unit > 0 ? 1 : 0) + DURATIONS[unit];
  }

  /** Returns a number with a given number of decimals, rounded half up. */
  public static String fixed(double value, int decimals) {
    return fixed(value, decimals, Bound.VALUE);
  }

  /**
   * Returns a number with a given number of decimals, rounded half up, or as the end of an
   * interval.
   */
  public static String fixed(double value, int decimals, Bound as) {
    long factor = 1;
    for (int i = 0; i < decimals; i++) {
      factor *= 10;
    }
    if (Math.abs(value) * factor >= Long.MAX_VALUE) {
      return Double.toString(value);
    }
    long scaled = rounded(value * factor, as);
    if (decimals == 0) {
      return Long.toString(scaled);
    }
    String digits = Long.toString(factor + Math.abs(scaled % factor));
    return (scaled < 0 ? "-" : "") + Math.abs(scaled / factor) + "." + digits.substring(1);
  }

  /**
   * Returns a whole number: rounded half up, or as the end of an interval: away from the value,
   * unless a whole number is so near that only noise parts them. No end passes its value: both
   * round to neighbours at most, and in their order.
   */
  public static long rounded(double value, Bound as) {
    long nearest = Math.round(value);
    if (as == Bound.VALUE || Math.abs(value - nearest) < Math.min(0.5, NOISE * Math.abs(value))) {
      return nearest;
    }
    return (long) (as == Bound.LOW ? Math.floor(value) : Math.ceil(value));
  }
}

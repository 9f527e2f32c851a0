package dev.heapconv.table;

import dev.heapconv.query.ResultColumn.Bound;

/**
 * Human-readable numbers: with a unit, and with no more digits than the interval of an estimate
 * justifies. Avoids {@code String.format}, whose first use would take a tenth of a whole run.
 */
public final class HumanNumbers {

  private static final String[] BYTES = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P", "E"};

  /** How many powers of 1000 have a {@link #letter}. */
  static final int LETTERS = COUNTS.length - 1;

  private static final String[] DURATIONS = {" ns", " us", " ms", " s", " min", " h", " d"};

  /** How many of a unit of duration make the next one. */
  private static final double[] DURATION_STEPS = {1000, 1000, 1000, 60, 60, 24};

  /** From this half-width of the interval, relative to the value, two digits are enough. */
  private static final double WIDE = 0.15;

  /** Counts are written out below this. */
  private static final double WRITTEN_OUT = 9999.5;

  /** Up to this half-width a count of four digits is written out. */
  private static final double NARROW = 0.005;

  /** By which part of a number its last digits are noise, which no end is moved for. */
  private static final double NOISE = 1e-9;

  private HumanNumbers() {}

  /** A value with its unit, and its sign if negative. */
  public static String value(double value, double low, double high, boolean bytes) {
    Scale scale = Scale.of(value, low, high, bytes);
    // Only values that round to 0 are smaller than a unit.
    String sign = value <= -0.5 ? "-" : "";
    return sign + fixed(Math.abs(value) / scale.divisor, scale.decimals) + scale.unit;
  }

  /** An exact number of bytes, such as an interval, with no more digits than necessary. */
  public static String size(double bytes) {
    Scale scale = Scale.of(bytes, bytes, bytes, true);
    double scaled = bytes / scale.divisor;
    return fixed(scaled, scaled == Math.rint(scaled) ? 0 : scale.decimals) + scale.unit;
  }

  /** Stands for a power of 1000: {@code M} for the second. */
  static String letter(int power) {
    return COUNTS[power];
  }

  /** The unit in which a number of bytes has at most three digits before the point. */
  static ColumnUnit unitOfBytes(double largest) {
    Scale scale = Scale.of(largest, largest, largest, true);
    return new ColumnUnit(scale.divisor, scale.unit, true);
  }

  /**
   * The interval of a value, in the unit of that value: empty for a point, {@code -} if unknown.
   * Ends are rounded away from the value, so that nothing that lies inside is outside of what is
   * shown.
   *
   * @param signed whether positive bounds have a sign too
   */
  static String interval(double value, double low, double high, boolean bytes, boolean signed) {
    if (!(high < Double.POSITIVE_INFINITY)) {
      return "-";
    }
    if (low == high) {
      return "";
    }
    Scale scale = Scale.of(value, low, high, bytes);
    // A bound far from the value has its own unit, to avoid a 0 or many digits: then both show
    // theirs.
    // The letter of a count is so short that it is always shown.
    boolean oneUnit = bytes && scale.isNear(low) && scale.isNear(high);
    String from = bound(low, Bound.LOW, scale, bytes, oneUnit, signed);
    return "[" + from + ", " + bound(high, Bound.HIGH, scale, bytes, oneUnit, signed) + "]";
  }

  private static String bound(
      double bound, Bound as, Scale scale, boolean bytes, boolean oneUnit, boolean signed) {
    if (bound == 0) {
      return "0";
    }
    String sign = bound < 0 ? "-" : signed ? "+" : "";
    double size = Math.abs(bound);
    Bound ofSize = ofSize(bound, as);
    return sign + (oneUnit ? plain(size, scale, ofSize) : withUnit(size, scale, bytes, ofSize));
  }

  /** Which end the number without its sign is. */
  static Bound ofSize(double bound, Bound as) {
    return bound > 0 ? as : as == Bound.LOW ? Bound.HIGH : Bound.LOW;
  }

  private static String plain(double bound, Scale scale, Bound as) {
    double scaled = bound / scale.divisor;
    int most = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    return fixed(scaled, Math.min(most, scale.decimals), as);
  }

  private static String withUnit(double bound, Scale scale, boolean bytes, Bound as) {
    double scaled = bound / scale.divisor;
    double most = scale.divisor == 1 && !bytes ? WRITTEN_OUT : 999.5;
    if (scaled >= 0.95 && scaled < most) {
      return plain(bound, scale, as) + scale.unit;
    }
    Scale own = Scale.of(bound, 0, 4 * bound, bytes);
    return fixed(bound / own.divisor, own.decimals, as) + own.unit;
  }

  /** A share of a whole: {@code 12.3%}; empty if there is no whole. */
  public static String percent(double part, double whole) {
    return whole > 0 ? percent(100 * part / whole) : "";
  }

  /** A number from 0 to 100 as {@code 12.3%}; empty for NaN. */
  static String percent(double percent) {
    if (Double.isNaN(percent)) {
      return "";
    }
    return percent > 0 && percent < 0.05 ? "<0.1%" : fixed(percent, 1) + "%";
  }

  /** A duration in seconds or, if short, milliseconds. */
  public static String seconds(long nanos) {
    return nanos < 1_000_000_000 ? fixed(nanos / 1e6, 0) + " ms" : fixed(nanos / 1e9, 1) + " s";
  }

  /** A duration of any length, with two digits or more: {@code 4.2 s}, {@code 15 min}. */
  static String duration(double seconds, Bound as) {
    int unit = 0;
    double value = seconds * 1e9;
    while (unit < DURATIONS.length - 1 && value >= DURATION_STEPS[unit] * 0.9995) {
      value /= DURATION_STEPS[unit++];
    }
    return fixed(value, value < 9.95 && unit > 0 ? 1 : 0, as) + DURATIONS[unit];
  }

  /** A number with a given number of decimals, rounded half up. */
  public static String fixed(double value, int decimals) {
    return fixed(value, decimals, Bound.VALUE);
  }

  /** A number with a given number of decimals, rounded half up, or as the end of an interval. */
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

  /** A whole number: rounded half up, or as the end of an interval: away from the value. */
  public static long rounded(double value, Bound as) {
    double noise = NOISE * Math.abs(value);
    return switch (as) {
      case LOW -> (long) Math.floor(value + noise);
      case HIGH -> (long) Math.ceil(value - noise);
      case VALUE -> Math.round(value);
    };
  }

  /** The unit of a number and how many of its digits are significant. */
  private record Scale(double divisor, String unit, int decimals) {

    /** Whether a bound can be read in this unit. */
    boolean isNear(double bound) {
      double scaled = Math.abs(bound) / divisor;
      return bound == 0 || (scaled >= (decimals == 0 ? 0.95 : 0.095) && scaled < 999.5);
    }

    static Scale of(double number, double low, double high, boolean bytes) {
      double value = Math.abs(number);
      String[] units = bytes ? BYTES : COUNTS;
      double step = bytes ? 1024 : 1000;
      double halfWidth = value > 0 ? (high - low) / 2 / value : 0;
      double divisor = 1;
      int unit = 0;
      boolean written = !bytes && value < WRITTEN_OUT && halfWidth <= NARROW;
      // At most three digits before the point: 1000 KiB is 0.98 MiB.
      while (!written && unit < units.length - 1 && value / divisor >= 999.5) {
        divisor *= step;
        unit++;
      }
      double scaled = value / divisor;
      int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
      if (halfWidth >= WIDE && decimals > 0 && scaled >= 0.995) {
        decimals--;
      }
      return new Scale(divisor, units[unit], unit == 0 ? 0 : decimals);
    }
  }
}

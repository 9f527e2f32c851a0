package dev.heapconv.query;

import dev.heapconv.query.Cell.Bound;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unit of a number, or of a column of numbers, which have no more digits than the intervals of
 * estimates justify: bytes are in the unit that fits the largest, counts are written out.
 *
 * @param divisor how much a number of 1 in this unit stands for
 * @param label with a space before it if there is one
 */
record NumberUnit(double divisor, String label, boolean bytes) {

  /** Marks an estimate that is within a factor of two. */
  private static final String APPROXIMATE = "\u2248";

  /** Marks an estimate of which only the order of magnitude is known. */
  private static final String ROUGH = "~";

  private static final List<String> BYTES =
      List.of(" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB");
  private static final List<String> COUNTS = List.of("", "k", "M", "G", "T", "P", "E");

  /** Counts from this on are in millions. */
  private static final double MANY = 1e8;

  /** Half-width of the interval, relative to the value, from which two digits are enough. */
  private static final double WIDE = 0.15;

  /** Half-width up to which all digits of a count are shown. */
  private static final double NARROW = 0.005;

  /** Of a unit above the first, less than this is no number with two decimals. */
  private static final double LEAST = 0.005;

  /** In a unit of bytes, an end of an interval from this on is in a unit of its own. */
  private static final double FAR = 10_000;

  /** The unit of numbers of which the largest is this. */
  static NumberUnit of(double largest, boolean bytes) {
    if (!bytes) {
      return largest < MANY ? new NumberUnit(1, "", false) : new NumberUnit(1e6, "M", false);
    }
    double divisor = 1;
    int unit = 0;
    // At most three digits before the point: 1000 KiB is 0.98 MiB.
    while (unit < BYTES.size() - 1 && largest / divisor >= 999.5) {
      divisor *= 1024;
      unit++;
    }
    return new NumberUnit(divisor, BYTES.get(unit), true);
  }

  /** A value with its unit, and its sign if negative. */
  String value(double value, double low, double high) {
    String sign = value < 0 ? "-" : "";
    double size = Math.abs(value);
    double halfWidth = size > 0 ? (high - low) / 2 / size : 0;
    String number =
        bytes ? bytes(size, halfWidth >= WIDE, Bound.VALUE) : count(size, halfWidth, Bound.VALUE);
    return number.equals("0") ? number : sign + number + label;
  }

  /** An exact number of bytes with its unit, and with no more digits than necessary. */
  String size(double size) {
    double scaled = size / divisor;
    return scaled == Math.rint(scaled)
        ? HumanNumbers.fixed(scaled, 0) + label
        : value(size, size, size);
  }

  /** The interval of a value, which is no point, without the unit; empty if that shows nothing. */
  String interval(double low, double high, boolean signed) {
    boolean isTooSmall = divisor > 1 && !signed && low > 0 && high / divisor < LEAST;
    return isTooSmall
        ? ""
        : "[" + bound(low, Bound.LOW, signed) + ", " + bound(high, Bound.HIGH, signed) + "]";
  }

  /** A value above 0, or 0, as its grade says; null for no grade. */
  String graded(double value, double low, double high, @Nullable Grade grade) {
    return grade == Grade.MAGNITUDE
        ? rough(value)
        : (grade == Grade.APPROXIMATE && value != 0 ? APPROXIMATE : "") + value(value, low, high);
  }

  /** A value of which only the order of magnitude is known, with two digits: {@code ~18k}. */
  String rough(double value) {
    String digits = rounded(value, 0);
    return (digits.equals("0") && value > 0 ? "<0.01" : ROUGH + digits) + (bytes ? label : "");
  }

  /** Its interval, with both ends rounded away from it: {@code (2.3k-230k)}. */
  String range(double low, double high) {
    String least = rounded(low, -1);
    if (!bytes || high < FAR * divisor) {
      return "(" + least + "-" + rounded(high, 1) + ")";
    }
    NumberUnit own = of(high, true);
    return "(" + (low > 0 ? least + label : "0") + "-" + own.rounded(high, 1) + own.label + ")";
  }

  /**
   * With two significant digits.
   *
   * @param direction where to: below 0 down, above 0 up, otherwise to the nearest
   */
  private String rounded(double number, int direction) {
    double scaled = number / (bytes ? divisor : 1);
    int letter = 0;
    while (!bytes && scaled > 900 && letter < COUNTS.size() - 1) {
      scaled /= 1000;
      letter++;
    }
    double step = Math.pow(10, Math.floor(Math.log10(scaled)) - 1);
    step = Math.max(step, letter > 0 || bytes && divisor > 1 ? 0.01 : 1);
    double steps = scaled / step;
    double nearest = Math.floor(steps + 0.5);
    boolean isWhole = direction == 0 || Math.abs(steps - nearest) < HumanNumbers.NOISE * steps;
    double whole = isWhole ? nearest : direction < 0 ? Math.floor(steps) : Math.ceil(steps);
    double rounded = Math.min(step * whole, Double.MAX_VALUE);
    return HumanNumbers.fixed(rounded, rounded == 0 || step >= 1 ? 0 : step < 0.1 ? 2 : 1)
        + (bytes ? "" : COUNTS.get(letter));
  }

  /** Rounded away from the value. */
  private String bound(double bound, Bound as, boolean signed) {
    if (bound == 0) {
      return "0";
    }
    double size = Math.abs(bound);
    Bound ofSize = ofSize(bound, as);
    String number = bytes ? bytes(size, false, ofSize) : count(size, WIDE, ofSize);
    return number.equals("0") ? number : (bound < 0 ? "-" : signed ? "+" : "") + number;
  }

  /** Which end the number without its sign is. */
  private static Bound ofSize(double bound, Bound as) {
    return bound > 0 ? as : as == Bound.LOW ? Bound.HIGH : Bound.LOW;
  }

  private String bytes(double size, boolean rough, Bound as) {
    double scaled = size / divisor;
    if (divisor == 1) {
      return HumanNumbers.fixed(scaled, 0, as);
    }
    if (scaled < LEAST) {
      return size == 0 ? "0" : "<0.01";
    }
    int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    return HumanNumbers.fixed(
        scaled, rough && scaled >= 0.995 ? Math.max(0, decimals - 1) : decimals, as);
  }

  /** All digits if they are sure, and else the first two or three. */
  private String count(double count, double halfWidth, Bound as) {
    if (divisor > 1) {
      double scaled = count / divisor;
      return count > 0 && scaled < LEAST
          ? "<0.01"
          : HumanNumbers.fixed(scaled, scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0, as);
    }
    long whole = HumanNumbers.rounded(count, as);
    if (halfWidth > NARROW) {
      long step = 1;
      for (long rest = whole; rest >= (halfWidth >= WIDE ? 100 : 1000); rest /= 10) {
        step *= 10;
      }
      // Of the number itself: what is rounded already could be rounded up twice.
      whole = HumanNumbers.rounded(Math.min(count, whole + 0.5) / step, as) * step;
    }
    return HumanNumbers.withSeparators(whole);
  }
}

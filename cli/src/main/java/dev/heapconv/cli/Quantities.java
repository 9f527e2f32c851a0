package dev.heapconv.cli;

import java.math.BigDecimal;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers as people write them, with units. */
final class Quantities {

  /** Nobody wants a level below one half, so a number from here on has lost its percent sign. */
  private static final BigDecimal MIN_PERCENT = BigDecimal.valueOf(50);

  private Quantities() {}

  /**
   * A number of bytes: {@code 4099}, {@code 4k}, {@code 4KiB}, {@code 1.5M}. Units are powers of
   * 1024.
   */
  static long bytes(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    String digits = upper.endsWith("IB") ? upper.substring(0, upper.length() - 2) : upper;
    if (digits.endsWith("B") && digits.equals(upper)) {
      digits = digits.substring(0, digits.length() - 1);
    }
    return count(digits, "KMGTPE", 1024, text, "a number of bytes such as 4099, 32K or 1.5MiB");
  }

  /**
   * A number of objects: {@code 4096}, {@code 10k}, {@code 1.5M}, {@code 1e9}. Units are powers of
   * 1000, as in tables.
   */
  static long objects(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    return count(upper, "KMGT", 1000, text, "a number of allocations such as 500, 10k or 1.5M");
  }

  /**
   * A number above 0 that may end in a unit.
   *
   * @param units in ascending order, each {@code step} times the one before
   * @param text what the user wrote
   * @param wanted what it should be
   */
  private static long count(String number, String units, int step, String text, String wanted) {
    int unit = number.isEmpty() ? -1 : units.indexOf(number.charAt(number.length() - 1));
    String digits = unit < 0 ? number : number.substring(0, number.length() - 1);
    try {
      long count =
          decimal(digits).multiply(BigDecimal.valueOf(step).pow(unit + 1)).longValueExact();
      if (count > 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below.
    }
    throw new TypeConversionException("'" + text + "' is not " + wanted);
  }

  /** A level above 0 and below 1: {@code 0.95}, {@code 95%} or {@code 95}. */
  static double level(String text) {
    String number = text.strip();
    boolean percent = number.endsWith("%");
    try {
      BigDecimal level =
          decimal(percent ? number.substring(0, number.length() - 1).strip() : number);
      percent |= level.compareTo(MIN_PERCENT) >= 0;
      double share = (percent ? level.movePointLeft(2) : level).doubleValue();
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a level above 0 and below 1, such as 0.95 or 95%");
  }

  /** A share in percent: {@code 5} or {@code 0.5%}. */
  static double percent(String text) {
    try {
      double percent = decimal(text.strip().replaceFirst(" *%$", "")).doubleValue();
      if (percent > 0 && percent <= 100) {
        return percent;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new TypeConversionException("'" + text + "' is not a percentage such as 5 or 0.5%");
  }

  /**
   * A number that may have digits behind its point.
   *
   * @throws NumberFormatException if it is none, or too large or too small for a {@code double},
   *     which would be infinite, or 0
   */
  static BigDecimal decimal(String digits) {
    BigDecimal exact = new BigDecimal(digits);
    double number = exact.doubleValue();
    if (Double.isInfinite(number) || exact.signum() != 0 && Math.abs(number) < Double.MIN_NORMAL) {
      throw new NumberFormatException("out of range: " + digits);
    }
    return exact;
  }

  /** A number of rows. */
  static int rows(String text) {
    return whole(text, 0, "a number of rows, or 0 for all");
  }

  /** A number of things, which may be none. */
  static int count(String text) {
    return whole(text, 0, "a whole number from 0 on");
  }

  /** A number of things of which one is needed. */
  static int positive(String text) {
    return whole(text, 1, "a whole number from 1 on");
  }

  private static int whole(String text, int min, String wanted) {
    try {
      int number = Integer.parseInt(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new TypeConversionException("'" + text + "' is not " + wanted);
  }
}

package dev.heapconv.query;

import java.util.Locale;

/** How far an estimate can be trusted, by the ends of its interval. */
public enum Grade {
  /** They are within a quarter of the value: it can be read like a recorded number. */
  PLAIN,
  /** They are within a factor of two. */
  APPROXIMATE,
  /** They are farther away: only the order of magnitude is known. */
  MAGNITUDE;

  /** How far the ends of the interval of a plain number may be from it, as a factor. */
  public static final double PLAIN_FACTOR = 1.25;

  public static final double APPROXIMATE_FACTOR = 2;

  /** The grade of a value, which may be negative, within an interval that is known. */
  static Grade of(double value, double low, double high) {
    if (value < 0) {
      return of(-value, -high, -low);
    }
    return isWithin(PLAIN_FACTOR, value, low, high)
        ? PLAIN
        : isWithin(APPROXIMATE_FACTOR, value, low, high) ? APPROXIMATE : MAGNITUDE;
  }

  private static boolean isWithin(double factor, double value, double low, double high) {
    return high <= value * factor && low >= value / factor;
  }

  /** Names it in the outputs for programs. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

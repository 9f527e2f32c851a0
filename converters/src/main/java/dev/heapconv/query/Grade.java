package dev.heapconv.query;

import java.util.Locale;

/** How far an estimate can be trusted, by its interval of the usual 95 %. */
public enum Grade {
  /** The ends are within a quarter of the value: it can be read like a recorded number. */
  PLAIN,
  /**
   * The ends are within a factor of {@value #APPROXIMATE_SPAN} of each other. The truth is then
   * within a factor of two of the value with a probability of at least 0.8, if errors are normal on
   * the log scale: 1.96 ln 4 / ln 8 = 1.31 standard deviations. (docs/unskewing.md has how often it
   * was.)
   */
  APPROXIMATE,
  /** They are farther apart: only the order of magnitude is known. */
  MAGNITUDE;

  /** How far the ends of the interval of a plain number may be from it, as a factor. */
  public static final double PLAIN_FACTOR = 1.25;

  public static final double APPROXIMATE_SPAN = 8;

  /** Returns the grade of a value, which may be negative, within an interval that is known. */
  public static Grade of(double value, double low, double high) {
    if (value < 0) {
      return of(-value, -high, -low);
    }
    if (high <= value * PLAIN_FACTOR && low >= value / PLAIN_FACTOR) {
      return PLAIN;
    }
    return low > 0 && high <= low * APPROXIMATE_SPAN ? APPROXIMATE : MAGNITUDE;
  }

  /** Returns this grade, or the other one if that is worse. */
  public Grade atBest(Grade other) {
    return compareTo(other) < 0 ? other : this;
  }

  /** Returns the name in the outputs for programs. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

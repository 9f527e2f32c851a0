package dev.heapconv.fleet;

/**
 * Hall's interval (1992, Journal of the Royal Statistical Society B 54) of a mean: a t interval
 * after a monotone transformation that removes the skewness of the mean, {@code g(T) = T + aT^2/3 +
 * a^2T^3/27 + a/6} with {@code a} the skewness of the mean. For memory, whose distribution over
 * devices has a long tail, t intervals miss the mean far too often.
 */
final class SkewedInterval {

  /**
   * A sample underestimates the skewness of a population with a heavy tail, because it rarely
   * contains what lies far out in the tail. Intervals therefore hold both for the skewness of the
   * sample and for this many times as much. (Measured; see docs/dev/benchmarks.md.)
   */
  private static final double SKEWNESS_MISSED = 1.4;

  private SkewedInterval() {}

  /** How many standard errors an interval reaches below the mean. */
  static double below(double t, double skewness) {
    return Math.max(untransformed(t, skewness), untransformed(t, SKEWNESS_MISSED * skewness));
  }

  /** How many standard errors an interval reaches above the mean. */
  static double above(double t, double skewness) {
    return below(t, -skewness);
  }

  /** {@code g(T)}, which is distributed as t is. */
  static double transformed(double t, double skewness) {
    double scaled = skewness * t / 3;
    return t * (1 + scaled + scaled * scaled / 3) + skewness / 6;
  }

  /** The T with {@code g(T) = y}. */
  private static double untransformed(double y, double skewness) {
    return Math.abs(skewness) < 1e-9
        ? y
        : 3 / skewness * (Math.cbrt(1 + skewness * (y - skewness / 6)) - 1);
  }
}

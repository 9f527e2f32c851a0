package dev.heapconv.unskew;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Quantiles of the gamma distribution with scale 1, both tails, for shapes from 1 up to any finite
 * value.
 *
 * <p>Commons Statistics inverts its distributions with a bracketing root finder: some 25
 * evaluations. The logarithms of both tails of a gamma distribution (shape at least 1) are concave,
 * the lower one in ln x and the upper one in x, so Newton's method on them converges from any
 * start; from the Wilson-Hilferty value it takes two to four evaluations. Large shapes need none:
 * the Cornish-Fisher expansion (Goldberg and Levine 1946; Abramowitz and Stegun 26.4.14 for its
 * leading part) has an error below 1e-6 there, absolute, in a quantity that is larger than 100.
 */
final class GammaQuantiles {

  private static final int MAX_STEPS = 60;
  private static final double TOLERANCE = 1e-11;

  private GammaQuantiles() {}

  /**
   * Whether a shape is large enough, for normal quantile z, for the expansion alone to be exact to
   * about nine digits.
   */
  static boolean isLarge(double shape, double z) {
    return shape > 100 * (1 + z * z);
  }

  /**
   * The x with {@code P(X <= x) = tail}. {@code z} is the normal quantile of the tail, positive for
   * tails below a half.
   */
  static double lower(double shape, double tail, double z) {
    if (isLarge(shape, z)) {
      return expansion(shape, -z);
    }
    return lowerGivenSeen(shape, tail, z, Double.POSITIVE_INFINITY, 0);
  }

  /**
   * The x with {@code P(X <= x) = tail * (1 - exp(-(offset + x * rate)))}: the lower bound of a
   * total that is only looked at because it was sampled at all. Infinite rate: no condition. 0 when
   * the equation has no positive solution.
   */
  static double lowerGivenSeen(double shape, double tail, double z, double offset, double rate) {
    if (isLarge(shape, z)) {
      return expansion(shape, -z);
    }
    GammaDistribution gamma = GammaDistribution.of(shape, 1);
    double logTail = Math.log(tail);
    double x = lowerStart(shape, logTail, z);
    for (int step = 0; step < MAX_STEPS; step++) {
      double p = gamma.cumulativeProbability(x);
      if (p <= 0) {
        return 0;
      }
      double seen = offset + x * rate;
      double error = Math.log(p) - logTail - logSeen(seen);
      double slope = x * gamma.density(x) / p - x * rateOfLogSeen(seen, rate);
      if (slope < 1e-3) {
        return 0;
      }
      double move = Math.max(-8, Math.min(2, error / slope));
      x *= Math.exp(-move);
      if (Math.abs(move) < TOLERANCE) {
        break;
      }
    }
    return x;
  }

  private static double logSeen(double expected) {
    return expected > 40 ? 0 : Math.log(-Math.expm1(-expected));
  }

  private static double rateOfLogSeen(double expected, double rate) {
    return expected > 40 ? 0 : rate / Math.expm1(expected);
  }

  /** The x with P(X > x) = tail. */
  static double upper(double shape, double tail, double z) {
    if (isLarge(shape, z)) {
      return expansion(shape, z);
    }
    GammaDistribution gamma = GammaDistribution.of(shape, 1);
    double logTail = Math.log(tail);
    double x = Math.max(wilsonHilferty(shape, z), 1e-3);
    for (int step = 0; step < MAX_STEPS; step++) {
      double q = gamma.survivalProbability(x);
      if (q <= 0) {
        x *= 0.75;
        continue;
      }
      double move = (Math.log(q) - logTail) * q / gamma.density(x);
      x = Math.max(x + move, x / 8);
      if (Math.abs(move) < TOLERANCE * x) {
        break;
      }
    }
    return x;
  }

  private static double lowerStart(double shape, double logTail, double z) {
    double start = wilsonHilferty(shape, -z);
    // P(X <= x) <= x^shape / gamma(shape + 1), and gamma is never below 0.88: a start left of the
    // solution.
    return start > 0 && shape > 2 ? start : Math.exp((logTail - 0.13) / shape);
  }

  /** Wilson and Hilferty 1931. */
  private static double wilsonHilferty(double shape, double z) {
    double root = 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape));
    return root <= 0 ? 0 : shape * root * root * root;
  }

  /** Cornish-Fisher for a gamma variable, z with its sign. */
  static double expansion(double shape, double z) {
    return shape + deviation(shape, z);
  }

  /** Quantile minus mean, without the cancellation of large shapes. */
  static double deviation(double shape, double z) {
    double z2 = z * z;
    double root = Math.sqrt(shape);
    return z * root
        + (z2 - 1) / 3
        + z * (z2 - 7) / (36 * root)
        - (3 * z2 * z2 + 7 * z2 - 16) / (810 * shape)
        + z * (9 * z2 * z2 + 256 * z2 - 433) / (38880 * shape * root);
  }
}

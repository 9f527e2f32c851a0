package dev.heapconv.fleet;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What devices that sent recordings say of all devices: a mean and a share, with intervals. Devices
 * are independent of each other, and may stand for different numbers of others; those without a row
 * have 0.
 *
 * <p>The interval of the mean is Hall's (1992, Journal of the Royal Statistical Society B 54): a t
 * interval after a monotone transformation that removes the skewness of the mean, {@code g(T) = T +
 * aT^2/3 + a^2T^3/27 + a/6} with {@code a} the skewness of the mean. For memory, whose distribution
 * over devices has a long tail, t intervals miss the mean far too often. With weights, the values
 * are those of the linearized ratio, and t has the degrees of freedom of the effective size (Kish
 * 1965, Survey Sampling).
 *
 * @param mean over all devices
 * @param low end of its interval; NaN for fewer than two devices, as are the next two
 * @param error its standard error
 * @param shareLow of the devices that have it, from 0 to 1; the share's interval is Wilson's (1927,
 *     Journal of the American Statistical Association 22)
 */
record DeviceMean(
    double mean,
    double low,
    double high,
    double error,
    double share,
    double shareLow,
    double shareHigh) {

  /**
   * A sample underestimates the skewness of a population with a heavy tail, because it rarely
   * contains what lies far out in the tail. Intervals therefore hold both for the skewness of the
   * sample and for this many times as much. (Measured; see benchmarks/README.md.)
   */
  private static final double SKEWNESS_MISSED = 1.4;

  /** By how much rounding may change a sum over devices, relative to it. */
  private static final double ROUNDING = 1e-12;

  /**
   * @param row of {@code fleet.sql}
   * @param confidence level of the intervals
   */
  static DeviceMean of(SqlRow row, double confidence) {
    double n = row.number("n");
    double weight = row.number("all_weight");
    double mean = row.number("mean");
    double absentSquares = row.number("all_squares") - row.number("squares");
    double absentCubes = row.number("all_cubes") - row.number("cubes");
    double second = row.number("second") + absentSquares * mean * mean;
    double third = row.number("third") - absentCubes * mean * mean * mean;
    double effective = weight * weight / row.number("all_squares");
    double model = row.numberOrZero("mean_model");
    double share = row.number("having_weight") / weight;
    double[] shares = wilson(share, effective, n, confidence);
    if (n < 2) {
      double unknown = Double.NaN;
      return new DeviceMean(mean, unknown, unknown, unknown, share, shares[0], shares[1]);
    }
    double low = 0;
    double high = 0;
    double error = 0;
    if (second > ROUNDING * mean * mean * row.number("all_squares")) {
      // Between unequal weights, the largest may leave little more than one device.
      double degrees = Math.max(effective - 1, ROUNDING);
      error = Math.sqrt(second * effective / degrees) / weight;
      double t =
          TDistribution.of(Math.max(1, degrees)).inverseSurvivalProbability((1 - confidence) / 2);
      double skewness = third / n / Math.pow(second / n, 1.5) * smallSample(effective);
      for (double factor : new double[] {1, SKEWNESS_MISSED}) {
        double ofMean = factor * skewness / Math.sqrt(n);
        low = Math.max(low, untransformed(t, ofMean));
        high = Math.max(high, -untransformed(-t, ofMean));
      }
    }
    return new DeviceMean(
        mean,
        Math.max(0, mean - Math.hypot(Math.min(mean, low * error), model)),
        mean + Math.hypot(high * error, model),
        error,
        share,
        shares[0],
        shares[1]);
  }

  /** What corrects the bias of a sample's skewness (Joanes and Gill 1998, The Statistician 47). */
  private static double smallSample(double n) {
    return n > 2 ? Math.sqrt(n * (n - 1)) / (n - 2) : 1;
  }

  /** The T with {@code g(T) = y}. */
  private static double untransformed(double y, double skewness) {
    if (Math.abs(skewness) < 1e-9) {
      return y;
    }
    return 3 / skewness * (Math.cbrt(1 + skewness * (y - skewness / 6)) - 1);
  }

  private static double[] wilson(double share, double effective, double n, double confidence) {
    if (share == 0) {
      // The rule of three: 3/n at 95 %.
      return new double[] {0, Math.min(1, -Math.log(1 - confidence) / n)};
    }
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
    double part = z * z / effective;
    double middle = (share + part / 2) / (1 + part);
    double half = Math.sqrt(part * (share * (1 - share) + part / 4)) / (1 + part);
    return new double[] {Math.max(0, middle - half), share >= 1 ? 1 : Math.min(1, middle + half)};
  }
}

package dev.heapconv.unskew.growth;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The exact conditional test of two Poisson means (Przyborowski and Wilenski 1940, Biometrika 31).
 * If nothing changed, each of the m samples of both recordings falls into the second recording with
 * the same probability, so their number there is binomial. The test also holds for few samples,
 * where the interval of a difference is too narrow far in its tails.
 *
 * <p>A sum over stacks whose samples are worth different amounts counts as a sum of equal samples
 * with the same expectation and variance, as Fay and Feuer (1997, Statistics in Medicine 16) do for
 * intervals. Of the two distributions, this one has the heavier tails.
 */
public final class GrowthProbability {

  /** Differences below this fraction of what was sampled are rounding errors. */
  private static final double ROUNDING = 1e-9;

  private static final int STEPS = 60;

  private GrowthProbability() {}

  /**
   * Returns how many samples a Poisson count must have for an interval of the given width.
   *
   * @param upperHalf distance from the value to the upper end of its interval, as a fraction of the
   *     value; above 0
   * @param quantile normal quantile of the upper end, such as 1.96
   * @return a number above 0, in general not an integer
   */
  public static double samples(double upperHalf, double quantile) {
    double low = 0;
    double high = 10 + 16 / upperHalf + 4 * quantile * quantile / (upperHalf * upperHalf);
    for (int step = 0; step < STEPS; step++) {
      double middle = (low + high) / 2;
      if (upper(middle, quantile) > (1 + upperHalf) * middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * Returns the upper limit of a Poisson mean: half a chi-square quantile of 2n + 2 degrees of
   * freedom (Wilson and Hilferty 1931, PNAS 17), within 1 % at usual levels.
   */
  private static double upper(double samples, double quantile) {
    double n = samples + 1;
    double root = 1 - 1 / (9 * n) + quantile / (3 * Math.sqrt(n));
    return n * root * root * root;
  }

  /**
   * Returns the probability of a difference at least as large as this one if nothing grew.
   *
   * @param difference total of the second recording minus that of the first, in bytes or objects
   * @param whole sum of both totals; differences far below it count as rounding errors
   * @param expected the part of each total that was sampled, if the two recordings do not differ; 0
   *     if everything was recorded exactly
   * @param firstWorth mean worth of a sample of the first recording, in the same unit
   * @param secondWorth mean worth of a sample of the second recording
   * @return the p-value, from 0 to 1
   */
  public static double probability(
      double difference, double whole, double expected, double firstWorth, double secondWorth) {
    if (Math.abs(difference) <= ROUNDING * whole) {
      return 1;
    }
    if (!(expected > 0)) {
      return difference > 0 ? 0 : 1;
    }
    double samples = samples(expected, firstWorth, secondWorth);
    double second = (difference + firstWorth * samples) / (firstWorth + secondWorth);
    if (second <= 0) {
      return 1;
    }
    double first = samples - second;
    // Between -1 and 0 the continued distribution applies. Below -1 growth is certain.
    return first <= -1
        ? 0
        : BetaDistribution.of(second, first + 1)
            .cumulativeProbability(firstWorth / (firstWorth + secondWorth));
  }

  /**
   * Returns the lowest probability that {@link #probability} can return: all samples are in the
   * second recording. It does not depend on the difference. So you may drop tests that could not
   * find anything before you correct the rest for their number (Tarone 1990, Biometrics 46).
   *
   * @param expected the part of each total that was sampled, if the two recordings do not differ;
   *     above 0
   * @param firstWorth mean worth of a sample of the first recording, in the same unit
   * @param secondWorth mean worth of a sample of the second recording
   * @return from 0 to 1
   */
  public static double leastProbability(double expected, double firstWorth, double secondWorth) {
    double samples = samples(expected, firstWorth, secondWorth);
    return Math.pow(firstWorth / (firstWorth + secondWorth), samples);
  }

  /** Returns the expected number of samples of both recordings together. */
  private static double samples(double expected, double firstWorth, double secondWorth) {
    return expected * (1 / firstWorth + 1 / secondWorth);
  }
}

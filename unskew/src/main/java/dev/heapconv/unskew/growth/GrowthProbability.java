package dev.heapconv.unskew.growth;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The exact conditional test of two Poisson means (Przyborowski and Wilenski 1940, Biometrika 31):
 * if nothing changed, each of the m samples of both recordings belongs to the second one with the
 * same probability, so that their number there is binomial. It holds for few samples, too, where an
 * interval of the difference is too narrow far in its tails.
 *
 * <p>A sum over stacks whose samples are worth different amounts is treated like one of equal
 * samples with the same expectation and variance, as Fay and Feuer (1997, Statistics in Medicine
 * 16) do for intervals. Its distribution has the heavier tails of the two.
 */
public final class GrowthProbability {

  /** By which part of the samples' worth rounding may move a difference at most. */
  private static final double ROUNDING = 1e-9;

  private static final int STEPS = 60;

  private GrowthProbability() {}

  /**
   * The number of samples of a Poisson variable whose interval is as wide as one that is known.
   *
   * @param upperHalf from the value to the upper end of its interval, as a part of the value; above
   *     0
   * @param quantile normal quantile of the upper end
   * @return a number above 0, not an integer in general
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
   * The upper limit of a Poisson mean: half a chi-square quantile of 2n + 2 degrees of freedom
   * (Wilson and Hilferty 1931, PNAS 17), within 1 % at usual levels.
   */
  private static double upper(double samples, double quantile) {
    double n = samples + 1;
    double root = 1 - 1 / (9 * n) + quantile / (3 * Math.sqrt(n));
    return n * root * root * root;
  }

  /**
   * The probability of a difference that is as large as this one or larger, if nothing grew.
   *
   * @param difference second minus first
   * @param whole first plus second; differences far below it are rounding errors
   * @param expected what each recording is expected to have of what was sampled, if they are equal;
   *     0 if everything was recorded exactly
   * @param firstWorth what a sample of the first recording is worth on average
   * @param secondWorth what one of the second is worth
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
    // Between -1 and 0 the distribution is continued; beyond, something is certain to have grown.
    return first <= -1
        ? 0
        : BetaDistribution.of(second, first + 1)
            .cumulativeProbability(firstWorth / (firstWorth + secondWorth));
  }

  /**
   * The least probability that {@link #probability} can have, with all samples in the second
   * recording. It does not depend on what differs: tests that cannot find anything may be left out
   * before others are corrected for their number (Tarone 1990, Biometrics 46).
   *
   * @param expected above 0
   */
  public static double leastProbability(double expected, double firstWorth, double secondWorth) {
    double samples = samples(expected, firstWorth, secondWorth);
    return Math.pow(firstWorth / (firstWorth + secondWorth), samples);
  }

  /** The number of samples of both recordings. */
  private static double samples(double expected, double firstWorth, double secondWorth) {
    return expected * (1 / firstWorth + 1 / secondWorth);
  }
}

package dev.heapconv.unskew.growth;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Which growth the test of {@link GrowthProbability} finds with a given probability. The square
 * root of a Poisson count has a variance of 1/4, whatever its mean (Bartlett 1936, Journal of the
 * Royal Statistical Society 3, Supplement); so that of bytes or objects that are counted in samples
 * of a certain worth has a variance of a quarter of the worth. With the worth {@code u} of a sample
 * of the first recording and {@code v} of the second, growth from B to B + D is found if
 *
 * <pre>sqrt(B + D) - sqrt(B) = (z(alpha) + z(1 - power)) sqrt(u + v) / 2</pre>
 *
 * (Huffman 1984, Applied Statistics 33), where z are upper normal quantiles. The exact test finds a
 * little less where there are few samples.
 */
public final class DetectableGrowth {

  /** With this probability, growth of the size that counts as detectable is found. */
  public static final double POWER = 0.8;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private DetectableGrowth() {}

  /**
   * The least growth that is found.
   *
   * @param base what there was, in bytes or objects
   * @param firstWorth what a sample of the first recording is worth on average; 0 if everything was
   *     recorded
   * @param secondWorth what one of the second is worth
   * @param level highest p-value of a growth that is not taken for noise
   * @param power how probably it is found, from 0.5
   * @return in the same unit; 0 if any is found
   */
  public static double of(
      double base, double firstWorth, double secondWorth, double level, double power) {
    double shift = shift(firstWorth + secondWorth, level, power);
    return shift * (2 * Math.sqrt(base) + shift);
  }

  /**
   * How many runs of each side must be added up to find a growth. Of r runs there is r times as
   * much of everything but of the worth of a sample.
   *
   * @param worth what a sample is worth: of bytes, the sampling interval
   * @param growth as a part of the base, above 0
   * @return at least 1; infinite if there is nothing
   */
  public static double runs(double base, double worth, double growth, double level, double power) {
    // Without the digits that sqrt(1 + growth) - 1 loses.
    double root = Math.sqrt(base) * growth / (Math.sqrt(1 + growth) + 1);
    double runs = shift(2 * worth, level, power) / root;
    return Math.max(1, Math.ceil(runs * runs));
  }

  private static double shift(double worth, double level, double power) {
    double quantiles =
        NORMAL.inverseSurvivalProbability(level) + NORMAL.inverseCumulativeProbability(power);
    return quantiles * Math.sqrt(worth) / 2;
  }
}

package dev.heapconv.unskew.growth;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The growth that the test of {@link GrowthProbability} finds with a given probability. The square
 * root of a Poisson count has a variance of 1/4, whatever its mean (Bartlett 1936, Journal of the
 * Royal Statistical Society 3, Supplement). So the square root of bytes or objects that are counted
 * in samples has a variance of a quarter of what one sample is worth. Let a sample be worth {@code
 * u} in the first recording and {@code v} in the second. The test finds growth from B to B + D if
 *
 * <pre>sqrt(B + D) - sqrt(B) = (z(alpha) + z(1 - power)) sqrt(u + v) / 2</pre>
 *
 * (Huffman 1984, Applied Statistics 33), where z are upper normal quantiles. With few samples the
 * exact test finds a little less.
 */
public final class DetectableGrowth {

  /** The usual power: the test finds growth of the detectable size with this probability. */
  public static final double POWER = 0.8;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private DetectableGrowth() {}

  /**
   * Returns the smallest growth that the test finds.
   *
   * @param base the total in the first recording, in bytes or objects
   * @param firstWorth mean worth of a sample of the first recording, in the unit of the base; 0 if
   *     everything was recorded
   * @param secondWorth mean worth of a sample of the second recording, in the same unit
   * @param level highest p-value at which you accept a change as growth, such as 0.01
   * @param power probability with which the test must find the growth, from 0.5 to below 1
   * @return the growth in the unit of the base; 0 if the test finds any growth
   */
  public static double of(
      double base, double firstWorth, double secondWorth, double level, double power) {
    double shift = shift(firstWorth + secondWorth, level, power);
    return shift * (2 * Math.sqrt(base) + shift);
  }

  /**
   * Returns how many runs of each side you must add up to find a growth. With r runs everything is
   * r times as large, except for the worth of a sample.
   *
   * @param base the total of one run, in bytes or objects
   * @param worth what a sample is worth; for bytes, the sampling interval
   * @param growth the growth as a fraction of the base, above 0
   * @param level highest p-value at which you accept a change as growth, such as 0.01
   * @param power probability with which the test must find the growth, from 0.5 to below 1
   * @return at least 1; infinite if the base is 0
   */
  public static double runs(double base, double worth, double growth, double level, double power) {
    // This form keeps the digits that sqrt(1 + growth) - 1 loses.
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

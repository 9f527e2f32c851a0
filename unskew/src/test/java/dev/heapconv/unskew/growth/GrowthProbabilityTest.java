package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.samples.Intervals;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;

class GrowthProbabilityTest {

  /** Of samples that are worth the same on both sides. */
  private static double probability(int first, int second, double worth) {
    double whole = (first + second) * worth;
    return GrowthProbability.probability((second - first) * worth, whole, whole / 2, worth, worth);
  }

  @Test
  void isTheBinomialTestForEqualSamples() {
    for (int first = 0; first < 30; first += 3) {
      for (int second = first + 1; second < 60; second += 7) {
        double exact = BinomialDistribution.of(first + second, 0.5).survivalProbability(second - 1);
        assertThat(probability(first, second, 4096)).isCloseTo(exact, within(1e-12));
      }
    }
  }

  @Test
  void takesSamplesOfOtherIntervalsForWhatTheyAreWorth() {
    // 10 samples of 4096 bytes, then 6 of 32768: each is in the second one with 1 in 9.
    double exact = BinomialDistribution.of(16, 1 / 9.0).survivalProbability(5);
    double expected = 16 * (4096.0 * 32768) / (4096 + 32768);
    double difference = 6 * 32768 - 10 * 4096;
    assertThat(GrowthProbability.probability(difference, 237_568, expected, 4096, 32768))
        .isCloseTo(exact, within(1e-12));
  }

  @Test
  void isCertainWithoutSampling() {
    assertThat(GrowthProbability.probability(1, 100, 0, 0, 0)).isZero();
    assertThat(GrowthProbability.probability(-1, 100, 0, 0, 0)).isOne();
    assertThat(GrowthProbability.probability(1e-9, 100, 0, 0, 0)).as("rounding").isOne();
  }

  @Test
  void isCertainWhereMoreGrewThanWasSampled() {
    assertThat(GrowthProbability.probability(1e6, 1e6, 20, 10, 10)).isZero();
    assertThat(GrowthProbability.probability(-1e6, 1e6, 20, 10, 10)).isOne();
  }

  @Test
  void findsNothingInAFewSamples() {
    assertThat(GrowthProbability.leastProbability(3 * 2048, 4096, 4096))
        .isEqualTo(0.125, within(1e-12));
    assertThat(probability(0, 3, 4096)).isEqualTo(0.125, within(1e-12));
  }

  @Test
  void countsTheSamplesBehindAnInterval() {
    Intervals intervals = Intervals.of(0.95);
    for (int n : new int[] {1, 2, 5, 20, 300, 100_000}) {
      double half = (intervals.gammaUpper(n, n, 1) - n) / n;
      assertThat(GrowthProbability.samples(half, intervals.normalQuantile()))
          .isCloseTo(n, within(0.02 * n));
    }
  }

  /** Sums of samples of very different worth fail no more often than they may. */
  @Test
  void holdsItsLevelForMixedSums() {
    double[] worth = {16, 100, 1000, 30_000};
    double[] means = {200, 50, 8, 1};
    SplittableRandom random = new SplittableRandom(1);
    int runs = 40_000;
    int[] found = new int[2];
    for (int run = 0; run < runs; run++) {
      double difference = 0;
      double whole = 0;
      double expected = 0;
      double weighted = 0;
      for (int i = 0; i < worth.length; i++) {
        int first = draw(means[i], random);
        int second = draw(means[i], random);
        difference += worth[i] * (second - first);
        whole += worth[i] * (first + second);
        expected += worth[i] * (first + second) / 2;
        weighted += worth[i] * worth[i] * (first + second) / 2;
      }
      double each = weighted / expected;
      double p = GrowthProbability.probability(difference, whole, expected, each, each);
      found[0] += p <= 0.01 ? 1 : 0;
      found[1] += p <= 0.001 ? 1 : 0;
    }
    assertThat(found[0]).isLessThan((int) (0.011 * runs));
    assertThat(found[1]).isLessThan((int) (0.0015 * runs));
  }

  private static int draw(double mean, SplittableRandom random) {
    return PoissonDistribution.of(mean)
        .inverseCumulativeProbability(random.nextDouble(1e-12, 1 - 1e-12));
  }

  /** All samples of the first recording are gone; or more than all came. */
  @Test
  void theLastSampleIsCounted() {
    assertThat(probability(10, 0, 4096)).isOne();
    assertThat(GrowthProbability.probability(12 * 8, 96, 5 * 8, 8, 8)).as("-1 before").isZero();
    assertThat(GrowthProbability.probability(11.9 * 8, 96, 5 * 8, 8, 8)).isBetween(1e-9, 1e-3);
  }

  @Test
  void roundingIsLessThanABillionth() {
    assertThat(GrowthProbability.probability(1, 1e9, 0, 0, 0)).isOne();
    assertThat(GrowthProbability.probability(-1, 1e9, 0, 0, 0)).isOne();
    assertThat(GrowthProbability.probability(1.001, 1e9, 0, 0, 0)).isZero();
  }

  @Test
  void theLeastProbabilityIsThatOfAllSamplesOnTheSecondSide() {
    double expected = 9 * (4096.0 * 32768) / (4096 + 32768);
    assertThat(GrowthProbability.leastProbability(expected, 4096, 32768))
        .isEqualTo(Math.pow(1 / 9.0, 9), within(1e-20));
    assertThat(GrowthProbability.leastProbability(expected, 32768, 4096))
        .isEqualTo(Math.pow(8 / 9.0, 9), within(1e-12));
  }
}

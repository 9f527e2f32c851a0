package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountQuantilesTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.0005, 0.005, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9995})
  void normalQuantilesAgreeWithCommonsStatistics(double p) {
    double expected = NormalDistribution.of(0, 1).inverseCumulativeProbability(p);
    assertThat(CountQuantiles.normal(p)).isCloseTo(expected, within(1e-8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 30, 150, 199, 500, 20_000})
  void garwoodLimitsAgreeWithCommonsStatistics(int k) {
    double low = ChiSquaredDistribution.of(2.0 * k).inverseCumulativeProbability(0.025) / 2;
    double high = ChiSquaredDistribution.of(2.0 * k + 2).inverseCumulativeProbability(0.975) / 2;
    assertThat(CountQuantiles.poissonLow(k, 0.025)).isCloseTo(low, within(2e-4 * low));
    assertThat(CountQuantiles.poissonHigh(k, 0.025)).isCloseTo(high, within(2e-4 * high));
  }

  /** SciPy 1.17 gamma.ppf and gamma.isf. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 1, 0.2876820724517809, 2.6926345288896956",
    "0.9, 7, 3.285315691894671, 13.148113802432121",
    "0.99, 1500, 1402.1173977443432, 1602.6721810170338",
    "0.999999, 7, 0.4499012003142326, 30.05887139960876",
    "0.999999, 1500, 1318.1294133605807, 1698.2160493090144"
  })
  void gammaQuantilesAreSciPys(double confidence, double count, double low, double high) {
    double tail = (1 - confidence) / 2;
    assertThat(gammaLow(count, tail)).isCloseTo(low, withinPercentage(1e-7));
    assertThat(CountQuantiles.gammaHigh(count + 1, tail)).isCloseTo(high, withinPercentage(1e-7));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 1.0001, 1.5, 3, 40.5, 480, 490, 20_000, 1e7})
  void gammaQuantilesAgreeWithCommonsStatistics(double shape) {
    for (double confidence : new double[] {0.1, 0.8, 0.95, 0.999}) {
      double tail = (1 - confidence) / 2;
      GammaDistribution gamma = GammaDistribution.of(shape, 1);
      assertThat(gammaLow(shape, tail))
          .isCloseTo(gamma.inverseCumulativeProbability(tail), withinPercentage(1e-6));
      assertThat(CountQuantiles.gammaHigh(shape, tail))
          .isCloseTo(gamma.inverseSurvivalProbability(tail), withinPercentage(1e-6));
    }
  }

  private static double gammaLow(double shape, double tail) {
    return CountQuantiles.gammaLow(shape, tail, Double.POSITIVE_INFINITY, 0);
  }

  /** The root of P(K >= k | L) = 0.025 (1 - exp(-L)), by SciPy's brentq. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0",
    "2, 0.050423740986",
    "3, 0.4083434062682",
    "5, 1.51998112938744",
    "20, 12.21651280842753"
  })
  void lowerEndOfWhatWasSeenIsThatOfTheTruncatedPoisson(double count, double low) {
    assertThat(CountQuantiles.seenPoissonLow(count, 0.025)).isCloseTo(low, within(1e-5));
    if (count > 1) {
      assertThat(CountQuantiles.gammaLow(count, 0.025, 0, 1)).isCloseTo(low, within(1e-9));
    }
  }

  @Test
  void noEventAllowsUpToFourAtMost() {
    assertThat(CountQuantiles.poissonLow(0, 0.025)).isZero();
    assertThat(CountQuantiles.poissonHigh(0, 0.025)).isCloseTo(-Math.log(0.025), within(1e-6));
  }
}

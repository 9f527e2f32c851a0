package dev.heapconv.unskew.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  @Test
  void oneEventIsNoEvidenceOfMoreThanNothingIfNoneWouldNotHaveBeenSeen() {
    assertThat(CountQuantiles.seenPoissonLow(1, 0.025)).isZero();
    assertThat(CountQuantiles.seenPoissonLow(2, 0.025)).isCloseTo(0.0500, within(1e-3));
    assertThat(CountQuantiles.seenPoissonLow(10, 0.025))
        .isCloseTo(CountQuantiles.poissonLow(10, 0.025), within(0.01));
  }

  @Test
  void noEventAllowsUpToFourAtMost() {
    assertThat(CountQuantiles.poissonLow(0, 0.025)).isZero();
    assertThat(CountQuantiles.poissonHigh(0, 0.025)).isCloseTo(-Math.log(0.025), within(1e-6));
  }
}

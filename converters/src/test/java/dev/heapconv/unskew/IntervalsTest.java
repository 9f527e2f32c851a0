package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalsTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  /**
   * 0 to 100: published tables of exact Poisson limits. Others: SciPy 1.17 gamma.ppf and gamma.isf.
   */
  @ParameterizedTest
  @CsvSource({
    "0.95, 0, 0, 3.6889",
    "0.95, 1, 0.0253, 5.5716",
    "0.95, 10, 4.7954, 18.3904",
    "0.95, 100, 81.364, 121.627",
    "0.5, 1, 0.2876820724517809, 2.6926345288896956",
    "0.9, 7, 3.285315691894671, 13.148113802432121",
    "0.99, 1500, 1402.1173977443432, 1602.6721810170338",
    "0.999999, 7, 0.4499012003142326, 30.05887139960876",
    "0.999999, 1500, 1318.1294133605807, 1698.2160493090144"
  })
  void poissonIntervalIsGarwoods(double confidence, double count, double low, double high) {
    Estimate estimate = Intervals.of(confidence).poisson(count);
    assertThat(estimate.value()).isEqualTo(count);
    assertThat(estimate.low()).isCloseTo(low, offset(1e-3 * (1 + low) / 10));
    assertThat(estimate.high()).isCloseTo(high, offset(1e-3 * (1 + high) / 10));
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
  void lowerEndGivenSeenIsThatOfTheTruncatedPoisson(double count, double low) {
    assertThat(AT_95.poissonGivenSeen(count).low()).isCloseTo(low, offset(1e-9));
    assertThat(AT_95.poissonGivenSeen(count).high()).isEqualTo(AT_95.poisson(count).high());
  }

  /** SciPy 1.17 nbinom.ppf(q, r, 1/T) + r. */
  @ParameterizedTest
  @CsvSource({
    "4096, 3, 2535, 35908",
    "4096, 1, 104, 22820",
    "64, 7, 182, 920",
    "64, 5000, 311260, 328925",
    "2, 3, 3, 15",
    "2, 5000, 9805, 10199",
    "10, 100, 823, 1206",
    "524288, 12, 3250890, 10989904",
    "4096, 20000, 80788690, 83063192",
    "64, 20000, 1262460, 1297725",
    "1099511627776, 4, 1198319651014, 11260745835503"
  })
  void trialsIntervalIsNegativeBinomial(long interval, long sampled, double low, double high) {
    Estimate estimate = AT_95.trials(sampled, 0, interval);
    assertThat(estimate.value()).isEqualTo((double) interval * sampled);
    assertThat(estimate.low()).isCloseTo(low, offset(0.5 + low * 1e-12));
    assertThat(estimate.high()).isCloseTo(high, offset(0.5 + high * 1e-12));
  }

  @Test
  void trialsAgreeWithThePascalDistribution() {
    Cases.forAll(
        200,
        values -> {
          long interval = values.between(2, 3000);
          int sampled = values.between(1, 2000);
          Estimate estimate = AT_95.trials(sampled, 0, interval);
          int low =
              PascalDistribution.of(sampled, 1.0 / interval)
                  .inverseCumulativeProbability((1 - 0.95) / 2);
          int high =
              PascalDistribution.of(sampled + 1, 1.0 / interval)
                  .inverseSurvivalProbability((1 - 0.95) / 2);
          assertThat(estimate.low()).isCloseTo(low + sampled, offset(1.0));
          assertThat(estimate.high()).isCloseTo(high + sampled + 1.0, offset(1.0));
        });
  }

  @Test
  void extremeLevelsReachTheCertainMinimum() {
    Intervals extreme = Intervals.of(1 - 1e-12);
    assertThat(extreme.trials(2, 0, 63).low()).isEqualTo(2);
    assertThat(extreme.trialsGivenSeen(3, 0, 4096).low()).isBetween(3.0, 4.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.0001, 1.5, 3, 40.5, 480, 490, 20_000, 1e7})
  void gammaQuantilesAgreeWithCommonsStatistics(double shape) {
    for (double confidence : new double[] {0.1, 0.8, 0.95, 0.999}) {
      double tail = (1 - confidence) / 2;
      double z = Intervals.of(confidence).normalQuantile();
      GammaDistribution gamma = GammaDistribution.of(shape, 1);
      assertThat(GammaQuantiles.lower(shape, tail, z))
          .isCloseTo(gamma.inverseCumulativeProbability(tail), withinPercentage(1e-6));
      assertThat(GammaQuantiles.upper(shape, tail, z))
          .isCloseTo(gamma.inverseSurvivalProbability(tail), withinPercentage(1e-6));
    }
  }

  @Test
  void gammaIntervalWithPoissonVarianceIsGarwoods() {
    for (double k : new double[] {1, 2, 17, 400, 1e6}) {
      Estimate gamma = AT_95.gamma(k, k, 1);
      assertThat(gamma.low()).isCloseTo(AT_95.poisson(k).low(), withinPercentage(1e-7));
      assertThat(gamma.high()).isCloseTo(AT_95.poisson(k).high(), withinPercentage(1e-7));
    }
  }

  @Test
  void gammaIntervalWithoutVarianceIsAPoint() {
    assertThat(AT_95.gamma(17, 0, 0)).isEqualTo(Estimate.exact(17));
    assertThat(AT_95.gamma(0, 0, 0)).isEqualTo(Estimate.ZERO);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, 2, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesOtherLevels(double confidence) {
    assertThatThrownBy(() -> Intervals.of(confidence))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("confidence");
  }

  @Test
  void intervalsOfAnythingAreWellFormed() {
    Cases.forAll(
        1000,
        values -> {
          long sampled = values.anyLong();
          double certain = values.anyDouble();
          long interval = values.anyLong();
          Intervals intervals = Intervals.of(values.between(0.01, 0.99));
          EstimateTest.assertWellFormed(intervals.trials(sampled, certain, interval));
          EstimateTest.assertWellFormed(intervals.trialsGivenSeen(sampled, certain, interval));
          EstimateTest.assertWellFormed(intervals.poisson(certain));
          EstimateTest.assertWellFormed(intervals.poissonGivenSeen(certain));
          EstimateTest.assertWellFormed(
              intervals.gamma(certain, Math.abs((double) sampled), Math.abs((double) interval)));
        });
  }

  @Test
  void higherLevelsHoldLowerOnes() {
    Cases.forAll(
        1000,
        values -> {
          long sampled = values.between(0, 100_000);
          long interval = values.between(2, 1L << 40);
          Estimate narrow = Intervals.of(0.8).trials(sampled, 100, interval);
          Estimate wide = Intervals.of(0.99).trials(sampled, 100, interval);
          assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
          assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
        });
  }

  @Test
  void moreSamplesMoveBothEndsUp() {
    Cases.forAll(
        1000,
        values -> {
          long sampled = values.between(0, 200_000);
          long interval = values.between(2, 1L << 40);
          Estimate less = AT_95.trialsGivenSeen(sampled, 0, interval);
          Estimate more = AT_95.trialsGivenSeen(sampled + 1, 0, interval);
          assertThat(more.low()).isGreaterThanOrEqualTo(less.low());
          assertThat(more.high()).isGreaterThanOrEqualTo(less.high());
        });
  }
}

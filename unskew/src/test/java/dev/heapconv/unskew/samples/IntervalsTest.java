package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.EstimateTest;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalsTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  /** The formula of the design document for 100 samples of 1000 bytes, computed with SciPy. */
  @Test
  void gammaIntervalIsFayAndFeuers() {
    double weight = RecordedSamples.weight(1000, 4096);
    double missed = Math.exp(-1000 / 4096.0);
    Estimate objects =
        AT_95.gamma(
            100 * weight,
            100 * weight * weight * missed,
            weight * Math.sqrt(missed),
            1000 / 4096.0);
    assertThat(objects.low()).isCloseTo(385.02962622708526, offset(1e-6));
    assertThat(objects.high()).isCloseTo(549.5712200325722, offset(1e-6));
  }

  /** Published tables of exact Poisson limits; low ends that large are those of anything. */
  @ParameterizedTest
  @CsvSource({"0, 0, 3.6889", "1, 0, 5.5716", "100, 81.364, 121.627"})
  void gammaIntervalWithPoissonVarianceIsGarwoods(double count, double low, double high) {
    Estimate estimate = AT_95.gamma(count, count, 1, 1);
    assertThat(estimate.value()).isEqualTo(count);
    assertThat(estimate.low()).isCloseTo(low, offset(1e-3));
    assertThat(estimate.high()).isCloseTo(high, offset(1e-3));
  }

  @Test
  void gammaIntervalWithoutVarianceIsAPoint() {
    assertThat(AT_95.gamma(17, 0, 0, 1)).isEqualTo(Estimate.exact(17));
    assertThat(AT_95.gamma(0, 0, 0, 1)).isEqualTo(Estimate.ZERO);
  }

  /** So many bytes after the samples that their stack is seen for sure. */
  private static Estimate ofSeen(long sampled, long interval) {
    double certain = 64.0 * interval;
    Estimate all = AT_95.trials(sampled, certain, interval);
    return new Estimate(all.value() - certain, all.low() - certain, all.high() - certain);
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
    Estimate estimate = ofSeen(sampled, interval);
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
          Estimate estimate = ofSeen(sampled, interval);
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
    assertThat(extreme.trials(3, 0, 4096).low()).isBetween(3.0, 4.0);
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
          EstimateTest.assertWellFormed(
              intervals.gamma(
                  certain,
                  Math.abs((double) sampled),
                  Math.abs((double) interval),
                  values.anyDouble()));
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
          Estimate less = AT_95.trials(sampled, 0, interval);
          Estimate more = AT_95.trials(sampled + 1, 0, interval);
          assertThat(more.low()).isGreaterThanOrEqualTo(less.low());
          assertThat(more.high()).isGreaterThanOrEqualTo(less.high());
        });
  }
}

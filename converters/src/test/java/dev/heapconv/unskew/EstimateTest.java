package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void noIntervalIsZeroToInfinity() {
    Estimate estimate = Estimate.withoutInterval(7);
    assertThat(estimate).isEqualTo(new Estimate(7, 0, Double.POSITIVE_INFINITY));
    assertThat(estimate.hasInterval()).isFalse();
    assertThat(Estimate.of(7, 3, Double.POSITIVE_INFINITY)).isEqualTo(estimate);
  }

  @Test
  void exactIsAPoint() {
    assertThat(Estimate.exact(7)).isEqualTo(new Estimate(7, 7, 7));
    assertThat(Estimate.exact(7).isExact()).isTrue();
    assertThat(Estimate.exact(7).hasInterval()).isTrue();
  }

  @Test
  void boundsOnTheWrongSideBecomeTheValue() {
    assertThat(Estimate.of(5, 6, 4)).isEqualTo(Estimate.exact(5));
    assertThat(Estimate.of(-5, -6, -4)).isEqualTo(Estimate.ZERO);
    assertThat(Estimate.of(Double.NaN, Double.NaN, Double.NaN))
        .isEqualTo(Estimate.withoutInterval(0));
    assertThat(Estimate.of(Double.POSITIVE_INFINITY, 0, 1).value()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void roundsHalfUpAndSaturates() {
    assertThat(Estimate.exact(2.5).rounded()).isEqualTo(3);
    assertThat(Estimate.exact(0.49999999999999994).rounded()).isZero();
    assertThat(Estimate.exact(1e300).rounded()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void isWellFormedWhateverItIsMadeOf() {
    Cases.forAll(
        1000,
        values ->
            assertWellFormed(
                Estimate.of(values.anyDouble(), values.anyDouble(), values.anyDouble())));
  }

  static void assertWellFormed(Estimate estimate) {
    assertThat(estimate.low()).isBetween(0.0, estimate.value());
    assertThat(estimate.value()).isLessThanOrEqualTo(Double.MAX_VALUE);
    assertThat(estimate.high()).isGreaterThanOrEqualTo(estimate.value());
    assertThat(estimate.rounded()).isNotNegative();
  }
}

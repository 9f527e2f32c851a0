package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import org.junit.jupiter.api.Test;

public class EstimateTest {

  @Test
  void noIntervalIsZeroToInfinity() {
    Estimate estimate = Estimate.withoutInterval(7);
    assertThat(estimate).isEqualTo(new Estimate(7, 0, Double.POSITIVE_INFINITY));
    assertThat(estimate.hasInterval()).isFalse();
    assertThat(new Estimate(7, 3, Double.POSITIVE_INFINITY)).isEqualTo(estimate);
  }

  @Test
  void exactIsAPoint() {
    assertThat(Estimate.exact(7)).isEqualTo(new Estimate(7, 7, 7));
    assertThat(Estimate.exact(7).hasInterval()).isTrue();
  }

  @Test
  void boundsOnTheWrongSideBecomeTheValue() {
    assertThat(new Estimate(5, 6, 4)).isEqualTo(Estimate.exact(5));
    assertThat(new Estimate(-5, -6, -4)).isEqualTo(Estimate.ZERO);
    assertThat(new Estimate(Double.NaN, Double.NaN, Double.NaN))
        .isEqualTo(Estimate.withoutInterval(0));
    assertThat(new Estimate(Double.POSITIVE_INFINITY, 0, 1).value()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void aPartIsNowhereAboveItsWhole() {
    Estimate whole = new Estimate(10, 8, 12);
    assertThat(new Estimate(9, 9, 14).atMost(whole)).isEqualTo(new Estimate(9, 8, 12));
    assertThat(new Estimate(3, 1, 30).atMost(whole)).isEqualTo(new Estimate(3, 1, 12));
  }

  @Test
  void isWellFormedWhateverItIsMadeOf() {
    Cases.forAll(
        1000,
        values ->
            assertWellFormed(
                new Estimate(values.anyDouble(), values.anyDouble(), values.anyDouble())));
  }

  public static void assertWellFormed(Estimate estimate) {
    assertThat(estimate.low()).isBetween(0.0, estimate.value());
    assertThat(estimate.value()).isLessThanOrEqualTo(Double.MAX_VALUE);
    assertThat(estimate.high()).isGreaterThanOrEqualTo(estimate.value());
  }
}

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

  /** The error of the model lies in the interval; without an interval it is none. */
  @Test
  void theModelAloneIsNoWiderThanTheInterval() {
    assertThat(new Estimate(10, 4, 20, 5, 15)).satisfies(e -> assertModel(e, 5, 15));
    assertThat(new Estimate(10, 4, 20, 3, 21)).satisfies(e -> assertModel(e, 4, 20));
    assertThat(new Estimate(10, 4, 20, 11, 9)).satisfies(e -> assertModel(e, 10, 10));
    assertThat(new Estimate(10, 4, 20, Double.NaN, Double.NaN))
        .satisfies(e -> assertModel(e, 10, 10));
    assertThat(new Estimate(10, 4, Double.POSITIVE_INFINITY, 5, 15))
        .satisfies(e -> assertModel(e, 10, 10));
    assertThat(new Estimate(10, 4, 20)).satisfies(e -> assertModel(e, 10, 10));
    Estimate part = new Estimate(10, 4, 20, 5, 15).atMost(new Estimate(8, 6, 12));
    assertThat(part).isEqualTo(new Estimate(8, 4, 12, 5, 12));
  }

  private static void assertModel(Estimate estimate, double low, double high) {
    assertThat(estimate.modelLow()).isEqualTo(low);
    assertThat(estimate.modelHigh()).isEqualTo(high);
  }

  @Test
  void onlyAPointIsExact() {
    assertThat(Estimate.exact(7).isExact()).isTrue();
    assertThat(Estimate.ZERO.isExact()).isTrue();
    assertThat(new Estimate(7, 6, 7).isExact()).isFalse();
    assertThat(new Estimate(7, 7, 8).isExact()).isFalse();
    assertThat(Estimate.withoutInterval(0).isExact()).isFalse();
    assertThat(new Estimate(7, 6, 9).hasInterval()).isTrue();
  }

  @Test
  void halvesAreRoundedUp() {
    assertThat(Estimate.exact(2.5).rounded()).isEqualTo(3);
    assertThat(Estimate.exact(2.49).rounded()).isEqualTo(2);
    assertThat(Estimate.exact(1e300).rounded()).isEqualTo(Long.MAX_VALUE);
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
    assertThat(estimate.modelLow()).isBetween(estimate.low(), estimate.value());
    assertThat(estimate.modelHigh()).isBetween(estimate.value(), estimate.high()).isFinite();
  }
}

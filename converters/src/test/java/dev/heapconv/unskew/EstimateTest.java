package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Values;
import org.assertj.core.data.Offset;
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
  void halfWidthsAddInQuadratureEachSideForItself() {
    Estimate sum = Estimate.of(10, 7, 15).plus(Estimate.of(20, 16, 32));
    assertThat(sum).isEqualTo(Estimate.of(30, 25, 43));
  }

  @Test
  void sumWithoutIntervalOnOneSideHasNone() {
    assertThat(Estimate.of(10, 7, 15).plus(Estimate.withoutInterval(2)))
        .isEqualTo(Estimate.withoutInterval(12));
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

  @Test
  void mergeIsCommutative() {
    Cases.forAll(
        1000,
        values -> {
          Estimate a = estimate(values);
          Estimate b = estimate(values);
          assertClose(a.plus(b), b.plus(a));
        });
  }

  @Test
  void mergeIsAssociative() {
    Cases.forAll(
        1000,
        values -> {
          Estimate a = estimate(values);
          Estimate b = estimate(values);
          Estimate c = estimate(values);
          assertClose(a.plus(b).plus(c), a.plus(b.plus(c)));
          assertWellFormed(a.plus(b).plus(c));
        });
  }

  @Test
  void zeroIsNeutral() {
    Cases.forAll(
        1000,
        values -> {
          Estimate a = estimate(values);
          assertClose(a.plus(Estimate.ZERO), a);
        });
  }

  @Test
  void groupTotalsAreTheSumOfTheirStacks() {
    Cases.forAll(
        1000,
        values -> {
          GroupTotals all = new GroupTotals();
          GroupTotals rest = new GroupTotals();
          Estimate sum = Estimate.ZERO;
          int stacks = values.between(0, 20);
          for (int i = 0; i < stacks; i++) {
            Estimate stack = estimate(values);
            sum = sum.plus(stack);
            (i % 2 == 0 ? all : rest).add(stack);
          }
          all.add(rest);
          assertClose(all.toEstimate(), sum);
          all.reset();
          assertThat(all.toEstimate()).isEqualTo(Estimate.ZERO);
        });
  }

  /** With an interval on both sides, or one time in ten without any. */
  private static Estimate estimate(Values values) {
    double value = values.between(0, 1e15);
    double lower = values.between(0, 1e12);
    double upper = values.between(0, 1e12);
    return values.random().nextInt(10) == 0
        ? Estimate.withoutInterval(value)
        : Estimate.of(value, value - lower, value + upper);
  }

  static void assertWellFormed(Estimate estimate) {
    assertThat(estimate.low()).isBetween(0.0, estimate.value());
    assertThat(estimate.value()).isLessThanOrEqualTo(Double.MAX_VALUE);
    assertThat(estimate.high()).isGreaterThanOrEqualTo(estimate.value());
    assertThat(estimate.rounded()).isNotNegative();
  }

  private static void assertClose(Estimate actual, Estimate expected) {
    Offset<Double> rounding =
        within(
            1e-7 + 1e-9 * Math.max(expected.value(), expected.hasInterval() ? expected.high() : 0));
    assertThat(actual.value()).isCloseTo(expected.value(), rounding);
    assertThat(actual.low()).isCloseTo(expected.low(), rounding);
    assertThat(actual.hasInterval()).isEqualTo(expected.hasInterval());
    if (expected.hasInterval()) {
      assertThat(actual.high()).isCloseTo(expected.high(), rounding);
    }
  }
}

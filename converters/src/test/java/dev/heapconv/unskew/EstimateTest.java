package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

  @Property(seed = "3")
  void isWellFormedWhateverItIsMadeOf(
      @ForAll double value, @ForAll double low, @ForAll double high) {
    assertWellFormed(Estimate.of(value, low, high));
  }

  @Property(seed = "3")
  void mergeIsCommutative(@ForAll("estimates") Estimate a, @ForAll("estimates") Estimate b) {
    assertClose(a.plus(b), b.plus(a));
  }

  @Property(seed = "3")
  void mergeIsAssociative(
      @ForAll("estimates") Estimate a,
      @ForAll("estimates") Estimate b,
      @ForAll("estimates") Estimate c) {
    assertClose(a.plus(b).plus(c), a.plus(b.plus(c)));
    assertWellFormed(a.plus(b).plus(c));
  }

  @Property(seed = "3")
  void zeroIsNeutral(@ForAll("estimates") Estimate a) {
    assertClose(a.plus(Estimate.ZERO), a);
  }

  @Property(seed = "3")
  void groupTotalsAreTheSumOfTheirStacks(@ForAll("lists") List<Estimate> stacks) {
    GroupTotals all = new GroupTotals();
    GroupTotals rest = new GroupTotals();
    Estimate sum = Estimate.ZERO;
    for (int i = 0; i < stacks.size(); i++) {
      sum = sum.plus(stacks.get(i));
      (i % 2 == 0 ? all : rest).add(stacks.get(i));
    }
    all.add(rest);
    assertClose(all.toEstimate(), sum);
    all.reset();
    assertThat(all.toEstimate()).isEqualTo(Estimate.ZERO);
  }

  @Provide
  Arbitrary<Estimate> estimates() {
    Arbitrary<Double> width = Arbitraries.doubles().between(0, 1e12);
    return Combinators.combine(
            Arbitraries.doubles().between(0, 1e15),
            width,
            width,
            Arbitraries.integers().between(0, 9))
        .as(
            (value, lower, upper, kind) ->
                kind == 0
                    ? Estimate.withoutInterval(value)
                    : Estimate.of(value, value - lower, value + upper));
  }

  @Provide
  Arbitrary<List<Estimate>> lists() {
    return estimates().list().ofMaxSize(20);
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

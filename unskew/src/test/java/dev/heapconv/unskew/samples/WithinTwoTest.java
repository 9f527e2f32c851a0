package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class WithinTwoTest {

  private static final WithinTwo CHANCES = WithinTwo.of(0.95);

  @Test
  void errorsAreNormalOnTheLogScaleToEachSide() {
    double two = Math.exp(1.96 * Math.log(2));
    assertThat(CHANCES.ofRow(10, 10 / two, 10 * two, 1)).isCloseTo(0.683, offset(1e-3));
    assertThat(CHANCES.ofRow(10, 10, 10 * two, 0)).isCloseTo((1 + 0.683) / 2, offset(1e-3));
    assertThat(CHANCES.ofRow(10, 0, 10 * two, 0)).isCloseTo(0.683 / 2, offset(1e-3));
    assertThat(CHANCES.ofRow(10, 10, 10, 10)).isEqualTo(1);
    assertThat(CHANCES.ofRow(10, 0, Double.POSITIVE_INFINITY, 1)).isNaN();
    assertThat(CHANCES.ofTotal(10, 0, Double.POSITIVE_INFINITY)).isNaN();
  }

  @Test
  void anIntervalOfAnotherLevelSaysTheSame() {
    double wider = Math.pow(3, 2.5758 / 1.96);
    assertThat(WithinTwo.of(0.99).ofRow(10, 10 / wider, 10 * wider, 0))
        .isCloseTo(CHANCES.ofRow(10, 10.0 / 3, 30, 0), offset(1e-4));
  }

  /** Where everything may have been recorded, the truth is that end, or far above it. */
  @Test
  void whatMayHaveBeenRecordedCompletelyIsNearItsEndOrFar() {
    double far = CHANCES.ofRow(10, 3, 300, 3);
    assertThat(far).isLessThan(CHANCES.ofRow(10, 3, 300, 2));
    double near = CHANCES.ofRow(6, 3, 300, 3);
    assertThat(near).isGreaterThan(WithinTwo.AT_END).isGreaterThan(CHANCES.ofRow(6, 3, 300, 2));
    assertThat(CHANCES.ofRow(6 + 1e-5, 3, 300, 3)).isLessThan(0.5);
    // What rounding does to an end changes nothing.
    assertThat(CHANCES.ofRow(6 + 1e-8, 3 + 1e-8, 300, 3)).isCloseTo(near, offset(1e-6));
  }

  @Test
  void totalsAreNearerThanTheirIntervalsHaveIt() {
    assertThat(CHANCES.ofTotal(10, 2, 50))
        .isGreaterThan(CHANCES.ofRow(10, 2, 50, 0))
        .isLessThan(CHANCES.ofRow(10, 10.0 / 3, 30, 0));
  }

  /** The probability of being within two, of an end that is so many times the value. */
  private static double within(double factor, double sharper) {
    double z = sharper * 1.959964 * Math.log(2) / Math.log(factor);
    return 1 - 2 * NormalDistribution.of(0, 1).survivalProbability(z);
  }

  @Test
  void probabilitiesFollowFromBothEnds() {
    assertThat(CHANCES.ofRow(10, 3, 300, 0))
        .isCloseTo((within(10 / 3.0, 1) + within(30, 1)) / 2, offset(1e-6));
    assertThat(CHANCES.ofTotal(10, 3, 300))
        .isCloseTo((within(10 / 3.0, 1.25) + within(30, 1.25)) / 2, offset(1e-6));
    // Of 10, of which 3 were recorded: three quarters of what is not above are at that end.
    assertThat(CHANCES.ofRow(10, 3, 300, 3))
        .isCloseTo(within(30, 1) - (1 - within(30, 1)) / 4, offset(1e-6));
    assertThat(CHANCES.ofRow(6, 3, 300, 3)).isCloseTo(1 - (1 - within(50, 1)) / 4, offset(1e-6));
    assertThat(CHANCES.ofRow(10, 3.1, 300, 3))
        .isCloseTo((within(10 / 3.1, 1) + within(30, 1)) / 2, offset(1e-6));
    assertThat(CHANCES.ofRow(100, 1, 1e9, 1)).as("no less than none").isZero();
  }
}

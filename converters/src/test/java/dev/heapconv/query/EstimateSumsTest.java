package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EstimateSumsTest {

  private static final int CASES = 100;

  private static Random random(RepetitionInfo repetition) {
    return new Random(repetition.getCurrentRepetition());
  }

  /** One in ten without an interval, one in ten exact. */
  private static Estimate estimate(Random random) {
    double value = Math.scalb(random.nextDouble(), random.nextInt(50));
    return switch (random.nextInt(10)) {
      case 0 -> Estimate.withoutInterval(value);
      case 1 -> Estimate.exact(value);
      default ->
          new Estimate(
              value, value * random.nextDouble(), value + Math.scalb(1, random.nextInt(40)));
    };
  }

  /** Of a sampling interval near 2^63, an upper end is 10^15 times the value. */
  @Test
  void aWideUpperSideTakesNoDigitsOfTheLowerOne() {
    for (double high : new double[] {1e6, 1e12, 1e19, 1e30}) {
      Estimate sum = sumOf(List.of(new Estimate(5000, 10, high))).estimate(0);

      assertThat(sum.low()).as("%s", high).isCloseTo(10, within(1e-6));
      assertThat(sum.high()).isCloseTo(high, withinPercentage(1e-6));
    }
  }

  private static List<Estimate> estimates(Random random) {
    List<Estimate> estimates = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      estimates.add(estimate(random));
    }
    return estimates;
  }

  private static EstimateSums sumOf(List<Estimate> estimates) {
    EstimateSums sum = EstimateSums.ofStacks();
    estimates.forEach(estimate -> sum.add(0, estimate));
    return sum;
  }

  private static void assertClose(Estimate actual, Estimate expected) {
    Offset<Double> rounding =
        within(
            1e-9 + 1e-6 * Math.max(expected.value(), expected.hasInterval() ? expected.high() : 0));
    assertThat(actual.value()).isCloseTo(expected.value(), rounding);
    assertThat(actual.low()).isCloseTo(expected.low(), rounding);
    assertThat(actual.hasInterval()).isEqualTo(expected.hasInterval());
    if (expected.hasInterval()) {
      assertThat(actual.high()).isCloseTo(expected.high(), rounding);
    }
  }

  @Test
  void noiseOfManyStacksIsThatOfTheirSum() {
    for (int samples : new int[] {1, 2, 5, 20}) {
      EstimateSums sum = EstimateSums.ofStacks();
      double low = CountQuantiles.seenPoissonLow(samples, 0.025);
      double high = CountQuantiles.poissonHigh(samples, 0.025);
      for (int stacks = 1; stacks <= 400; stacks++) {
        sum.add(0, new Estimate(samples, low, high));
        if (stacks == 1) {
          assertClose(sum.estimate(0), new Estimate(samples, low, high));
        }
      }
      double all = 400.0 * samples;
      assertThat(all - sum.low(0))
          .isCloseTo(all - CountQuantiles.poissonLow(all, 0.025), withinPercentage(15));
      assertThat(sum.high(0) - all)
          .isCloseTo(CountQuantiles.poissonHigh(all, 0.025) - all, withinPercentage(15));
    }
  }

  @Test
  void sumsOfEstimatesAreNeverNegative() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      EstimateSums sum = EstimateSums.ofStacks();
      for (int stack = 0; stack < 1 + round % 20; stack++) {
        double value = Math.exp(6 * random.nextGaussian());
        double low = value * Math.pow(random.nextDouble(), 1 + round % 3);
        double high = value * Math.exp(Math.abs(3 * random.nextGaussian()));
        sum.add(0, new Estimate(value, low, high, (low + value) / 2, (value + high) / 2));
      }
      assertThat(sum.low(0)).isBetween(0.0, sum.value(0));
      assertThat(sum.high(0)).isGreaterThanOrEqualTo(sum.value(0));
    }
  }

  @Test
  void halfWidthsOfOneSideAddInQuadrature() {
    EstimateSums sum = EstimateSums.ofStacks();
    sum.add(0, new Estimate(0, 0, 3));
    sum.add(0, new Estimate(10, 10, 14));
    assertThat(sum.estimate(0)).isEqualTo(new Estimate(10, 10, 15));
  }

  @Test
  void oneWithoutAnIntervalLeavesNone() {
    EstimateSums sum = EstimateSums.ofStacks();
    sum.add(0, new Estimate(10, 7, 15));
    sum.add(0, Estimate.withoutInterval(2));
    sum.add(0, new Estimate(10, 7, 15));
    assertThat(sum.hasInterval(0)).isFalse();
    assertThat(sum.estimate(0)).isEqualTo(Estimate.withoutInterval(22));
    EstimateSums overflowing = EstimateSums.ofStacks();
    overflowing.add(0, new Estimate(1e200, 0, 3e200));
    assertThat(overflowing.hasInterval(0)).isFalse();
  }

  @RepeatedTest(CASES)
  void oneEstimateIsItsOwnSum(RepetitionInfo repetition) {
    Estimate estimate = estimate(random(repetition));
    assertClose(sumOf(List.of(estimate)).estimate(0), estimate);
  }

  @RepeatedTest(CASES)
  void orderAndGroupingOfSummandsDoNotMatter(RepetitionInfo repetition) {
    Random random = random(repetition);
    List<Estimate> estimates = estimates(random);
    EstimateSums parts = EstimateSums.ofStacks();
    for (int i = estimates.size() - 1; i >= 0; i--) {
      parts.add(random.nextInt(100), estimates.get(i));
    }
    EstimateSums sum = EstimateSums.ofStacks();
    for (int part = 99; part >= 0; part--) {
      sum.add(3, parts, part, 1);
    }
    Estimate expected = sumOf(estimates).estimate(0);
    assertClose(sum.estimate(3), expected);
    assertThat(sum.low(3)).isBetween(0.0, sum.value(3));
  }

  @RepeatedTest(CASES)
  void columnsAreAddedAsTheirRowsAre(RepetitionInfo repetition) {
    List<Estimate> estimates = estimates(random(repetition));
    EstimateSums rows = EstimateSums.ofStacks();
    for (int i = 0; i < estimates.size(); i++) {
      rows.add(i, estimates.get(i));
    }
    Column column = rows.column(estimates.size());
    EstimateSums one = EstimateSums.ofStacks();
    one.addAll(0, column);
    EstimateSums each = EstimateSums.ofStacks();
    for (int row = 0; row < estimates.size(); row++) {
      each.add(0, column, row);
    }
    assertThat(one.estimate(0)).isEqualTo(each.estimate(0));
    assertClose(one.estimate(0), sumOf(estimates).estimate(0));
  }

  @Test
  void theErrorOfTheModelAddsLinearlyForOneStackAndNoiseByItsVariance() {
    Estimate byModel = new Estimate(100, 25, 400, 25, 400);
    EstimateSums oneStack = EstimateSums.ofOneStack(1);
    EstimateSums noise = EstimateSums.ofStacks();
    for (int i = 0; i < 100; i++) {
      oneStack.add(0, byModel);
      noise.add(0, new Estimate(100, 25, 400));
    }
    assertThat(oneStack.estimate(0)).isEqualTo(new Estimate(10_000, 2500, 40_000, 2500, 40_000));
    // The product of the half-widths, 100 times, and their difference.
    double half = Math.sqrt(112.5 * 112.5 + 100 * 75 * 300);
    assertClose(noise.estimate(0), new Estimate(10_000, 10_112.5 - half, 10_112.5 + half));
  }

  private static EstimateSums stacks(EstimateSums sums, int stacks) {
    for (int i = 0; i < stacks; i++) {
      sums.add(0, new Estimate(100, 25, 400, 25, 400));
    }
    return sums;
  }

  @Test
  void upToEightStacksHaveTheErrorOfTheirModelInCommon() {
    for (int count : new int[] {1, 2, 8}) {
      Estimate sum = stacks(EstimateSums.ofStacks(), count).estimate(0);
      assertThat(sum.modelLow()).isCloseTo(25.0 * count, within(1e-6));
      assertThat(sum.modelHigh()).isCloseTo(100 * count * Math.pow(4, 0.8), within(1e-6));
    }
    Estimate nine = stacks(EstimateSums.ofStacks(), 9).estimate(0);
    assertThat(nine.modelLow()).isBetween(25.0 * 9 + 1, 25.0 * 9 + 20);
    assertThat(nine.modelHigh()).isLessThan(100 * 9 * Math.pow(4, 0.8) - 10);
  }

  @Test
  void ofManyStacksAPartOfItIsLeft() {
    for (int count : new int[] {120, 121, 10_000}) {
      Estimate sum = stacks(EstimateSums.ofStacks(), count).estimate(0);
      assertThat(sum.modelLow()).isCloseTo(count * (100 - 0.75 * 75), withinPercentage(1e-6));
      double up = 100 * (Math.pow(4, 0.8) - 1);
      assertThat(sum.modelHigh()).isCloseTo(count * (100 + 0.5 * up), withinPercentage(1e-6));
      // The noise of so many is small beside it.
      assertThat(sum.low()).isBetween(0.85 * sum.modelLow(), sum.modelLow());
    }
    double nearly = stacks(EstimateSums.ofStacks(), 119).estimate(0).modelLow() / 119;
    assertThat(nearly).isBetween(43.0, 43.74);
  }

  /** One large stack beside many small ones is as unsure as it is alone. */
  @Test
  void stacksCountByTheirPartInTheError() {
    EstimateSums sums = stacks(EstimateSums.ofStacks(), 1000);
    sums.add(0, new Estimate(1e6, 25e4, 4e6, 25e4, 4e6));
    double up = (1e6 + 1e5) * (Math.pow(4, 0.8) - 1);
    assertThat(sums.estimate(0).modelHigh()).isCloseTo(1e6 + 1e5 + up, withinPercentage(1e-6));
  }

  @Test
  void aFunctionHasAllOfItInCommon() {
    EstimateSums sums = EstimateSums.ofStacks().ofFunctions(1);
    for (int i = 0; i < 10_000; i++) {
      sums.add(0, new Estimate(100, 25, 400, 25, 400));
      sums.add(1, new Estimate(100, 25, 400, 25, 400));
    }
    assertThat(sums.estimate(1).modelLow()).isCloseTo(250_000, within(1e-3));
    assertThat(sums.estimate(1).modelHigh())
        .isCloseTo(1e6 * Math.pow(4, 0.8), withinPercentage(1e-6));
    assertThat(sums.estimate(0)).isEqualTo(stacks(EstimateSums.ofStacks(), 10_000).estimate(0));
  }

  @Test
  void sumsOfOneStackBecomeOneOfManyStacks() {
    Estimate estimate = new Estimate(100, 20, 500, 25, 400);
    EstimateSums row = EstimateSums.ofOneStack(1);
    row.add(0, estimate);
    EstimateSums converted = EstimateSums.ofStacks();
    EstimateSums direct = EstimateSums.ofStacks();
    for (int i = 0; i < 3; i++) {
      converted.add(0, row, 0, 1);
      direct.add(0, estimate);
    }
    assertClose(converted.estimate(0), direct.estimate(0));
    assertThatThrownBy(() -> row.add(0, direct, 0, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void inDifferencesTheModelErrsInOneDirection() {
    EstimateSums sums = EstimateSums.ofDifferences();
    sums.add(0, Column.exact(new double[] {100}), 0);
    sums.add(1, byModel(100, 50, 200), 0);
    sums.add(1, byModel(-100, -200, -50), 0);
    sums.add(2, byModel(100, 50, 200), 0);
    sums.add(2, byModel(100, 50, 200), 0);
    assertThat(sums.value(1)).isZero();
    double halfApart = sums.high(1) - sums.value(1);
    assertThat(sums.value(1) - sums.low(1)).isCloseTo(halfApart, within(1e-9));
    assertThat(halfApart).isLessThan(sums.high(2) - sums.value(2));
    assertThat(sums.isBeyondNoise(0, sums, 0)).isTrue();
    assertThat(sums.isBeyondNoise(1, sums, 1)).isFalse();
  }

  @Test
  void whatAStackGainsInOneProcessAndLosesInAnotherHasNoErrorOfItsSizes() {
    EstimateSums stack = EstimateSums.ofOneStack(1);
    stack.add(0, byModel(100, 50, 200), 0);
    stack.add(0, byModel(-100, -200, -50), 0);
    EstimateSums sums = EstimateSums.ofDifferences();
    sums.add(0, stack, 0, 1);
    for (EstimateSums sum : List.of(stack, sums)) {
      assertThat(List.of(sum.low(0), sum.value(0), sum.high(0))).containsExactly(0.0, 0.0, 0.0);
    }
  }

  private static Column byModel(double value, double low, double high) {
    double[] lows = {low};
    double[] highs = {high};
    return new Column(new double[] {value}, lows, highs, lows, highs);
  }

  /**
   * The noise alone is [20, 180] and the sizes alone [30, 220]: in quadrature, the low end is -6.
   */
  @Test
  void aChangeBeyondNoiseHasAnIntervalWithoutZero() {
    EstimateSums sums = EstimateSums.ofDifferences();
    EstimateSums noise = EstimateSums.ofDifferences();
    for (int sign : new int[] {1, -1}) {
      int group = sign > 0 ? 0 : 1;
      double half = Math.hypot(80, 70);
      Column change = changed(sign, 100 - half, 100 + Math.hypot(80, 120));
      sums.add(group, change, 0);
      noise.add(group, changed(sign, 20, 180), 0);
    }
    assertThat(sums.low(0)).isNegative();
    // ln 5 and ln(10 / 3) in quadrature.
    double low = 100 * Math.exp(-Math.hypot(Math.log(5), Math.log(10 / 3.0)));
    assertThat(sums.low(0, noise, 0)).isCloseTo(low, within(1e-6));
    assertThat(sums.high(1, noise, 1)).isCloseTo(-low, within(1e-6));
    assertThat(sums.high(0, noise, 0)).isEqualTo(sums.high(0));
    assertThat(sums.isBeyondNoise(0, noise, 0)).isTrue();
    assertThat(sums.isBeyondNoise(1, noise, 1)).isTrue();
  }

  /** What grew and what shrank may be larger or smaller, so that the sum may have either sign. */
  @Test
  void aChangeThatTheModelMayTurnIsNotBeyondNoise() {
    EstimateSums sums = EstimateSums.ofDifferences();
    EstimateSums noise = EstimateSums.ofDifferences();
    sums.add(0, changed(1, -20, 220), 0);
    noise.add(0, changed(1, 70, 130), 0);
    assertThat(noise.isBeyondNoise(0, noise, 0)).isTrue();
    assertThat(sums.isBeyondNoise(0, noise, 0)).isFalse();
    assertThat(sums.low(0, noise, 0)).isEqualTo(sums.low(0));
  }

  /** 100 or -100. */
  private static Column changed(int sign, double low, double high) {
    double[] lows = {sign > 0 ? low : -high};
    double[] highs = {sign > 0 ? high : -low};
    return new Column(new double[] {100 * sign}, lows, highs);
  }

  @Test
  void aDifferenceWithoutAnIntervalReachesToInfinityOnBothSides() {
    EstimateSums sums = EstimateSums.ofDifferences();
    double[] unknown = {Double.POSITIVE_INFINITY};
    sums.add(0, new Column(new double[] {5}, new double[] {Double.NEGATIVE_INFINITY}, unknown), 0);
    assertThat(sums.hasInterval(0)).isFalse();
    assertThat(sums.low(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(sums.high(0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(sums.isBeyondNoise(0, sums, 0)).isFalse();
  }

  @RepeatedTest(CASES)
  void groupsAreAddedOneByOneOrManyAtATime(RepetitionInfo repetition) {
    Random random = random(repetition);
    EstimateSums sums = EstimateSums.ofStacks();
    estimates(random).forEach(estimate -> sums.add(random.nextInt(8), estimate));
    EstimateSums many = EstimateSums.ofStacks();
    many.add(100, sums, 2, 50);
    for (int group = 0; group < 60; group++) {
      assertThat(many.estimate(100 + group))
          .isEqualTo(group < 50 ? sums.estimate(2 + group) : Estimate.ZERO);
    }
    many.clear(100);
    assertThat(many.estimate(100)).isEqualTo(Estimate.ZERO);
  }

  @Test
  void rowsOfDifferencesKeepTheirSign() {
    Column column = Column.ofDifference(new double[] {70, -100});
    for (EstimateSums sums : List.of(EstimateSums.ofStacks(), EstimateSums.ofOneStack(1))) {
      sums.addAll(0, column);
      sums.add(0, new Estimate(10, 5, 15));
      assertThat(sums.value(0)).isEqualTo(-20);
      assertThat(sums.hasInterval(0)).isFalse();
      assertThat(sums.low(0)).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(sums.column(1).value(0)).isEqualTo(-20);
    }
    EstimateSums exact = EstimateSums.ofStacks();
    exact.addAll(0, Column.exact(new double[] {70, -100}));
    assertThat(List.of(exact.low(0), exact.value(0), exact.high(0)))
        .containsExactly(-30.0, -30.0, -30.0);
  }
}

package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
          Estimate.of(
              value, value * random.nextDouble(), value + Math.scalb(1, random.nextInt(40)));
    };
  }

  private static List<Estimate> estimates(Random random) {
    List<Estimate> estimates = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      estimates.add(estimate(random));
    }
    return estimates;
  }

  private static EstimateSums sumOf(List<Estimate> estimates) {
    EstimateSums sum = new EstimateSums();
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
  void halfWidthsAddInQuadratureEachSideForItself() {
    EstimateSums sum = new EstimateSums();
    sum.add(0, 10, 7, 15);
    sum.add(0, 20, 16, 32);
    assertThat(sum.estimate(0)).isEqualTo(Estimate.of(30, 25, 43));
  }

  @Test
  void oneWithoutAnIntervalLeavesNone() {
    EstimateSums sum = new EstimateSums();
    sum.add(0, 10, 7, 15);
    sum.add(0, Estimate.withoutInterval(2));
    sum.add(0, 10, 7, 15);
    assertThat(sum.hasInterval(0)).isFalse();
    assertThat(sum.estimate(0)).isEqualTo(Estimate.withoutInterval(22));
    EstimateSums overflowing = new EstimateSums();
    overflowing.add(0, 1e200, 0, 3e200);
    assertThat(overflowing.hasInterval(0)).isFalse();
  }

  @Test
  void groupsWithNothingAreExactlyNothing() {
    EstimateSums sums = new EstimateSums(1);
    sums.add(5, 3, 2, 4);
    for (int group : new int[] {0, 4, 6, 1_000_000}) {
      assertThat(sums.estimate(group)).isEqualTo(Estimate.ZERO);
      assertThat(sums.hasInterval(group)).isTrue();
      assertThat(sums.isBeyondNoise(group)).isFalse();
    }
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
    EstimateSums parts = new EstimateSums();
    for (int i = estimates.size() - 1; i >= 0; i--) {
      parts.add(random.nextInt(100), estimates.get(i));
    }
    EstimateSums sum = new EstimateSums();
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
    EstimateSums rows = new EstimateSums(estimates.size());
    for (int i = 0; i < estimates.size(); i++) {
      rows.add(i, estimates.get(i));
    }
    Column column = rows.column(estimates.size());
    EstimateSums one = new EstimateSums(1);
    one.addAll(0, column);
    EstimateSums each = new EstimateSums(1);
    for (int row = 0; row < estimates.size(); row++) {
      each.add(0, column, row);
    }
    assertThat(one.estimate(0)).isEqualTo(each.estimate(0));
    assertClose(one.estimate(0), sumOf(estimates).estimate(0));
  }

  @RepeatedTest(CASES)
  void storedSumsGoOnAsIfTheyHadNotBeen(RepetitionInfo repetition) throws IOException {
    Random random = random(repetition);
    EstimateSums first = sumOf(estimates(random));
    EstimateSums second = sumOf(estimates(random));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.write(0, 1, new DataOutputStream(bytes));
    second.write(0, 2, new DataOutputStream(bytes));
    first.write(1_000, 1, new DataOutputStream(bytes));

    EstimateSums read = new EstimateSums();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    read.read(7, 1, in);
    read.read(7, 2, in);
    read.read(8, 1, in);
    first.add(0, second, 0, 1);
    assertThat(read.estimate(7)).isEqualTo(first.estimate(0));
    assertThat(read.estimate(8)).isEqualTo(Estimate.ZERO);
  }

  @Test
  void halfWidthsOfADifferenceCross() {
    EstimateSums base = new EstimateSums();
    base.add(0, 20, 16, 32);
    EstimateSums changed = new EstimateSums();
    changed.add(0, 10, 5, 13);
    EstimateSums difference = changed.minus(base);
    assertThat(difference.value(0)).isEqualTo(-10);
    assertThat(difference.low(0)).isEqualTo(-10 - 13);
    assertThat(difference.high(0)).isEqualTo(-10 + 5);
    assertThat(difference.isBeyondNoise(0)).isTrue();
  }

  @Test
  void differencesWithoutAnIntervalOnEitherSideReachToInfinity() {
    EstimateSums known = new EstimateSums();
    known.add(0, 20, 16, 32);
    EstimateSums unknown = new EstimateSums();
    unknown.add(0, Estimate.withoutInterval(5));
    for (EstimateSums difference : List.of(known.minus(unknown), unknown.minus(known))) {
      assertThat(difference.hasInterval(0)).isFalse();
      assertThat(difference.low(0)).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(difference.high(0)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(difference.isBeyondNoise(0)).isFalse();
    }
  }

  @RepeatedTest(CASES)
  void differencesAreAntisymmetric(RepetitionInfo repetition) {
    Random random = random(repetition);
    EstimateSums a = new EstimateSums();
    EstimateSums b = new EstimateSums();
    for (Estimate estimate : estimates(random)) {
      (random.nextBoolean() ? a : b).add(random.nextInt(100), estimate);
    }
    EstimateSums there = a.minus(b);
    EstimateSums back = b.minus(a);
    for (int group = 0; group < 101; group++) {
      assertThat(back.value(group) + there.value(group)).isZero();
      assertThat(back.low(group)).isEqualTo(0 - there.high(group));
      assertThat(back.isBeyondNoise(group)).isEqualTo(there.isBeyondNoise(group));
    }
  }

  @RepeatedTest(CASES)
  void groupsAreAddedOneByOneOrManyAtATime(RepetitionInfo repetition) {
    Random random = random(repetition);
    EstimateSums sums = new EstimateSums(1);
    estimates(random).forEach(estimate -> sums.add(random.nextInt(8), estimate));
    EstimateSums many = new EstimateSums(1);
    many.add(100, sums, 2, 50);
    for (int group = 0; group < 60; group++) {
      assertThat(many.estimate(100 + group))
          .isEqualTo(group < 50 ? sums.estimate(2 + group) : Estimate.ZERO);
    }
    many.clear();
    assertThat(many.estimate(100)).isEqualTo(Estimate.ZERO);
  }
}

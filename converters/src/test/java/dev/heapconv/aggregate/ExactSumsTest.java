package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumsTest {

  private static EstimateSums of(Estimate... estimates) {
    EstimateSums sums = EstimateSums.ofOneStack(1);
    for (Estimate estimate : estimates) {
      sums.add(0, estimate);
    }
    return sums;
  }

  private static Estimate result(ExactSums sums) {
    EstimateSums copy = EstimateSums.ofOneStack(1);
    sums.copyTo(copy, 0, 1);
    return copy.estimate(0);
  }

  private static Estimate any(SplittableRandom random) {
    double value = Math.exp(random.nextDouble(0, 30));
    if (random.nextInt(50) == 0) {
      return Estimate.withoutInterval(value);
    }
    double low = value * random.nextDouble();
    double high = value * random.nextDouble(1, 3);
    return new Estimate(value, low, high, (value + low) / 2, (value + high) / 2);
  }

  @Test
  void sumsAreTheSameInEveryOrderAndHoweverTheyAreSplit() {
    Cases.forAll(
        200,
        values -> {
          List<Estimate> estimates = new ArrayList<>();
          ExactSums expected = new ExactSums(1);
          for (int i = values.between(1, 60); i > 0; i--) {
            estimates.add(any(values.random()));
            expected.add(0, of(estimates.get(estimates.size() - 1)), 0, 1);
          }
          Collections.shuffle(estimates, new Random(values.between(0, 1000)));
          ExactSums some = new ExactSums(1);
          ExactSums others = new ExactSums(1);
          for (Estimate estimate : estimates) {
            (values.random().nextBoolean() ? some : others).add(0, of(estimate), 0, 1);
          }
          ExactSums both = new ExactSums(1);
          both.add(0, others, 0, 1);
          both.add(0, stored(some), 0, 1);
          assertThat(result(both)).isEqualTo(result(expected));
        });
  }

  private static ExactSums stored(ExactSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(0, 1, new DataOutputStream(bytes));
    ExactSums read = new ExactSums(3);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    read.read(0, 1, in);
    assertThat(in.read()).isEqualTo(-1);
    return read;
  }

  @Test
  void sumsAreThoseOfEstimateSums() {
    Cases.forAll(
        200,
        values -> {
          EstimateSums rounded = EstimateSums.ofOneStack(1);
          ExactSums exact = new ExactSums(1);
          for (int i = values.between(1, 60); i > 0; i--) {
            Estimate estimate = any(values.random());
            rounded.add(0, estimate);
            exact.add(0, of(estimate), 0, 1);
          }
          Estimate expected = rounded.estimate(0);
          Estimate actual = result(exact);
          Percentage close = Percentage.withPercentage(1e-4);
          assertThat(actual.value()).isCloseTo(expected.value(), close);
          assertThat(actual.hasInterval()).isEqualTo(expected.hasInterval());
          if (expected.hasInterval()) {
            assertThat(actual.high()).isCloseTo(expected.high(), close);
            assertThat(actual.modelLow()).isCloseTo(expected.modelLow(), close);
            assertThat(actual.modelHigh()).isCloseTo(expected.modelHigh(), close);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        1,
        3,
        0.5,
        1e9 + 0.25,
        (1L << 24) - 1,
        1L << 24,
        (1L << 53) - 1,
        0x1.8p63,
        1e25
      })
  void whatNeedsNoRoundingIsKept(double value) {
    for (double signed : new double[] {value, -value}) {
      ExactSums sums = new ExactSums(1);
      EstimateSums one = EstimateSums.ofOneStack(1);
      one.addNumber(0, 0, signed);
      sums.add(0, one, 0, 1);
      EstimateSums copy = EstimateSums.ofOneStack(1);
      sums.copyTo(copy, 0, 1);
      assertThat(copy.value(0)).isEqualTo(signed + 0.0);
    }
  }

  @Test
  void manySmallNumbersAreNotLostBesideALargeOne() {
    ExactSums sums = new ExactSums(1);
    sums.add(0, of(Estimate.exact(0x1p53)), 0, 1);
    for (int i = 0; i < 1000; i++) {
      sums.add(0, of(Estimate.exact(1)), 0, 1);
    }
    BigDecimal expected = new BigDecimal(0x1p53).add(BigDecimal.valueOf(1000));
    assertThat(new BigDecimal(result(sums).value())).isEqualByComparingTo(expected);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e26, 1e300, Double.MAX_VALUE})
  void numbersThatAreTooLargeHaveNoInterval(double value) throws IOException {
    ExactSums sums = new ExactSums(1);
    sums.add(0, of(Estimate.exact(value), Estimate.exact(1)), 0, 1);
    sums.add(0, of(new Estimate(1e20, 0, value)), 0, 1);
    assertThat(result(sums).hasInterval()).isFalse();
    assertThat(result(stored(sums)).hasInterval()).isFalse();
    assertThat(result(sums).value()).isGreaterThanOrEqualTo(7e25);
  }

  @Test
  void groupsAreApart() {
    ExactSums sums = new ExactSums(2);
    for (int group : new int[] {0, 1, 2, 7, 2}) {
      sums.add(group, of(Estimate.exact(group + 1)), 0, 1);
    }
    EstimateSums copy = EstimateSums.ofOneStack(1);
    sums.copyTo(copy, 0, 8);
    assertThat(new double[] {copy.value(0), copy.value(1), copy.value(2), copy.value(3)})
        .containsExactly(1, 2, 6, 0);
    assertThat(copy.value(7)).isEqualTo(8);
    sums.clear();
    sums.copyTo(copy, 0, 8);
    assertThat(copy.value(2)).isZero();
  }

  @Test
  void sumsOverStacksAreRefused() {
    assertThatThrownBy(() -> new ExactSums(1).add(0, EstimateSums.ofStacks(), 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Otherwise a half-width could exceed its value, and an interval reach below 0. */
  @Test
  void squaresAreNeverRoundedUp() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1000; i++) {
      EstimateSums exact = of(new Estimate(random.nextDouble(0.001, 1), 0, 2));
      ExactSums sums = new ExactSums(1);
      sums.add(0, exact, 0, 1);
      EstimateSums rounded = EstimateSums.ofOneStack(1);
      sums.copyTo(rounded, 0, 1);
      for (int number = 0; number < EstimateSums.NUMBERS; number++) {
        if (EstimateSums.isSquare(number)) {
          assertThat(rounded.number(0, number)).isLessThanOrEqualTo(exact.number(0, number));
        }
      }
    }
  }
}

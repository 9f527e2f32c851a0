package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Effort;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrendTestTest {

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 40, 250})
  void noiseSeldomLooksLikeATrend(int dumps) {
    SplittableRandom random = new SplittableRandom(dumps);
    TrendTest test = new TrendTest(dumps);
    int runs = Effort.of(5_000, 20_000);
    int found = 0;
    for (int run = 0; run < runs; run++) {
      double[] noise = random.doubles(dumps).map(x -> x * x * x).toArray();
      found += test.pValue(noise) <= 0.01 ? 1 : 0;
    }
    assertThat((double) found / runs).isBetween(0.004, 0.015);
  }

  @Test
  void anySteadyRiseIsATrend() {
    double[] late = new double[40];
    double[] exponential = new double[40];
    for (int i = 0; i < 40; i++) {
      late[i] = Math.max(0, i - 20);
      exponential[i] = Math.exp(i / 10.0);
    }

    assertThat(new TrendTest(40).pValue(late)).isLessThan(1e-4);
    assertThat(new TrendTest(40).pValue(exponential)).isLessThan(1e-9);
  }

  @Test
  void swingsAreNoTrendWhereverTheyBegin() {
    for (double phase = 0; phase < 1; phase += 0.01) {
      double[] wave = new double[60];
      for (int i = 0; i < 60; i++) {
        wave[i] = Math.sin(2 * Math.PI * (i / 60.0 + phase));
      }
      assertThat(new TrendTest(60).pValue(wave)).as("phase " + phase).isGreaterThan(1e-3);
    }
  }

  @Test
  void whatStaysEqualOrFallsHasNoTrend() {
    double[] falling = {5, 4, 3, 2, 1};

    assertThat(new TrendTest(5).pValue(falling)).isOne();
    assertThat(new TrendTest(5).pValue(new double[5])).isOne();
  }

  @Test
  void fewDumpsProveLittle() {
    assertThat(new TrendTest(2).pValue(new double[] {1, 2})).isEqualTo(0.5);
    assertThat(new TrendTest(3).pValue(new double[] {1, 2, 3})).isEqualTo(1.0 / 6, within(1e-12));
    assertThatThrownBy(() -> new TrendTest(1)).isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Four dumps, with the orthogonal polynomials of the tables of Fisher and Yates: -3 -1 1 3, 1 -1
   * -1 1 and -1 3 -3 1. With two degrees of freedom P(t) is (1 - t / sqrt(2 + t^2)) / 2.
   */
  @Test
  void isTheTestOfTheRiseAgainstTheSwings() {
    // Of the ranks -1.5 0.5 -0.5 1.5 the rise is 8, the swings are 0 and 6, all over sqrt(20).
    assertThat(new TrendTest(4).pValue(new double[] {10, 30, 20, 99})).isEqualTo(0.1, within(1e-9));
    // Of the ranks -1 -1 1 1 they are 8, 0 and -4: t is sqrt(8).
    assertThat(new TrendTest(4).pValue(new double[] {5, 5, 9, 9}))
        .isEqualTo((1 - Math.sqrt(0.8)) / 2, within(1e-9));
  }

  /** Gram's polynomials by their recurrence (Szego 1939, 2.8); swings are eight at most. */
  @ParameterizedTest
  @ValueSource(ints = {5, 9, 10, 11, 30})
  void swingsAreOrthogonalPolynomialsUpToTheNinthDegree(int n) {
    int degrees = Math.min(9, n - 1);
    double[][] shapes = new double[degrees + 1][n];
    for (int x = 0; x < n; x++) {
      shapes[0][x] = 1;
      shapes[1][x] = 2 * x - n + 1;
      for (int k = 1; k < degrees; k++) {
        double last = k * ((double) n * n - k * k) * shapes[k - 1][x];
        shapes[k + 1][x] = ((2 * k + 1) * shapes[1][x] * shapes[k][x] - last) / (k + 1);
      }
    }
    double[] series = new SplittableRandom(n).doubles(n).toArray();
    double[] ranks = new double[n];
    for (int i = 0; i < n; i++) {
      series[i] += 1.5 * i / n;
    }
    for (int i = 0; i < n; i++) {
      for (double other : series) {
        ranks[i] += Math.signum(series[i] - other) / 2;
      }
    }
    double squares = 0;
    for (int k = 2; k <= degrees; k++) {
      squares +=
          Math.pow(TrendTest.product(ranks, shapes[k]), 2)
              / TrendTest.product(shapes[k], shapes[k]);
    }
    double rise =
        TrendTest.product(ranks, shapes[1]) / Math.sqrt(TrendTest.product(shapes[1], shapes[1]));
    double p =
        TDistribution.of(degrees - 1)
            .survivalProbability(rise / Math.sqrt(squares / (degrees - 1)));
    assertThat(p).isBetween(1e-7, 0.3);
    assertThat(new TrendTest(n).pValue(series)).isEqualTo(p, within(1e-6 * p));
  }

  @Test
  void noOrderIsRarerThanOne() {
    double[] rising = {1, 2, 3, 4, 5};
    assertThat(new TrendTest(5).pValue(rising)).isEqualTo(1.0 / 120, within(1e-15));
    assertThat(new TrendTest(5).least()).isEqualTo(1.0 / 120, within(1e-15));
    assertThat(new TrendTest(200).least()).isPositive();
  }
}

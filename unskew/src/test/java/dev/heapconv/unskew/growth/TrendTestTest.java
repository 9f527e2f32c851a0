package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Effort;
import java.util.SplittableRandom;
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
}

package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.Estimate;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SampledChange}, {@link TrendTest} and {@link MeanLifetime}. */
class GrowthStatisticsTest {

  private static final double TAIL = 0.025;

  private static SampledChange change(long first, long last, long freed) {
    SampledChange change = new SampledChange();
    change.add(first, last, freed, 100, 100 * 100);
    return change;
  }

  @Test
  void samplesThatStayLiveAddNoNoise() {
    SampledChange many = change(1_000_000, 1_000_016, 0);

    assertThat(many.low(1600, TAIL)).isEqualTo(change(0, 16, 0).low(1600, TAIL));
    // The exact interval of 16 events is 9.1 to 26.0.
    assertThat(many.low(1600, TAIL)).isBetween(600.0, 920.0);
    assertThat(many.high(1600, TAIL)).isBetween(2598.0, 2600.0);
  }

  @Test
  void dumpsWithNothingInCommonAreIndependent() {
    assertThat(change(400, 400, 5000).high(0, TAIL))
        .isEqualTo(100 * 1.96 * Math.sqrt(800), within(300.0));
    assertThat(change(400, 400, Long.MAX_VALUE).high(0, TAIL))
        .isEqualTo(change(400, 400, 400).high(0, TAIL));
  }

  @Test
  void exactNumbersHaveNoInterval() {
    SampledChange change = new SampledChange();
    change.add(3, 9, 1, 100, 0);

    assertThat(change.low(600, TAIL)).isEqualTo(600);
    assertThat(change.high(600, TAIL)).isEqualTo(600);
  }

  @Test
  void nothingSeenIsNotNothing() {
    assertThat(change(0, 0, 0).high(0, TAIL)).isBetween(360.0, 380.0);
  }

  @Test
  void growthByChanceHasTheProbabilityOfTossedCoins() {
    assertThat(change(0, 9, 0).pValue()).isEqualTo(Math.pow(0.5, 9), within(1e-12));
    assertThat(change(7, 7, 0).pValue()).isOne();
    assertThat(change(20, 10, 20).pValue()).isGreaterThan(0.9);
    assertThat(change(0, 2_000_000, 0).pValue()).isZero();
  }

  @Test
  void theErrorOfTheModelIsPartOfTheInterval() {
    SampledChange change = change(0, 16, 0);
    change.addModelError(800, 0);

    assertThat(change.low(1600, TAIL)).isLessThan(800);
    assertThat(change.high(1600, TAIL)).isEqualTo(change(0, 16, 0).high(1600, TAIL));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 40, 250})
  void noiseSeldomLooksLikeATrend(int dumps) {
    SplittableRandom random = new SplittableRandom(dumps);
    TrendTest test = new TrendTest(dumps);
    int runs = Effort.of(5_000, 20_000);
    int found = 0;
    for (int run = 0; run < runs; run++) {
      double[] noise = random.doubles(dumps).map(x -> x * x * x).toArray();
      found += test.pValue(noise, 1) <= 0.01 ? 1 : 0;
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

    assertThat(new TrendTest(40).pValue(late, 0.05)).isLessThan(1e-4);
    assertThat(new TrendTest(40).pValue(exponential, 0.05)).isLessThan(1e-9);
  }

  @Test
  void swingsAreNoTrendWhereverTheyBegin() {
    for (double phase = 0; phase < 1; phase += 0.01) {
      double[] wave = new double[60];
      for (int i = 0; i < 60; i++) {
        wave[i] = Math.sin(2 * Math.PI * (i / 60.0 + phase));
      }
      assertThat(new TrendTest(60).pValue(wave, 0.05)).as("phase " + phase).isGreaterThan(1e-3);
    }
  }

  @Test
  void whatStaysEqualOrFallsHasNoTrend() {
    double[] falling = {5, 4, 3, 2, 1};

    assertThat(new TrendTest(5).pValue(falling, 0.05)).isOne();
    assertThat(new TrendTest(5).pValue(new double[5], 0.05)).isOne();
  }

  @Test
  void fewDumpsProveLittle() {
    assertThat(new TrendTest(2).pValue(new double[] {1, 2}, 1)).isEqualTo(0.5);
    assertThat(new TrendTest(3).pValue(new double[] {1, 2, 3}, 1))
        .isEqualTo(1.0 / 6, within(1e-12));
    assertThatThrownBy(() -> new TrendTest(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFewPeaksAreNoRise() {
    double[] peak = new double[40];
    Arrays.setAll(peak, i -> i < 30 ? i : i < 33 ? 100_000 : i);

    assertThat(new TrendTest(40).pValue(peak, 0.05)).isGreaterThan(0.05);
  }

  @Test
  void littlesLaw() {
    Estimate exact = MeanLifetime.of(300, 0, 300, 0, 20, 0, 60, 1.96);
    Estimate sampled = MeanLifetime.of(300, 0, 300, 3000, 20, 4, 60, 1.96);

    assertThat(exact).isEqualTo(Estimate.exact(15));
    assertThat(sampled.value()).isEqualTo(15);
    assertThat(sampled.high() / 15).isEqualTo(15 / sampled.low(), within(1e-9));
    // A hundredth of the allocations' variance, and a little for what was live before.
    assertThat(sampled.high() / 15).isBetween(Math.exp(1.96 * 0.1), Math.exp(1.96 * 0.12));
  }
}

package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class SampledChangeTest {

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

  /** Exact limits of a Poisson mean: half chi-square quantiles (Garwood 1936, Biometrika 28). */
  private static double lowest(double n) {
    return GammaDistribution.of(n, 1).inverseCumulativeProbability(TAIL);
  }

  private static double highest(double n) {
    return GammaDistribution.of(n + 1, 1).inverseSurvivalProbability(TAIL);
  }

  /** What was added and what was removed each have their own noise, of stacks that differ. */
  @Test
  void theIntervalIsThatOfTwoPoissonCounts() {
    SampledChange change = new SampledChange();
    change.add(30, 50, 10, 100, 9000);
    change.add(8, 0, 8, 200, 30_000);
    // Of the first stack 20 samples stay; 30 were added and 10 removed.
    double added = 30 * 100;
    double addedWorth = 30 * 9000 / added;
    double removed = 10 * 100 + 8 * 200;
    double removedWorth = (10 * 9000 + 8 * 30_000) / removed;
    double a = added / addedWorth;
    double f = removed / removedWorth;
    double below = Math.hypot(addedWorth * (a - lowest(a)), removedWorth * (highest(f) - f));
    double above = Math.hypot(addedWorth * (highest(a) - a), removedWorth * (f - lowest(f)));
    assertThat(change.low(400, TAIL)).isEqualTo(400 - below, within(below / 500));
    assertThat(change.high(400, TAIL)).isEqualTo(400 + above, within(above / 500));
  }

  /**
   * A sample that nobody saw is worth what those that moved were worth, or else those that stay.
   */
  @Test
  void whatNobodySawIsWorthAsMuchAsWhatWasSeen() {
    SampledChange added = new SampledChange();
    added.add(0, 10, 0, 100, 5000);
    added.add(7, 17, 0, 100, 15_000);
    // 20 samples were added, with a variance of 10,000 each, and perhaps 3.7 removed.
    double below = Math.hypot(100 * (20 - lowest(20)), 100 * highest(0));
    assertThat(added.low(2000, TAIL)).isEqualTo(2000 - below, within(below / 500));

    SampledChange still = new SampledChange();
    still.add(30, 30, 0, 100, 10_000);
    still.add(0, 0, 0, 300, 60_000);
    double worth = (30 * 10_000 + 60_000) / (30 * 100.0 + 300);
    double half = worth * highest(0);
    assertThat(still.high(0, TAIL)).isEqualTo(half, within(half / 500));
    assertThat(still.low(0, TAIL)).isEqualTo(-half, within(half / 500));
    assertThat(new SampledChange().high(0, TAIL)).isZero();
  }

  @Test
  void anUnknownStackMakesTheSumUnknown() {
    SampledChange change = change(0, 9, 0);
    assertThat(change.hasInterval()).isTrue();
    change.addUnknown();
    assertThat(change.hasInterval()).isFalse();
  }

  @Test
  void coinsOfStacksThatDifferAreWorthTheirMeanSquare() {
    SampledChange change = new SampledChange();
    change.add(0, 12, 0, 100, 1);
    change.add(4, 4, 4, 300, 1);
    double worth = (12 * 100.0 * 100 + 8 * 300.0 * 300) / (12 * 100 + 8 * 300);
    double a = 2400 / worth;
    double f = 1200 / worth;
    assertThat(change.pValue())
        .isEqualTo(BetaDistribution.of(a, f + 1).cumulativeProbability(0.5), within(1e-12));
    assertThat(change(5, 0, 5).pValue()).as("nothing added").isOne();
  }

  /** Of 1,000,010 samples, 1,000 more than half: two standard deviations. */
  @Test
  void manyCoinsAreNormal() {
    SampledChange change = change(499_005, 501_005, Long.MAX_VALUE);
    assertThat(change.pValue())
        .isEqualTo(NormalDistribution.of(0, 1).survivalProbability(2), within(1e-4));
  }

  @Test
  void errorsOfTheModelAddUp() {
    SampledChange change = new SampledChange();
    change.add(3, 9, 1, 100, 0);
    change.addModelError(30, 5);
    change.addModelError(10, 7);

    assertThat(change.low(600, TAIL)).isEqualTo(560);
    assertThat(change.high(600, TAIL)).isEqualTo(612);
  }

  /** Of n samples of which a fifth is freed, so few or fewer are by chance (binomial). */
  @Test
  void fewIsLessThanAFifthBeyondChance() {
    SampledChange change = change(0, 60, 0);
    for (int freed = 0; freed < 20; freed++) {
      double p = BinomialDistribution.of(60, 0.2).cumulativeProbability(freed);
      assertThat(change.freedFew(100 * freed, 6000, p * (1 + 1e-9))).isTrue();
      assertThat(change.freedFew(100 * freed, 6000, p * (1 - 1e-9))).isFalse();
    }
    assertThat(change.freedFew(-5, 6000, Math.pow(0.8, 60) * 1.001)).as("freed none").isTrue();
    assertThat(change.freedFew(6000, 6000, 1)).as("freed all").isFalse();
  }

  /** Samples count as what moved is worth: a sixth of them here, of half the worth. */
  @Test
  void fewCountsSamplesByWhatMoved() {
    SampledChange change = new SampledChange();
    change.add(0, 30, 0, 100, 1);
    change.add(30, 0, 30, 300, 1);
    double worth = (30 * 100.0 * 100 + 30 * 300.0 * 300) / (30 * 100 + 30 * 300);
    double samples = 12_000 / worth;
    double some = 600 / worth;
    double p = BetaDistribution.of(samples - some, some + 1).cumulativeProbability(0.8);
    assertThat(change.freedFew(600, 12_000, p * (1 + 1e-9))).isTrue();
    assertThat(change.freedFew(600, 12_000, p * (1 - 1e-9))).isFalse();
  }
}

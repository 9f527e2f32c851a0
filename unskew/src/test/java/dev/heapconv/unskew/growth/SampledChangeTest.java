package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
}

package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FillingUpTest {

  @Test
  void settledIsWhatFollowsThreeLifetimes() {
    long[] times = new SplittableRandom(1).longs(41, 0, 10).toArray();
    Arrays.setAll(times, i -> 10 * i + times[i]);
    times[0] = 0;
    times[40] = 400;
    FillingUp filling = new FillingUp(times);

    assertThat(filling.settled(0)).isZero();
    assertThat(times[filling.settled(0.1)]).isBetween(120L, 140L);
    assertThat(filling.settled(0.2)).as("more than half of the recording").isZero();
    assertThat(filling.settled(Double.NaN)).isZero();
  }

  /** Which the ranks of a trend hide. */
  @Test
  void aFewPeaksAreNoRise() {
    long[] times = new long[40];
    double[] peak = new double[40];
    Arrays.setAll(times, i -> i);
    Arrays.setAll(peak, i -> i < 30 || i > 32 ? i : 100_000);
    FillingUp filling = new FillingUp(times);

    assertThat(filling.trend(peak, 0)).isLessThan(0.05);
    assertThat(filling.explains(peak, 0, 0.05)).isTrue();
  }

  @Test
  void manyRowsTakeMoreDumpsThanFew() {
    int[] most = {6, 36, 252, 2016};
    for (int i = 0; i < most.length; i++) {
      assertThat(FillingUp.fewestDumps(most[i], 0.05)).isEqualTo(5 + i);
      assertThat(FillingUp.fewestDumps(most[i] + 1, 0.05)).isEqualTo(6 + i);
    }
    assertThat(FillingUp.fewestDumps(1, 0.05)).isEqualTo(FillingUp.FEWEST_DUMPS);
  }

  private static boolean fillsUp(double lifetime) {
    long[] times = new long[60];
    double[] live = new double[60];
    Arrays.setAll(times, i -> i * i);
    Arrays.setAll(live, i -> -Math.expm1(-times[i] / lifetime) + i % 2 * 1e-6);
    return new FillingUp(times).explains(live, 0, 0.05);
  }

  @Test
  void lifetimesUpToTheRecordingsExplainRisesThatSlowDown() {
    assertThat(fillsUp(59 * 59 * 0.9)).isTrue();
    assertThat(fillsUp(59 * 59 * 0.1)).isTrue();
    assertThat(fillsUp(59 * 59 * 2)).isFalse();
  }
}

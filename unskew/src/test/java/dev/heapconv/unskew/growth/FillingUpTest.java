package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Least squares by the normal equations, of increments that are weighted by their lengths. */
  private static double slowing(long[] times, double[] series, int first) {
    int n = Math.min(10, series.length - first);
    double[] t = new double[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      int from = first + i * (series.length - first) / n;
      int until = first + (i + 1) * (series.length - first) / n;
      for (int k = from; k < until; k++) {
        t[i] += (times[k] - times[first]) / (double) (times[times.length - 1] - times[first]);
        y[i] += series[k];
      }
      t[i] /= until - from;
      y[i] /= until - from;
    }
    double aa = 0;
    double ab = 0;
    double bb = 0;
    double ay = 0;
    double by = 0;
    double yy = 0;
    for (int i = 1; i < n; i++) {
      double length = t[i] - t[i - 1];
      double filled = Math.exp(-t[i - 1]) - Math.exp(-t[i]);
      double more = y[i] - y[i - 1];
      aa += length;
      ab += filled;
      bb += filled * filled / length;
      ay += more;
      by += filled * more / length;
      yy += more * more / length;
    }
    double determinant = aa * bb - ab * ab;
    double steady = (bb * ay - ab * by) / determinant;
    double filling = (aa * by - ab * ay) / determinant;
    double rest = yy - steady * ay - filling * by;
    double error = Math.sqrt(rest / (n - 3) * bb / determinant);
    return TDistribution.of(n - 3).survivalProbability(steady / error);
  }

  /** Also where the first dumps are left out, and where means are of several dumps. */
  @ParameterizedTest
  @CsvSource({"5, 0", "9, 0", "10, 0", "11, 0", "33, 0", "33, 7", "60, 30", "12, 2"})
  void slowingDownIsJudgedByARegression(int dumps, int first) {
    SplittableRandom random = new SplittableRandom(dumps + first);
    long[] times = new long[dumps];
    double[] series = new double[dumps];
    for (int i = 1; i < dumps; i++) {
      times[i] = times[i - 1] + random.nextLong(10, 30);
      series[i] = 5 * times[i] / 20.0 + random.nextDouble() * 8;
    }
    FillingUp filling = new FillingUp(times);
    double p = slowing(times, series, first) / (first > 0 ? 3 : 1);
    assertThat(p).isBetween(1e-6, 0.9);
    assertThat(filling.explains(series, first, p * (1 - 1e-5))).isTrue();
    assertThat(filling.explains(series, first, p * (1 + 1e-5))).isFalse();
  }

  /** What follows the law of filling up without any noise is filling up, at any level below 1. */
  @Test
  void whatFillsUpWithoutNoiseIsExplained() {
    long[] times = new long[20];
    double[] live = new double[20];
    Arrays.setAll(times, i -> 100 + 10 * i);
    Arrays.setAll(live, i -> -Math.expm1(-(times[i] - 100) / 190.0));
    assertThat(new FillingUp(times).explains(new double[20], 0, 0.99)).isTrue();
    // The means of equal lengths keep the law.
    assertThat(new FillingUp(times).explains(live, 0, 0.99)).isTrue();
  }

  @Test
  void trendsAreThoseOfTheLaterDumps() {
    long[] times = new long[12];
    Arrays.setAll(times, i -> i);
    double[] series = {9, 8, 7, 6, 3, 1, 2, 4, 3, 6, 5, 7};
    FillingUp filling = new FillingUp(times);
    for (int first : new int[] {0, 5}) {
      double[] later = Arrays.copyOfRange(series, first, 12);
      assertThat(filling.trend(series, first)).isEqualTo(new TrendTest(12 - first).pValue(later));
      assertThat(filling.leastTrend(first)).isEqualTo(new TrendTest(12 - first).least());
    }
    assertThat(filling.trend(series, 5)).isLessThan(0.05);
    assertThat(filling.trend(series, 0)).isGreaterThan(0.3);
  }

  /** A dump at the end of the third lifetime is settled; half of the dumps are the fewest. */
  @Test
  void settledBeginsAtTheThirdLifetime() {
    long[] times = new long[21];
    Arrays.setAll(times, i -> 50 + 10 * i);
    FillingUp filling = new FillingUp(times);
    assertThat(filling.settled(0.1)).isEqualTo(6);
    assertThat(filling.settled(0.1 + 1e-9)).isEqualTo(7);
    assertThat(filling.settled(10 / 60.0)).as("half").isEqualTo(10);
    assertThat(filling.settled(10 / 60.0 + 1e-9)).as("less than half").isZero();

    long[] few = new long[9];
    Arrays.setAll(few, i -> 10 * i);
    assertThat(new FillingUp(few).settled(4 / 24.0)).as("five remain").isEqualTo(4);
    assertThat(new FillingUp(few).settled(4 / 24.0 + 1e-9)).isZero();
    assertThat(new FillingUp(Arrays.copyOf(few, 8)).settled(3.5 / 21)).as("four").isZero();
  }

  /** Many dumps are left out in steps, of which there are forty. */
  @Test
  void settledIsAMultipleOfAFortieth() {
    long[] times = new long[201];
    Arrays.setAll(times, i -> i);
    FillingUp filling = new FillingUp(times);
    for (double lifetime = 0.01; lifetime < 0.16; lifetime += 0.003) {
      int first = filling.settled(lifetime);
      assertThat(first % 6).isZero();
      assertThat(first - 600 * lifetime).isBetween(-1e-9, 6.0);
    }
  }
}

package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.unskew.Estimate;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartedCountingTest {

  private static final long T = 1 << 20;

  @Test
  void withoutLargeBlocksTheShareOfTheIntervalIsTheChance() {
    RestartedCounting counting = new RestartedCounting(T);
    counting.add(100, 6400);
    counting.add(-1, 1L << 40);
    for (long size : new long[] {1, 64, T / 2, T - 1}) {
      assertThat(-Math.expm1(-size / counting.interval(size)))
          .isCloseTo((double) size / T, offset(1e-9));
    }
    assertThat(counting.interval(0)).isEqualTo(counting.interval(1));
    assertThat(counting.interval(T)).isZero();
    assertThat(counting.interval(4.0 * T)).isZero();
  }

  /** Of n samples, of which s are of small blocks, each stands for (1 - s) / -ln s intervals. */
  @ParameterizedTest
  @CsvSource({"100, 10", "73, 150", "50, 900", "1, 3"})
  void smallBlocksBetweenLargeOnesCountMore(long small, long large) {
    RestartedCounting counting = new RestartedCounting(T);
    counting.add(small, small * 64);
    counting.add(large, large * 4 * T);
    double share = (double) small / (small + large);
    double ofAll = (small + large) * (1 - share) / -Math.log(share) * T;
    assertThat(small * counting.interval(64)).isCloseTo(ofAll, offset(ofAll * 1e-3));
    RestartedCounting none = new RestartedCounting(T);
    none.add(5, 10 * T);
    assertThat(none.interval(64)).isBetween((double) T, 100.0 * T);
  }

  /** How often a program allocates at a call site, and of which size. */
  private record Site(double often, double median, double spread) {}

  /** Programs of ten call sites, whose blocks have sizes around medians of 16 B to 64 T. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void numbersOfProgramsAreNearTheTruth(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int held = 0;
    int tested = 0;
    for (int program = 0; program < 6; program++) {
      Site[] sites = new Site[10];
      Arrays.setAll(
          sites,
          i ->
              new Site(
                  i < 7 ? random.nextDouble() : random.nextDouble(0.004),
                  i < 7
                      ? Math.exp(random.nextDouble(Math.log(16), Math.log(T / 32.0)))
                      : Math.exp(random.nextDouble(Math.log(2.0 * T), Math.log(64.0 * T))),
                  random.nextDouble(0.3)));
      double often = Arrays.stream(sites).mapToDouble(Site::often).sum();
      double[] truth = new double[sites.length];
      long[] count = new long[sites.length];
      long[] bytes = new long[sites.length];
      double counted = 0;
      for (int allocation = 0; allocation < 200_000; allocation++) {
        double draw = random.nextDouble(often);
        int site = 0;
        while (draw >= sites[site].often && site < sites.length - 1) {
          draw -= sites[site++].often;
        }
        long size =
            (long) (sites[site].median * Math.exp(sites[site].spread * random.nextGaussian()));
        truth[site] += size;
        counted += size;
        if (counted >= T) {
          counted = 0;
          count[site]++;
          bytes[site] += size;
        }
      }
      RestartedCounting counting = new RestartedCounting(T);
      for (int site = 0; site < sites.length; site++) {
        counting.add(count[site], bytes[site]);
      }
      for (int site = 0; site < sites.length; site++) {
        if (count[site] >= 5) {
          RecordedSamples samples = new RecordedSamples(T);
          double every = counting.interval((double) bytes[site] / count[site]);
          samples.addPlainLine(count[site], bytes[site], every);
          Estimate space = samples.space(Intervals.of(0.95));
          tested++;
          // Where each block is sampled, what was recorded is the truth.
          boolean isHeld = space.low() <= truth[site] * 1.01 && truth[site] * 0.99 <= space.high();
          held += isHeld ? 1 : 0;
        }
      }
    }
    assertThat(held).as("of %s", tested).isGreaterThanOrEqualTo((int) (0.93 * tested));
    assertThat(tested).isGreaterThan(30);
  }
}

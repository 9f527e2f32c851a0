package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.Estimate;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of known truth under an interval that is doubled at any time. */
@Tag("slow")
class GrownIntervalTest {

  private static final int PROGRAMS = Effort.of(60, 400);

  /** Recorded allocations from which a class of stacks begins. */
  private static final int[] CLASSES = {1, 5, 20, 100};

  @ParameterizedTest
  @ValueSource(strings = {"single", "mixed", "table", "round", "beside"})
  void intervalsHoldTheTruthWheneverTheIntervalGrew(String kind) {
    SplittableRandom random = new SplittableRandom(46);
    int[][] held = new int[CLASSES.length][3];
    double recorded = 0;
    double allocated = 0;
    for (int program = 0; program < PROGRAMS; program++) {
      long first = 1L << 9 + random.nextInt(7);
      int doublings = 1 + random.nextInt(5);
      long last = first << doublings;
      WeightedUnskewer unskewer = WeightedUnskewer.create(last, first, last, 0.95);
      for (int site = 0; site < 8; site++) {
        int[] sizes = sizes(kind, first, random);
        Sums sums = sample(sizes, first, doublings, random);
        double bytes = Arrays.stream(sizes).asDoubleStream().sum();
        recorded += sums.bytes / (double) last;
        allocated += bytes / last;
        if (sums.count == 0) {
          continue;
        }
        StackEstimates estimates =
            unskewer.stack(sums.count, sums.bytes, sums.count - sums.live, sums.bytes - sums.space);
        int[] ofClass = held[classOf(sums.count)];
        ofClass[0]++;
        ofClass[1] +=
            holds(estimates.allocObjects(), sizes.length)
                    && holds(estimates.objects(), sums.liveObjects)
                ? 1
                : 0;
        ofClass[2] += holds(estimates.allocSpace(), bytes) ? 1 : 0;
      }
    }
    assertThat(recorded).isBetween(0.97 * allocated, 1.03 * allocated);
    for (int i = 0; i < CLASSES.length; i++) {
      String name = kind + " from n = " + CLASSES[i] + " " + Arrays.toString(held[i]);
      assertThat(held[i][1]).as(name).isGreaterThanOrEqualTo((int) (0.93 * held[i][0]));
      assertThat(held[i][2]).as(name).isGreaterThanOrEqualTo((int) (0.93 * held[i][0]));
    }
  }

  /** Of n equal blocks of T1 or 2 T1 as many may have been sampled as recorded. */
  @ParameterizedTest
  @CsvSource({"882, 4718592", "10, 40960", "10, 81920", "100, 819200", "100, 1228800", "1, 4096"})
  void neverExactWhereTheSumIsAMultipleOfTheSmallerInterval(long n, long bytes) {
    StackEstimates estimates =
        WeightedUnskewer.create(8192, 4096, 8192, 0.95).stack(n, bytes, 0, 0);

    assertThat(estimates.allocObjects().isExact()).isFalse();
    assertThat(estimates.allocObjects().low()).isLessThanOrEqualTo(1.1 * n);
    assertThat(estimates.allocObjects().high()).isGreaterThan(1.5 * n);
    assertThat(estimates.allocSpace().isExact()).isFalse();
  }

  /** Not what one schedule records; nothing may be infinite or negative. */
  @ParameterizedTest
  @CsvSource({"700, 1638400, 10, 20480", "3, 1, 0, 0", "5, 4096, 5, 4096", "1, 0, 0, 0"})
  void anyNumbersGiveIntervals(long n, long bytes, long frees, long freed) {
    for (long first : new long[] {1, 2, 4096}) {
      StackEstimates estimates =
          WeightedUnskewer.create(32768, first, 32768, 0.95).stack(n, bytes, frees, freed);

      assertThat(estimates.allocObjects().high()).isFinite();
      assertThat(estimates.objects().high()).isFinite();
      assertThat(estimates.allocObjects().value()).isGreaterThanOrEqualTo(n);
    }
  }

  @Test
  void equalBlocksAboveTheLastIntervalAreAllRecorded() {
    Estimate objects =
        WeightedUnskewer.create(8192, 4096, 8192, 0.95).stack(554, 554 * 9000, 0, 0).allocObjects();

    assertThat(objects.low()).isEqualTo(554);
    assertThat(objects.high()).isBetween(554.0, 554.5);
  }

  private static boolean holds(Estimate estimate, double truth) {
    return truth >= estimate.low() * (1 - 1e-9) && truth <= estimate.high() * (1 + 1e-9);
  }

  private static int classOf(long count) {
    int found = 0;
    while (found + 1 < CLASSES.length && count >= CLASSES[found + 1]) {
      found++;
    }
    return found;
  }

  private static int[] sizes(String kind, long first, SplittableRandom random) {
    double size = logUniform(8, 1 << 20, random);
    double spread = 0.3 + 1.5 * random.nextDouble();
    double share = logUniform(0.002, 0.5, random);
    int[] sizes = new int[(int) Math.min(60_000, 1 + logUniform(1e4, 2e7, random) / size)];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] =
          switch (kind) {
            case "single" -> (int) size;
            case "mixed" -> (int) Math.min(1e7, 1 + size * Math.exp(spread * normal(random)));
            // Entries, and the array of them whenever it has to grow.
            case "table" -> Integer.bitCount(i + 1) == 1 ? 16 * (i + 1) : 48;
            case "round" -> (int) (first << (int) (size % 3));
            default -> random.nextDouble() < share ? 16 << (int) (size % 14) : 24;
          };
    }
    return sizes;
  }

  private static final class Sums {
    long count;
    long bytes;
    long live;
    long space;
    long liveObjects;
  }

  /** As heapprofd does, each time over a part of the run in which the site allocates. */
  private static Sums sample(int[] sizes, long first, int doublings, SplittableRandom random) {
    double[] times = random.doubles(doublings).sorted().toArray();
    double begin = random.nextBoolean() ? 0 : random.nextDouble();
    double end = random.nextBoolean() ? 1 : random.nextDouble();
    double keep = random.nextBoolean() ? 1 : random.nextDouble();
    Sums sums = new Sums();
    double gap = exponential(random);
    int done = 0;
    for (int i = 0; i < sizes.length; i++) {
      double time = begin + (end - begin) * (begin < end ? i : sizes.length - i) / sizes.length;
      done = 0;
      while (done < doublings && times[done] < time) {
        done++;
      }
      long interval = first << done;
      long recorded = sizes[i] >= interval ? sizes[i] : 0;
      if (recorded == 0) {
        for (gap -= (double) sizes[i] / interval; gap < 0; gap += exponential(random)) {
          recorded += interval;
        }
      }
      boolean stays = random.nextDouble() < keep;
      sums.count += recorded > 0 ? 1 : 0;
      sums.bytes += recorded;
      sums.live += stays && recorded > 0 ? 1 : 0;
      sums.space += stays ? recorded : 0;
      sums.liveObjects += stays ? 1 : 0;
    }
    return sums;
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  private static double logUniform(double low, double high, SplittableRandom random) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }

  private static double normal(SplittableRandom random) {
    return Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random.nextDouble());
  }
}

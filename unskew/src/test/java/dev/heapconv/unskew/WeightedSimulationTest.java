package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.sizes.StackEstimates;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Samples programs of known truth as heapprofd does; loose bounds, fixed seeds. The full figures
 * come from the accuracy suite.
 */
@Tag("slow")
class WeightedSimulationTest {

  private static final int STACKS = 150;

  @ParameterizedTest
  @CsvSource({
    "fixed, 512",
    "fixed, 4096",
    "fixed, 65536",
    "logNormal, 4096",
    "logNormal, 65536",
    "doubling, 512",
    "doubling, 65536",
    "bimodal, 512",
    "bimodal, 4096",
    "pages, 512",
    "pages, 4096",
    "realloc, 4096",
    "realloc, 16384",
    "vectors, 4096",
    "fewLarge, 4096",
    "fewLarge, 65536",
    "equal, 4096"
  })
  void intervalsHoldTheTruthForEveryKindOfStack(String family, int interval) {
    SplittableRandom random = new SplittableRandom(7);
    WeightedUnskewer unskewer = WeightedUnskewer.create(interval, interval, 0.95);
    int[] covered = new int[4];
    double recordedBytes = 0;
    double trueBytes = 0;
    double variance = 0;
    int seen = 0;
    for (int i = 0; i < 5000 && seen < STACKS; i++) {
      int[] sizes = sizes(family, interval, random);
      long[] recorded = sample(family, sizes, interval, random);
      double bytes = Arrays.stream(sizes).asDoubleStream().sum();
      recordedBytes += recorded[1];
      trueBytes += bytes;
      variance +=
          Arrays.stream(sizes).filter(size -> size < interval).asDoubleStream().sum() * interval;
      if (recorded[0] > 0) {
        seen++;
        StackEstimates estimates =
            unskewer.stack(recorded[0], recorded[1], recorded[2], recorded[3]);
        covered[0] += holds(estimates.allocObjects(), sizes.length);
        covered[1] += holds(estimates.allocSpace(), bytes);
        covered[2] += holds(estimates.objects(), recorded[4]);
        covered[3] += holds(estimates.space(), recorded[5]);
      }
    }
    assertThat(seen).isGreaterThan(STACKS / 3);
    assertThat(Math.abs(recordedBytes - trueBytes))
        .isLessThanOrEqualTo(4 * Math.sqrt(variance) + 1);
    // Tiny and huge blocks of one stack, and buffers that grew, are the hardest:
    // docs/dev/benchmarks.md.
    double least = family.matches("bimodal|fewLarge|realloc|vectors") ? 0.6 : 0.85;
    for (int view = 0; view < 4; view++) {
      assertThat(covered[view])
          .as("view %d of %d stacks", view, seen)
          .isGreaterThanOrEqualTo((int) (least * seen));
    }
  }

  private static int holds(Estimate estimate, double truth) {
    return truth >= estimate.low() * (1 - 1e-9) && truth <= estimate.high() * (1 + 1e-9) ? 1 : 0;
  }

  private static int[] sizes(String family, int interval, SplittableRandom random) {
    int count = (int) logUniform(10, 30_000, random);
    int[] sizes = new int[count];
    int size = 8 * (int) logUniform(2, 2000, random);
    double spread = 0.3 + 1.5 * random.nextDouble();
    int steps = 3 + random.nextInt(8);
    double share = logUniform(0.02, 0.5, random);
    for (int i = 0; i < count; i++) {
      sizes[i] =
          switch (family) {
            case "fixed" -> size;
            case "logNormal" ->
                (int) Math.max(1, Math.min(1e8, size * Math.exp(spread * normal(random))));
            case "doubling" -> 16 << i % steps;
            case "bimodal" -> random.nextDouble() < share ? 50_000 : 24;
            case "realloc" -> 32 << i % 10;
            case "vectors" ->
                i > 0 && sizes[i - 1] < 1 << 20 && random.nextDouble() < 0.5
                    ? 2 * sizes[i - 1]
                    : 24;
            case "fewLarge" -> random.nextDouble() < share / 4 ? 50_000 : 24;
            case "pages" -> 4096;
            default -> interval;
          };
    }
    return sizes;
  }

  /**
   * Recorded allocations, their bytes, frees, their bytes; and the true live count and bytes. Every
   * second one is freed, or what was outgrown.
   */
  private static long[] sample(String family, int[] sizes, int interval, SplittableRandom random) {
    long[] sums = new long[6];
    double gap = -interval * Math.log(1 - random.nextDouble());
    for (int i = 0; i < sizes.length; i++) {
      long recorded = sizes[i] >= interval ? sizes[i] : 0;
      if (recorded == 0) {
        gap -= sizes[i];
        while (gap < 0) {
          recorded += interval;
          gap += -interval * Math.log(1 - random.nextDouble());
        }
      }
      boolean freed =
          switch (family) {
            case "realloc" -> sizes[i] < 16384;
            case "vectors" -> i + 1 < sizes.length && sizes[i + 1] > sizes[i];
            default -> random.nextBoolean();
          };
      if (recorded > 0) {
        sums[0]++;
        sums[1] += recorded;
        sums[2] += freed ? 1 : 0;
        sums[3] += freed ? recorded : 0;
      }
      sums[4] += freed ? 0 : 1;
      sums[5] += freed ? 0 : sizes[i];
    }
    return sums;
  }

  private static double logUniform(double low, double high, SplittableRandom random) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }

  private static double normal(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }
}

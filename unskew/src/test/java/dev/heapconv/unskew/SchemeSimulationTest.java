package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Draws what the samplers of the schemes would record, and compares with what was allocated. Seeds
 * are fixed.
 */
@Tag("slow")
class SchemeSimulationTest {

  private static final Intervals AT_95 = Intervals.of(0.95);
  private static final int RUNS = Effort.of(400, 1500);

  /** Three and a half standard deviations of the share of intervals that hold the truth. */
  private static final double CHANCE = 3.5 * Math.sqrt(0.95 * 0.05 / RUNS);

  @ParameterizedTest
  @CsvSource({
    "recorded, 4096, 100, 1000, 1000", "recorded, 4096, 400, 24, 50000",
        "recorded, 64, 300, 16, 200", "recorded, 32768, 40, 32768, 32768",
    "to-sample, 4096, 100, 1000, 1000", "to-sample, 4096, 400, 24, 50000",
        "to-sample, 64, 300, 16, 200", "to-sample, 32768, 40, 32768, 32768",
    "tcmalloc, 4096, 100, 1000, 1000", "tcmalloc, 4096, 400, 24, 50000",
        "tcmalloc, 64, 300, 16, 200", "tcmalloc, 32768, 40, 32768, 32768"
  })
  void estimatesAreUnbiasedAndIntervalsHoldTheTruth(
      String scheme, long interval, int count, long even, long odd) {
    SplittableRandom random = new SplittableRandom(interval + count);
    Tally objects = new Tally(count);
    Tally space = new Tally(count / 2.0 * (even + odd));
    for (int run = 0; run < RUNS; run++) {
      Estimate[] estimates = simulate(scheme, interval, count, even, odd, random);
      objects.add(estimates[0]);
      space.add(estimates[1]);
    }
    objects.assertUnbiased();
    space.assertUnbiased();
    objects.assertCovered();
    space.assertCovered();
  }

  /**
   * A sampler by bytes behind a rate limit that drops half of its events, part of the time; the
   * limit and the sizes are those of testdata/alloc/samplelog.
   */
  @ParameterizedTest
  @CsvSource({
    "4096, 2000, 1000, 1000",
    "4096, 60000, 100, 24",
    "65536, 3000, 9000, 1500",
    "32768, 400, 32768, 300000",
    "65536, 40000, 120, 120"
  })
  void weightsOfEachSampleHoldTheTruth(long interval, int count, long even, long odd) {
    SplittableRandom random = new SplittableRandom(interval + count);
    Tally objects = new Tally(count);
    Tally space = new Tally(count / 2.0 * (even + odd));
    for (int run = 0; run < RUNS; run++) {
      StackSamples samples = StackSamples.of(Scheme.WEIGHTED, 0);
      for (int i = 0; i < count; i++) {
        long size = i % 2 == 0 ? even : odd;
        double probability =
            -Math.expm1(-(double) size / interval) * (random.nextDouble() < 0.3 ? 0.5 : 1);
        if (random.nextDouble() < probability) {
          samples.add(size, 0, size / probability);
        }
      }
      objects.add(samples.objects(AT_95));
      space.add(samples.space(AT_95));
    }
    objects.assertUnbiased();
    space.assertUnbiased();
    objects.assertCovered();
    space.assertCovered();
    space.assertNoWiderThanNeeded();
    if (even == odd) {
      objects.assertNoWiderThanNeeded();
    }
  }

  /** Small blocks of which none may be sampled, beside larger ones. */
  @Test
  void weightsOfEachSampleAllowForSizesThatWereNotSampled() {
    SplittableRandom random = new SplittableRandom(3);
    Tally objects = new Tally(1000);
    for (int run = 0; run < RUNS; run++) {
      StackSamples samples = StackSamples.of(Scheme.WEIGHTED, 0);
      for (int i = 0; i < 1000; i++) {
        long size = (long) Math.pow(2, random.nextDouble(4, 15));
        double probability = -Math.expm1(-(double) size / 65536);
        if (random.nextDouble() < probability) {
          samples.add(size, 0, size / probability);
        }
      }
      objects.add(samples.objects(AT_95));
    }
    objects.assertUnbiased();
    objects.assertCovered();
  }

  /** Nodes of which few or none are sampled, beside buffers that are rare. */
  @ParameterizedTest
  @CsvSource({
    "2097152, 59000, 24, 6, 1048576",
    "2097152, 59000, 24, 6, 104857600",
    "524288, 20000, 32, 20, 70000",
    "65536, 1500, 48, 12, 300000",
    "65536, 700, 24, 90, 16384",
    "1048576, 1, 24, 8, 1048576"
  })
  void weightsOfEachSampleAllowForNodesBesideBuffers(
      long interval, int nodes, long node, int buffers, long buffer) {
    SplittableRandom random = new SplittableRandom(interval + nodes);
    StackSamples none = StackSamples.of(Scheme.WEIGHTED, 0);
    addDrawn(none.copy(), interval, 500, 1000, random);
    Tally objects = new Tally(nodes + buffers);
    Tally space = new Tally((double) nodes * node + (double) buffers * buffer);
    for (int run = 0; run < RUNS; run++) {
      StackSamples samples = none.copy();
      addDrawn(samples, interval, nodes, node, random);
      addDrawn(samples, interval, buffers, buffer, random);
      objects.add(samples.objects(AT_95));
      space.add(samples.space(AT_95));
    }
    objects.assertCovered();
    space.assertCovered();
  }

  private static void addDrawn(
      StackSamples samples, long interval, int count, long size, SplittableRandom random) {
    double probability = -Math.expm1(-(double) size / interval);
    for (int i = 0; i < count; i++) {
      if (random.nextDouble() < probability) {
        samples.add(size, 0, size / probability);
      }
    }
  }

  private static Estimate[] simulate(
      String scheme, long interval, int count, long even, long odd, SplittableRandom random) {
    StackSamples samples = StackSamples.of(Scheme.ofWireName(scheme).orElseThrow(), interval);
    for (int i = 0; i < count; i++) {
      long size = i % 2 == 0 ? even : odd;
      double position = Math.log(1 - random.nextDouble());
      long hit = 1 + (long) (position / Math.log1p(-1.0 / interval));
      boolean sampled =
          switch (scheme) {
            case "recorded" -> -position * interval < size;
            case "to-sample" -> hit <= size;
            default -> hit <= size + 1;
          };
      if (sampled) {
        long end = scheme.equals("tcmalloc") ? size + 1 : size;
        samples.add(size, size, samples.extra(end - hit, Double.NaN));
      }
    }
    return new Estimate[] {samples.objects(AT_95), samples.space(AT_95)};
  }

  private static final class Tally {
    private final double truth;
    private double sum;
    private double squares;
    private int inside;

    Tally(double truth) {
      this.truth = truth;
    }

    void add(Estimate estimate) {
      sum += estimate.value();
      squares += estimate.value() * estimate.value();
      inside +=
          estimate.low() <= truth * (1 + 1e-9) && truth * (1 - 1e-9) <= estimate.high() ? 1 : 0;
    }

    void assertUnbiased() {
      double mean = sum / RUNS;
      double standardError = Math.sqrt((squares / RUNS - mean * mean) / RUNS);
      assertThat(Math.abs(mean - truth)).isLessThan(4 * standardError + 1e-9 * truth);
    }

    void assertNoWiderThanNeeded() {
      assertThat((double) inside / RUNS).isLessThan(0.95 + CHANCE);
    }

    void assertCovered() {
      assertThat((double) inside / RUNS).isGreaterThan(0.95 - CHANCE);
    }
  }
}

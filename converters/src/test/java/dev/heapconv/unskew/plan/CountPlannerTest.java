package dev.heapconv.unskew.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.plan.CountPlanner.Plan;
import dev.heapconv.unskew.plan.CountPlanner.Size;
import dev.heapconv.unskew.samples.WeightedUnskewer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountPlannerTest {

  private static final double CONFIDENCE = 0.95;

  private static Plan plan(long interval, long count, long size) {
    return new CountPlanner(interval, CONFIDENCE).plan(count, List.of(new Size(size, 1)));
  }

  @Test
  void theChanceToBeSeenIsThatOfTheBytes() {
    Plan plan = plan(4096, 100, 64);

    assertThat(plan.probabilityOfSample())
        .isCloseTo(new SamplingPlan(4096, 6400).probabilityOfSample(), offset(1e-12));
    assertThat(plan.expectedRecorded()).isCloseTo(100 * -Math.expm1(-1.0 / 64), offset(1e-9));
  }

  /** Every byte of every allocation is drawn on its own, and estimated as a recording is. */
  @ParameterizedTest
  @CsvSource({"256, 300, 16, 0", "256, 40, 24, 0.2", "1024, 30, 100, 0.1"})
  void thePlanIsWhatHappens(long interval, int count, long small, double largeShare) {
    long large = 3 * interval;
    WeightedUnskewer unskewer = WeightedUnskewer.create(interval, interval, CONFIDENCE);
    SplittableRandom random = new SplittableRandom(7);
    int sites = 3000;
    int seen = 0;
    double all = 0;
    double within = 0;
    double covered = 0;
    double[] ratios = new double[sites];
    double[] widths = new double[sites];
    for (int site = 0; site < sites; site++) {
      long recorded = 0;
      long bytes = 0;
      for (int i = 0; i < count; i++) {
        if (random.nextDouble() < largeShare) {
          recorded++;
          bytes += large;
          continue;
        }
        // The number of sampled bytes, by the gaps between them.
        int hits = 0;
        double at = -Math.log1p(-random.nextDouble()) * interval;
        while (at < small) {
          hits++;
          at -= Math.log1p(-random.nextDouble()) * interval;
        }
        recorded += Math.min(hits, 1);
        bytes += hits * interval;
      }
      all += recorded;
      if (recorded > 0) {
        Estimate estimate = unskewer.objects(recorded, bytes);
        ratios[seen] = estimate.value() / count;
        widths[seen] = estimate.high() / estimate.low();
        within += ratios[seen] >= 0.5 && ratios[seen] <= 2 ? 1 : 0;
        covered += estimate.low() <= count && count <= estimate.high() ? 1 : 0;
        seen++;
      }
    }
    Arrays.sort(ratios, 0, seen);
    Arrays.sort(widths, 0, seen);
    List<Size> mix =
        largeShare > 0
            ? List.of(new Size(small, 1 - largeShare), new Size(large, largeShare))
            : List.of(new Size(small, 1));
    Plan plan = new CountPlanner(interval, CONFIDENCE).plan(count, mix);

    assertThat(plan.probabilityOfSample()).isCloseTo(seen / (double) sites, offset(0.02));
    assertThat(plan.expectedRecorded() / (all / sites)).isCloseTo(1, offset(0.04));
    assertThat(plan.withinFactorOfTwo()).isCloseTo(within / seen, offset(0.07));
    assertThat(plan.coverage()).isCloseTo(covered / seen, offset(0.04));
    assertThat(plan.tenthRatio()).isBetween(ratios[seen / 20], ratios[seen / 6]);
    assertThat(plan.medianRatio()).isBetween(ratios[seen * 2 / 5], ratios[seen * 3 / 5]);
    assertThat(plan.ninetiethRatio()).isBetween(ratios[seen * 5 / 6], ratios[seen * 19 / 20]);
    assertThat(plan.medianWidth()).isBetween(widths[seen * 2 / 5], widths[seen * 3 / 5]);
  }

  /** The sizes that most programs allocate most. */
  @ParameterizedTest
  @ValueSource(longs = {512, 4096, 4099, 32768})
  void intervalsContainTheTruth(long interval) {
    CountPlanner planner = new CountPlanner(interval, CONFIDENCE);
    double sum = 0;
    int plans = 0;
    for (long size : new long[] {16, 24, 48, 96, 200, 480}) {
      for (long count : new long[] {1000, 100_000, 10_000_000}) {
        Plan plan = planner.plan(count, List.of(new Size(size, 1)));
        assertThat(plan.coverage()).as("%d of %d", count, size).isBetween(0.6, 1.0);
        sum += plan.coverage();
        plans++;
      }
    }
    assertThat(sum / plans).isGreaterThan(0.93);
  }

  @Test
  void smallerIntervalsCountBetter() {
    Plan coarse = plan(32768, 1_000_000, 64);
    Plan fine = plan(512, 1_000_000, 64);

    assertThat(fine.withinFactorOfTwo()).isEqualTo(1).isGreaterThan(coarse.withinFactorOfTwo());
    assertThat(fine.medianWidth()).isLessThan(coarse.medianWidth() / 2);
    assertThat(fine.ninetiethRatio() / fine.tenthRatio())
        .isLessThan(coarse.ninetiethRatio() / coarse.tenthRatio());
  }

  @Test
  void everyByteSampledIsExact() {
    assertThat(plan(1, 1234, 5)).isEqualTo(new Plan(1234, 1, 1, 1, 1, 1, 1, 1));
  }

  @Test
  void sharesAreWeights() {
    CountPlanner planner = new CountPlanner(4096, CONFIDENCE);

    assertThat(planner.plan(500, List.of(new Size(24, 27), new Size(500, 9))))
        .isEqualTo(planner.plan(500, List.of(new Size(24, 3), new Size(500, 1))));
  }

  @Test
  void aPlanIsTheSameEachTime() {
    CountPlanner planner = new CountPlanner(4096, CONFIDENCE);
    Plan first = planner.plan(5000, List.of(new Size(100, 1)));
    planner.plan(77, List.of(new Size(9, 1)));

    assertThat(planner.plan(5000, List.of(new Size(100, 1)))).isEqualTo(first);
    assertThat(plan(4096, 5000, 100)).isEqualTo(first);
  }

  @Test
  void everySiteThatCanBePlannedGetsFigures() {
    Cases.forAll(
        60,
        values -> {
          long interval = (long) Math.pow(2, values.between(0, 40));
          long count = (long) Math.pow(10, values.between(0, 15));
          long most = CountPlanner.MAX_BYTES / count;
          long size = (long) Math.pow(most, values.between(0, 0.99));
          Plan plan =
              new CountPlanner(interval, CONFIDENCE)
                  .plan(count, List.of(new Size(size, 1), new Size(most, 1e-3)));
          assertThat(plan.expectedRecorded()).isBetween(0.0, count * (1 + 1e-12));
          assertThat(plan.probabilityOfSample()).isBetween(0.0, 1.0);
          assertThat(plan.tenthRatio()).isBetween(Double.MIN_VALUE, plan.medianRatio());
          assertThat(plan.ninetiethRatio()).isBetween(plan.medianRatio(), Double.MAX_VALUE);
          assertThat(plan.medianWidth()).isBetween(1.0, Double.MAX_VALUE);
          assertThat(plan.withinFactorOfTwo()).isBetween(0.0, 1.0);
          assertThat(plan.coverage()).isBetween(0.0, 1.0);
        });
  }

  @Test
  void whatCannotBePlannedIsRefused() {
    CountPlanner planner = new CountPlanner(4096, CONFIDENCE);

    assertThatIllegalArgumentException().isThrownBy(() -> new CountPlanner(0, CONFIDENCE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CountPlanner(CountPlanner.LONGEST_INTERVAL + 1, CONFIDENCE));
    assertThatIllegalArgumentException().isThrownBy(() -> new CountPlanner(4096, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Size(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Size(24, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Size(24, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> planner.plan(1, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planner.plan(0, List.of(new Size(24, 1))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planner.plan(1L << 40, List.of(new Size((1L << 20) + 1, 1))));
  }
}

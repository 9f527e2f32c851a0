package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedUnskewerTest {

  private static final long[] EXTREMES = {
    Long.MIN_VALUE,
    -1,
    0,
    1,
    2,
    3,
    4095,
    4096,
    4097,
    1L << 40,
    Long.MAX_VALUE / 2,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  private static WeightedUnskewer at(long interval) {
    return WeightedUnskewer.create(interval, interval, 0.95);
  }

  @Test
  void documentedCutoffIsTheSizeWith99PercentChance() {
    assertThat(Sampling.documentedCutoff(32768)).isEqualTo(150900);
    assertThat(Sampling.documentedCutoff(2)).isEqualTo(7);
    assertThat(Sampling.documentedCutoff(1)).isEqualTo(1);
    assertThat(Sampling.documentedCutoff(0)).isEqualTo(1);
  }

  @Test
  void intervalOfOneIsTheIdentity() {
    Cases.forAll(
        200,
        values -> {
          long n = values.between(0, 1L << 50);
          long bytes = values.between(0, 1L << 50);
          for (long interval : new long[] {0, 1}) {
            StackEstimates estimates = at(interval).stack(n, bytes, n / 3, bytes / 3);
            assertThat(estimates.allocObjects()).isEqualTo(Estimate.exact(n));
            assertThat(estimates.allocSpace()).isEqualTo(Estimate.exact(bytes));
            assertThat(estimates.objects()).isEqualTo(Estimate.exact(n - n / 3));
            assertThat(estimates.space()).isEqualTo(Estimate.exact(bytes - bytes / 3));
          }
        });
  }

  @Test
  void extremesGiveDefinedResults() {
    for (long interval : new long[] {Long.MIN_VALUE, 0, 1, 2, 3, 4096, 1L << 40, Long.MAX_VALUE}) {
      for (long cutoff : new long[] {0, interval, Sampling.documentedCutoff(interval)}) {
        WeightedUnskewer unskewer = WeightedUnskewer.create(interval, cutoff, 0.95);
        for (long n : EXTREMES) {
          for (long bytes : EXTREMES) {
            assertDefined(unskewer.stack(n, bytes, 0, 0).allocObjects());
            assertDefined(unskewer.stack(n, bytes, 0, 0).allocSpace());
            assertDefined(unskewer.stack(n, bytes, n / 2, bytes));
            assertDefined(unskewer.stack(n, bytes, Long.MAX_VALUE, 1));
            assertDefined(unskewer.stack(n, bytes, -1, bytes / 2));
          }
        }
      }
    }
  }

  @Test
  void liveIsNeverMoreThanAllocated() {
    Cases.forAll(
        300,
        values -> {
          int n = values.between(1, 300);
          int collisions = values.between(0, 300);
          long bytes = 4096L * (n + collisions) + values.between(0, 50_000);
          int frees = values.between(0, 300);
          int freeCollisions = values.between(0, 300);
          StackEstimates estimates =
              at(4096).stack(n, bytes, frees, 4096L * (frees + freeCollisions));
          assertDefined(estimates);
          assertThat(estimates.objects().value())
              .isLessThanOrEqualTo(estimates.allocObjects().value());
          assertThat(estimates.space().value()).isLessThanOrEqualTo(estimates.allocSpace().value());
          assertThat(estimates.allocSpace().value()).isEqualTo(bytes);
          assertThat(estimates.allocObjects().low()).isGreaterThanOrEqualTo(n * (1 - 1e-12));
        });
  }

  @Test
  void moreCollisionsMeanFewerObjects() {
    Cases.forAll(
        150,
        values -> {
          int n = values.between(200, 3000);
          int tenths = values.between(1, 4);
          // Half a tenth of n more collisions: well beyond rounding. Without any collision the size
          // may be T, which is another matter; up to 1.25 intervals per allocation nothing else
          // than
          // sizes below T is likely.
          long few = n + (long) n * tenths / 20;
          long more = few + n / 20;
          if (4096 * few % n == 0 || 4096 * more % n == 0) {
            // n equal allocations above T may make such a sum, which is another matter, too.
            return;
          }
          WeightedUnskewer unskewer = at(4096);
          assertThat(unskewer.stack(n, 4096 * more, 0, 0).allocObjects().value())
              .isLessThan(unskewer.stack(n, 4096 * few, 0, 0).allocObjects().value());
          assertThat(unskewer.stack(n, 4096 * more, 0, 0).allocSpace().value())
              .isGreaterThan(unskewer.stack(n, 4096 * few, 0, 0).allocSpace().value());
        });
  }

  @Test
  void sameSizesAndTwiceTheRecordsMeanMoreObjects() {
    Cases.forAll(
        50,
        values -> {
          int n = values.between(20, 2000);
          WeightedUnskewer unskewer = at(4096);
          assertThat(unskewer.stack(2L * n, 2 * 4096L * (n + n / 10), 0, 0).allocObjects().value())
              .isGreaterThan(unskewer.stack(n, 4096L * (n + n / 10), 0, 0).allocObjects().value());
        });
  }

  @Test
  void intervalsOfHigherConfidenceContainThoseOfLower() {
    List<WeightedUnskewer> unskewers = new ArrayList<>();
    for (double confidence : new double[] {0.5, 0.8, 0.9, 0.95, 0.99}) {
      unskewers.add(WeightedUnskewer.create(4096, 4096, confidence));
    }
    Cases.forAll(
        300,
        values -> {
          int n = values.between(1, 2000);
          int collisions = values.between(0, 2000);
          int rest = values.between(0, 5000);
          long bytes = 4096L * (n + collisions) + (rest % 2 == 0 ? 0 : rest);
          long frees = n * values.between(0, 100) / 100;
          Estimate[] inner = null;
          for (WeightedUnskewer unskewer : unskewers) {
            StackEstimates stack =
                unskewer.stack(n, bytes, frees, Math.min(bytes, 4096L * (frees + collisions / 3)));
            Estimate[] outer = {
              stack.allocObjects(), stack.allocSpace(), stack.objects(), stack.space()
            };
            for (int view = 0; inner != null && view < outer.length; view++) {
              assertThat(outer[view].value())
                  .isCloseTo(inner[view].value(), within(1e-9 * (1 + inner[view].value())));
              assertThat(outer[view].low()).isLessThanOrEqualTo(inner[view].low() * (1 + 1e-9));
              assertThat(outer[view].high())
                  .isGreaterThanOrEqualTo(inner[view].high() * (1 - 1e-9));
            }
            inner = outer;
          }
        });
  }

  @Test
  void moreBytesAreMoreBytes() {
    Cases.forAll(
        200,
        values -> {
          int n = values.between(1, 500);
          int collisions = values.between(0, 500);
          WeightedUnskewer unskewer = at(4096);
          Estimate less = unskewer.stack(n, 4096L * (n + collisions), 0, 0).allocSpace();
          Estimate more = unskewer.stack(n, 4096L * (n + collisions + 20), 0, 0).allocSpace();
          assertThat(more.value() - less.value()).isEqualTo(20 * 4096.0);
          // What is recorded to the byte has no interval.
          assertThat(more.high() >= less.high() || more.isExact()).isTrue();
        });
  }

  @Test
  void pagesWithoutACollisionAreNotMillionsOfTinyBlocks() {
    Estimate estimate = at(4096).stack(3000, 12_288_000, 0, 0).allocObjects();
    assertThat(estimate.value()).isBetween(3000.0, 3500.0);
    assertThat(estimate.low()).isEqualTo(3000);
  }

  @Test
  void whatIsKeptOfBuffersThatGrewMayBeExactlyOneIntervalEach() {
    // 1000 buffers grown from 1 KiB to 32 KiB in steps of two at T = 32768; the last ones are kept
    // and show one interval each.
    long frees = 820;
    StackEstimates estimates =
        at(32768).stack(1000 + frees, 32768 * (1000 + frees + 150), frees, 32768 * (frees + 150));
    assertThat(estimates.objects().low()).isEqualTo(1000);
    assertThat(estimates.objects().value()).isLessThan(20_000);
  }

  @Test
  void keepingEverythingMakesLiveEqualAllocated() {
    StackEstimates estimates = at(4096).stack(240, 991232, 0, 0);
    assertThat(estimates.objects()).isEqualTo(estimates.allocObjects());
    assertThat(estimates.space()).isEqualTo(estimates.allocSpace());
  }

  @Test
  void freeingEverythingLeavesNothingButWhatWasNotSampled() {
    StackEstimates estimates = at(4096).stack(240, 991232, 240, 991232);
    assertThat(estimates.objects().value()).isZero();
    assertThat(estimates.space().value()).isZero();
    assertThat(estimates.space().high()).isCloseTo(3.689 * 4096, within(10.0));
  }

  @Test
  void allocationsAboveTheCutoffAreExact() {
    StackEstimates estimates = at(4096).stack(400, 16_000_000, 200, 8_000_000);
    assertThat(estimates.allocObjects()).isEqualTo(Estimate.exact(400));
    assertThat(estimates.objects()).isEqualTo(Estimate.exact(200));
    assertThat(estimates.space()).isEqualTo(Estimate.exact(8_000_000));
  }

  @Test
  void growthByDoublingIsSeenInWhatIsKept() {
    // site_realloc_grow of truth_i4096: 32 to 16384 bytes, 5000 allocations, the 500 of 16384 bytes
    // kept.
    StackEstimates estimates = at(4096).stack(1966, 16_596_992, 1466, 8_404_992);
    assertThat(estimates.objects().value()).isBetween(500.0, 2000.0);
    assertThat(estimates.objects().low()).isEqualTo(500);
    assertThat(estimates.allocObjects().value()).isBetween(2000.0, 10_000.0);
    assertThat(estimates.allocObjects().low()).isLessThan(5000);
    assertThat(estimates.allocObjects().high()).isGreaterThan(5000);
  }

  @Test
  void widerConfidenceGivesWiderIntervals() {
    Estimate narrow =
        WeightedUnskewer.create(4096, 4096, 0.5).stack(240, 991232, 0, 0).allocObjects();
    Estimate wide =
        WeightedUnskewer.create(4096, 4096, 0.99).stack(240, 991232, 0, 0).allocObjects();
    assertThat(wide.low()).isLessThan(narrow.low());
    assertThat(wide.high()).isGreaterThan(narrow.high());
    assertThat(wide.value()).isEqualTo(narrow.value());
  }

  @Test
  void resultsDoNotDependOnTheOrderOfQuestions() {
    WeightedUnskewer one = at(512);
    WeightedUnskewer other = at(512);
    one.stack(1000, 512 * 1100, 200, 512 * 220);
    for (int n = 1; n < 200; n++) {
      one.stack(n, 512L * n + n, 0, 0).allocObjects();
    }
    assertThat(one.stack(1001, 512 * 1101, 201, 512 * 221))
        .isEqualTo(other.stack(1001, 512 * 1101, 201, 512 * 221));
  }

  private static void assertDefined(StackEstimates estimates) {
    assertDefined(estimates.allocObjects());
    assertDefined(estimates.allocSpace());
    assertDefined(estimates.objects());
    assertDefined(estimates.space());
  }

  private static void assertDefined(Estimate estimate) {
    assertThat(estimate.value()).isGreaterThanOrEqualTo(0).isFinite();
    assertThat(estimate.low()).isGreaterThanOrEqualTo(0).isLessThanOrEqualTo(estimate.value());
    assertThat(estimate.high()).isNotNaN().isGreaterThanOrEqualTo(estimate.value());
  }

  @Test
  void aStackThatIsRecordedAnywayWasNotSeenByLuck() {
    // Two small allocations, seen because one of them was hit: P(K >= 2) = 0.025 P(K >= 1).
    double lucky = at(4096).stack(2, 2 * 4096, 0, 0).allocSpace().low();
    assertThat(lucky).isCloseTo(0.050424 * 4096, within(0.1));
    // A byte more is part of an allocation above the cutoff, which is always recorded.
    assertThat(at(4096).stack(2, 2 * 4096 + 1, 0, 0).allocSpace().low()).isGreaterThan(4 * lucky);
  }

  @Test
  void countsWithoutBytesAreAsRecorded() {
    double unseen = 3.6888794541139363 * 4096;
    assertThat(at(4096).stack(3, 0, 0, 0).allocObjects()).isEqualTo(new Estimate(3, 3, 3));
    assertThat(at(4096).stack(3, 0, 0, 0).allocSpace().high()).isCloseTo(unseen, within(1.0));
  }

  /** As of peaks before Android 12: all may be small blocks, of which each sample is noise. */
  @Test
  void bytesWithoutCountsAreAsNoisyAsThoseOfSmallBlocks() {
    StackEstimates counted = at(4096).stack(400, 400 * 4096, 0, 0);
    StackEstimates uncounted = at(4096).stack(0, 400 * 4096, 0, 0);

    assertThat(uncounted.allocObjects()).isEqualTo(Estimate.ZERO);
    assertThat(uncounted.allocSpace().value()).isEqualTo(400 * 4096);
    assertThat(uncounted.allocSpace().low()).isBetween(counted.allocSpace().low() * .98, 1.55e6);
    assertThat(uncounted.allocSpace().high()).isBetween(1.75e6, counted.allocSpace().high() * 1.02);
  }

  @Test
  void whatRemainsUnseenIsOfTheSameSizes() {
    StackEstimates estimates = at(4096).stack(240, 991232, 240, 991232);
    assertThat(estimates.objects().high())
        .isCloseTo(3.6888794541139363 * estimates.allocObjects().high() / 240, within(0.1));
    assertThat(estimates.objects().low()).isZero();
  }
}

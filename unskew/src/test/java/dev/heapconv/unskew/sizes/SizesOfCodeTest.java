package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.CountQuantiles;
import dev.heapconv.unskew.sizes.WeightedUnskewer.RecordingUnskewer;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks whose size the code of the program states: what they count, and what contradicts it. */
class SizesOfCodeTest {

  private static final long INTERVAL = 4096;
  private static final double TAIL = 0.025;

  /** Only one of 10^8 stacks has a larger deviance. */
  private static final double MOST_DEVIANCE = 32;

  private static WeightedUnskewer at(long interval) {
    return WeightedUnskewer.create(interval, interval, 0.95);
  }

  private static RecordingUnskewer of(WeightedUnskewer unskewer, long size, long n, long bytes) {
    StackCells cells = unskewer.cells();
    cells.add(n, bytes);
    return unskewer.recording(
        new StackCells[] {cells},
        new SiteFacts[] {new SiteFacts(0, null, KnownSizes.ofCode(size))});
  }

  private static boolean isRefuted(WeightedUnskewer unskewer, long size, long n, long bytes) {
    RecordingUnskewer recording = of(unskewer, size, n, bytes);
    assertThat(recording.known(0) == null).isEqualTo(recording.refuted() == 1);
    return recording.refuted() == 1;
  }

  /** One block of a bytes is recorded with the probability 1 - e^(-a/T). */
  @ParameterizedTest
  @CsvSource({"16, 1", "1024, 1000", "4095, 200", "4095, 201"})
  void aCountIsTheRecordedOneDividedByTheChanceOfASample(long size, long n) {
    double x = (double) size / INTERVAL;
    double chance = -Math.expm1(-x);
    long bytes = INTERVAL * Math.round(n * x / chance);

    Estimate objects =
        of(at(INTERVAL), size, n, bytes).estimate(0, 0, n, bytes, 0, 0).allocObjects();

    double value = n / chance;
    double missed = Math.sqrt(1 - chance);
    assertThat(objects.value()).isEqualTo(value, within(1e-9 * value));
    double low = Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, TAIL)));
    double high = Math.log(CountQuantiles.poissonHigh(n, TAIL) / n);
    assertThat(objects.low())
        .isEqualTo(Math.max(n, value * Math.exp(-missed * low)), within(1e-6 * value));
    assertThat(objects.high()).isEqualTo(value * Math.exp(missed * high), within(1e-6 * value));
  }

  @Test
  void fromTheCutoffOnTheBytesAreTheSizeTimesTheCount() {
    WeightedUnskewer unskewer = at(INTERVAL);
    assertThat(isRefuted(unskewer, 5000, 7, 35_000)).isFalse();
    assertThat(isRefuted(unskewer, 5000, 7, 35_001)).isTrue();
    assertThat(isRefuted(unskewer, 5000, 7, 34_999)).isTrue();
    // The cutoff itself is recorded each time, one byte less is sampled.
    assertThat(isRefuted(unskewer, INTERVAL, 10, 12 * INTERVAL)).isTrue();
    assertThat(isRefuted(unskewer, INTERVAL - 1, 10, 15 * INTERVAL)).isFalse();
    assertThat(of(unskewer, 5000, 7, 35_000).estimate(0, 0, 7, 35_000, 0, 0).allocObjects())
        .isEqualTo(Estimate.exact(7));
  }

  @Test
  void aSizeBelowTheIntervalIsNoneWhoseBytesAreNoMultipleOfIt() {
    WeightedUnskewer unskewer = WeightedUnskewer.create(INTERVAL, 20_000, 0.95);
    assertThat(isRefuted(unskewer, INTERVAL - 1, 10, 15 * INTERVAL + 1)).isTrue();
    assertThat(isRefuted(unskewer, INTERVAL, 10, 15 * INTERVAL + 1)).isFalse();
  }

  /** The moments of the intervals beyond one of a recorded block, summed up term by term. */
  private static double[] excess(long size) {
    double x = (double) size / INTERVAL;
    double chance = Math.exp(-x);
    double recorded = 1 - chance;
    double mean = 0;
    double square = 0;
    for (int hits = 1; hits < 100; hits++) {
      chance *= x / hits;
      mean += chance * (hits - 1);
      square += chance * (hits - 1) * (hits - 1);
    }
    mean /= recorded;
    return new double[] {mean, square / recorded - mean * mean};
  }

  /** The deviance of a Poisson variable, divided by how much more the sum varies. */
  private static double deviance(long size, long n, long excess) {
    double[] one = excess(size);
    double expected = n * one[0];
    double log = excess == 0 ? 0 : excess * Math.log(excess / expected);
    return 2 * (log - excess + expected) / Math.max(1, one[1] / one[0]);
  }

  @ParameterizedTest
  @CsvSource({"16, 50", "16, 5000", "512, 300", "2048, 40", "4000, 1000"})
  void asManyIntervalsAsChanceAllowsAreNoContradiction(long size, long n) {
    WeightedUnskewer unskewer = at(INTERVAL);
    LongPredicate refuted = excess -> isRefuted(unskewer, size, n, (n + excess) * INTERVAL);
    long expected = Math.round(n * excess(size)[0]);
    long most = expected;
    while (!refuted.test(most + 1)) {
      most++;
    }
    assertThat(deviance(size, n, most)).isLessThanOrEqualTo(MOST_DEVIANCE);
    assertThat(deviance(size, n, most + 1)).isGreaterThan(MOST_DEVIANCE);
    long least = expected;
    while (least > 0 && !refuted.test(least - 1)) {
      least--;
    }
    assertThat(deviance(size, n, least)).isLessThanOrEqualTo(MOST_DEVIANCE);
    if (least > 0) {
      assertThat(deviance(size, n, least - 1)).isGreaterThan(MOST_DEVIANCE);
    }
  }

  @Test
  void chanceDoesNotContradictTheCode() {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 500; run++) {
      long size = 16L * random.nextInt(1, 256);
      double x = (double) size / INTERVAL;
      int blocks = random.nextInt(1, 4000);
      long n = 0;
      long hits = 0;
      for (int block = 0; block < blocks; block++) {
        int own = 0;
        for (double at = -Math.log(1 - random.nextDouble()); at < x; own++) {
          at -= Math.log(1 - random.nextDouble());
        }
        hits += own;
        n += own > 0 ? 1 : 0;
      }
      assertThat(n > 0 && size < INTERVAL && isRefuted(at(INTERVAL), size, n, hits * INTERVAL))
          .isFalse();
    }
  }

  @Test
  void onlyTheStackThatContradictsLosesItsSize() {
    WeightedUnskewer unskewer = at(INTERVAL);
    StackCells[] cells = new StackCells[3];
    for (int i = 0; i < cells.length - 1; i++) {
      cells[i] = unskewer.cells();
      cells[i].add(7, 35_000);
    }
    KnownSizes right = KnownSizes.ofCode(5000);
    KnownSizes wrong = KnownSizes.ofCode(5008);
    SiteFacts[] facts = {
      new SiteFacts(0, null, right), new SiteFacts(1, null, wrong), new SiteFacts(2, null, wrong)
    };

    RecordingUnskewer recording = unskewer.recording(cells, facts);

    assertThat(recording.refuted()).isEqualTo(1);
    assertThat(recording.known(0)).isSameAs(right);
    assertThat(recording.known(1)).isNull();
    assertThat(recording.known(2)).as("nothing was recorded").isSameAs(wrong);
    assertThat(facts[1].known()).isSameAs(wrong);
  }

  /** The bytes are those that were recorded, whatever the interval was; each block has one size. */
  @Test
  void whereTheIntervalGrewTheBytesCount() {
    WeightedUnskewer unskewer = WeightedUnskewer.create(2 * INTERVAL, INTERVAL, 2 * INTERVAL, 0.95);
    long bytes = 301 * INTERVAL;
    Estimate objects = of(unskewer, 64, 250, bytes).estimate(0, 0, 250, bytes, 0, 0).allocObjects();
    double intervals = 150.5;
    assertThat(objects.value()).isEqualTo(bytes / 64.0, within(1e-6));
    // An odd number of the smaller interval shows that there are samples of it.
    assertThat(objects.low() * 64)
        .isEqualTo(2 * INTERVAL * CountQuantiles.poissonLow(intervals, TAIL), within(1.0));
    assertThat(objects.high() * 64)
        .isEqualTo(2 * INTERVAL * CountQuantiles.poissonHigh(intervals, TAIL), within(1.0));

    // As many blocks as were recorded are the fewest.
    Estimate few = of(unskewer, 2000, 9, 8192).estimate(0, 0, 9, 8192, 0, 0).allocObjects();
    assertThat(few.low()).isEqualTo(9);
    assertThat(few.value()).isEqualTo(9);
    assertThat(few.high()).isGreaterThan(9);
  }

  @Test
  void whereTheIntervalGrewLargeBlocksWereAllRecorded() {
    WeightedUnskewer unskewer = WeightedUnskewer.create(2 * INTERVAL, INTERVAL, 2 * INTERVAL, 0.95);
    for (long size : new long[] {2 * INTERVAL, 10_000}) {
      assertThat(of(unskewer, size, 5, 5 * size).estimate(0, 0, 5, 5 * size, 0, 0).allocObjects())
          .isEqualTo(Estimate.exact(5));
    }
    // At the first interval, they may be neither: a sample of 4,000 bytes stands for more.
    assertThat(isRefuted(unskewer, 4000, 9, 9 * INTERVAL)).isFalse();
    assertThat(isRefuted(unskewer, 4000, 9, 9 * INTERVAL + 1)).isTrue();
  }

  /** A function that has 48-byte blocks in one stack usually has them in the others. */
  @ParameterizedTest
  @CsvSource({"16", "1000"})
  void aStackOfKnownSizeTellsOfItsFunction(long size) {
    long interval = 4099;
    WeightedUnskewer unskewer = at(interval);
    StackCells[] cells = new StackCells[40];
    SiteFacts[] same = new SiteFacts[cells.length];
    SiteFacts[] others = new SiteFacts[cells.length];
    double x = (double) size / interval;
    long hits = Math.round(60 * x / -Math.expm1(-x));
    for (int i = 0; i < cells.length; i++) {
      cells[i] = unskewer.cells();
      boolean isAsked = i == 0;
      cells[i].add(isAsked ? 8 : 60, interval * (isAsked ? 8 : hits));
      KnownSizes known = isAsked ? null : KnownSizes.ofCode(size);
      same[i] = new SiteFacts(i % 4, null, known);
      others[i] = new SiteFacts(isAsked ? 4 : i % 4, null, known);
    }
    double truth = 8 / -Math.expm1(-x);
    Estimate told =
        unskewer.recording(cells, same).estimate(0, 0, 8, 8 * interval, 0, 0).allocObjects();
    Estimate alone =
        unskewer.recording(cells, others).estimate(0, 0, 8, 8 * interval, 0, 0).allocObjects();
    assertThat(told.low()).isLessThan(truth);
    assertThat(told.high()).isGreaterThan(truth);
    assertThat(Math.abs(Math.log(told.value() / truth)))
        .isLessThan(Math.abs(Math.log(alone.value() / truth)));
    assertThat(told.high() / told.low()).isLessThan(alone.high() / alone.low());
  }

  @Test
  void stacksWithOneLawHaveOneNumber() {
    for (WeightedUnskewer unskewer :
        new WeightedUnskewer[] {
          at(INTERVAL), WeightedUnskewer.create(2 * INTERVAL, INTERVAL, 2 * INTERVAL, 0.95)
        }) {
      StackCells[] cells = new StackCells[6];
      SiteFacts[] facts = new SiteFacts[cells.length];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = unskewer.cells();
        facts[i] = new SiteFacts(i, null, i < 4 ? null : KnownSizes.ofCode(64));
      }
      for (int i : new int[] {0, 1, 4, 5}) {
        cells[i].add(9, 9 * INTERVAL);
      }
      cells[2].add(3, 50_001);
      RecordingUnskewer recording = unskewer.recording(cells, facts);
      assertThat(recording.lawNumber(0)).isEqualTo(recording.lawNumber(1));
      assertThat(recording.lawNumber(2)).isNotEqualTo(recording.lawNumber(0));
      assertThat(recording.lawNumber(3)).as("nothing").isNotEqualTo(recording.lawNumber(0));
      assertThat(recording.lawNumber(4)).as("known").isNotEqualTo(recording.lawNumber(0));
      assertThat(recording.lawNumber(4)).isNotEqualTo(recording.lawNumber(5));
    }
    StackCells[] none = new StackCells[2];
    SiteFacts[] facts = {SiteFacts.of(0), SiteFacts.of(1)};
    RecordingUnskewer exact = at(1).recording(none, facts);
    assertThat(exact.lawNumber(0)).isEqualTo(exact.lawNumber(1));
  }

  /** Where the last interval tells nothing of two stacks, the first one may tell them apart. */
  @Test
  void theFirstIntervalTellsStacksApart() {
    WeightedUnskewer unskewer = WeightedUnskewer.create(2 * INTERVAL, INTERVAL, 2 * INTERVAL, 0.95);
    StackCells[] cells = {unskewer.cells(), unskewer.cells()};
    cells[0].add(9, 9 * INTERVAL);
    cells[1].add(9, 12 * INTERVAL);
    RecordingUnskewer recording =
        unskewer.recording(cells, new SiteFacts[] {SiteFacts.of(0), SiteFacts.of(1)});
    assertThat(recording.lawNumber(0)).isNotEqualTo(recording.lawNumber(1));
  }
}

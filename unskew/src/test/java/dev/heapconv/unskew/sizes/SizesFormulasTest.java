package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers that estimates of object counts are made of, by hand and by textbooks. */
class SizesFormulasTest {

  private static final SizeTable ROUND = new SizeTable(4096, 4096);
  private static final SizeTable PRIME = new SizeTable(4099, 4099);

  private static StackCells cells(long unit, long... countsAndBytes) {
    StackCells cells = new StackCells(unit);
    for (int i = 0; i < countsAndBytes.length; i += 2) {
      cells.add(countsAndBytes[i], countsAndBytes[i + 1]);
    }
    return cells;
  }

  @Test
  void cellsShowASizeIfTheyAreNoMultipleOfTheInterval() {
    StackCells cells = cells(100, 2, 300, 3, 300, 1, 400, 5, 505, 1, 70, 0, 100, 7, 0);
    assertThat(cells.number()).isEqualTo(5);
    assertThat(cells.pureCount).isEqualTo(6);
    assertThat(cells.pureBytes).isEqualTo(1000);
    // Two allocations of three intervals; a single one shows its size, and three of three do not.
    assertThat(cells.openCells).isEqualTo(1);
    assertThat(cells.mixedCells).isEqualTo(2);
    assertThat(cells.mixedCount).isEqualTo(6);
    assertThat(cells.mixedBytes).isEqualTo(575);
    assertThat(cells.count()).isEqualTo(12);
    assertThat(cells.bytes()).isEqualTo(1575);
    assertThat(cells.pureExcess(100)).isEqualTo(4);
    assertThat(cells.pureExcess(1000)).isZero();
    assertThat(cells.mixedExcess(50)).isEqualTo(5.5);
    assertThat(cells.mixedExcess(100)).isEqualTo(StackCells.MIN_EXCESS);

    StackCells opened = cells.opened();
    assertThat(opened.pureCount + opened.openCells).isZero();
    assertThat(opened.pureBytes).isZero();
    assertThat(opened.mixedCells).isEqualTo(3);
    assertThat(opened.mixedCount).isEqualTo(12);
    assertThat(opened.mixedBytes).isEqualTo(1575);
    assertThat(opened.number()).isEqualTo(5);
    // Of halves or quarters: ln 0.02 - ln 2 + 2 ln 1/2, or - ln 4 + 2 ln 3/4.
    assertThat(cells.lnCoincidence()).isEqualTo(Math.log(0.02 / 4 * 9 / 16), within(1e-12));
    assertThat(cells(100, 2, 300, 2, 300).lnCoincidence())
        .isEqualTo(Math.log(0.02 / 4), within(1e-12));
  }

  @Test
  void meansAreEqualIfAllCellsHaveOneWholeNumber() {
    assertThat(cells(100).equalSize).isEqualTo(-1);
    assertThat(cells(100, 2, 140).equalSize).isEqualTo(70);
    assertThat(cells(100, 2, 140, 3, 210).equalSize).isEqualTo(70);
    assertThat(cells(100, 2, 140, 3, 213, 1, 70).equalSize).isZero();
    assertThat(cells(100, 2, 141).equalSize).isZero();
  }

  @Test
  void aDumpHasFreedAndLiveAllocations() {
    StackCells two = new StackCells(100);
    two.addSides(5, 500, 2, 190);
    assertThat(two).isEqualTo(cells(100, 2, 190, 3, 310));
    long[][] single = {{5, 500, 5, 400}, {5, 500, 0, 0}, {5, 500, 2, 500}, {5, 500, 2, 0}};
    for (long[] sides : single) {
      StackCells one = new StackCells(100);
      one.addSides(sides[0], sides[1], sides[2], sides[3]);
      assertThat(one).isEqualTo(cells(100, 5, 500));
      assertThat(one.number()).isEqualTo(1);
    }
  }

  @Test
  void cellsOfRecordingsAddUp() {
    StackCells sum = cells(100, 2, 300, 3, 310);
    sum.add(cells(100, 4, 600, 1, 55));
    assertThat(sum).isEqualTo(cells(100, 2, 300, 3, 310, 4, 600, 1, 55));
    assertThat(sum.hashCode()).isEqualTo(cells(100, 2, 300, 3, 310, 4, 600, 1, 55).hashCode());
    assertThat(sum.number()).isEqualTo(4);
    assertThat(sum.equalSize).isZero();
    StackCells equal = cells(100, 2, 140);
    equal.add(cells(100));
    equal.add(cells(100, 3, 210));
    assertThat(equal.equalSize).isEqualTo(70);
    StackCells none = cells(100);
    none.add(cells(100, 3, 210));
    assertThat(none.equalSize).isEqualTo(70);
    assertThat(none.number()).isEqualTo(1);
    for (StackCells other :
        new StackCells[] {
          cells(100, 2, 400, 3, 310),
          cells(100, 2, 300, 3, 311),
          cells(100, 2, 300),
          cells(100, 2, 300, 4, 310),
          cells(100, 3, 300, 3, 310)
        }) {
      assertThat(other).isNotEqualTo(cells(100, 2, 300, 3, 310));
      assertThat(other.hashCode()).isNotEqualTo(cells(100, 2, 300, 3, 310).hashCode());
    }
  }

  /** One in so many sums of other sizes has an equal mean; each further cell is ten times rarer. */
  @Test
  void equalSizesAreAsRareAsSumsOfOtherSizesHaveAWholeMean() {
    // 2 x 5008 is a multiple of 32 by 16: one in two. 3 x 5120 of 16: one in 48.
    assertThat(cells(4096, 2, 10_016).equality(ROUND)).isEqualTo(2);
    assertThat(cells(4096, 3, 15_360).equality(ROUND)).isEqualTo(32);
    // A prime size: as rare as the number of allocations.
    assertThat(cells(4096, 8, 8 * 5003).equality(ROUND)).isOne();
    // 32 of 5136 in two cells: ten times one in 32, down to a power of two.
    assertThat(cells(4096, 16, 16 * 5136, 16, 16 * 5136).equality(ROUND)).isEqualTo(256);
    assertThat(cells(4096, 32, 32 * 5120).equality(ROUND)).as("shows no size").isEqualTo(2);
    assertThat(cells(4096, 1, 5120).equality(ROUND)).as("one").isZero();
    assertThat(cells(4096, 3, 3 * 4080).equality(ROUND)).as("small").isZero();
    assertThat(cells(4096, 2, 2 * 4096).equality(ROUND)).as("the cutoff").isPositive();
    // Multiples of a prime interval show no size unless the size is one.
    assertThat(cells(4099, 4, 3 * 4099 * 4).equality(PRIME)).isPositive();
    assertThat(cells(4099, 4, 3 * 4099 * 4 / 2).equality(PRIME)).isZero();
    StackCells known = cells(4096, 2, 10_016);
    known.equality = 7;
    assertThat(known.equality(ROUND)).isEqualTo(7);
    assertThat(StackCells.multiples(4096)).isEqualTo(16 / 4096.0);
    assertThat(StackCells.multiples(4099)).isEqualTo(1 / 4099.0);
  }

  private static CountHistogram histogram() {
    CountHistogram histogram = new CountHistogram();
    histogram.add(0.5, 2);
    histogram.add(1, 4);
    histogram.add(3, 3);
    histogram.addExact(1);
    return histogram;
  }

  @Test
  void quantilesAreMeansBetweenShares() {
    CountHistogram histogram = histogram();
    assertThat(histogram.exactShare()).isEqualTo(0.1);
    assertThat(histogram.mean(0, 1, u -> u)).isEqualTo((1 + 4 + 9) / 10.0, within(1e-12));
    assertThat(histogram.mean(0, 1, u -> u * u)).isEqualTo((0.5 + 4 + 27) / 10, within(1e-12));
    assertThat(histogram.mean(0, 0.2, u -> u)).isEqualTo(0.25, within(1e-12));
    assertThat(histogram.mean(0, 0.05, u -> u + 7)).isEqualTo(7, within(1e-12));
    assertThat(histogram.mean(0.2, 0.5, u -> u))
        .isEqualTo((0.1 * 0.5 + 0.2 * 1) / 0.3, within(1e-12));
    assertThat(histogram.quantile(0.5, 0.1)).isEqualTo(1, within(1e-12));
    assertThat(histogram.quantile(0.7, 0.1)).isEqualTo(2, within(1e-12));
    CountHistogram none = new CountHistogram();
    assertThat(none.exactShare()).isZero();
    assertThat(none.mean(0.2, 0.5, u -> u + 3)).isEqualTo(3);
  }

  /** The ends are 3 above and, below, 0 at the shares 0.0125 to 0.0375: all lengths are 3. */
  @Test
  void theShareBelowIsHalfIfNoIntervalIsShorter() {
    assertThat(histogram().shareBelow()).isEqualTo(0.5, within(1e-9));
    // Where a twenty-fifth lies far above, intervals that end below it are the shortest.
    CountHistogram skewed = new CountHistogram();
    skewed.add(1, 0.97);
    skewed.add(4, 0.03);
    double[] lengths = new double[3];
    for (int i = 0; i < 3; i++) {
      double share = 0.25 * (i + 1);
      lengths[i] =
          skewed.quantile(1 - 0.05 * (1 - share), 0.0125) - skewed.quantile(0.05 * share, 0.0125);
    }
    double sum = 0;
    double all = 0;
    for (int i = 0; i < 3; i++) {
      double weight = Math.pow(lengths[i] + 1e-3, -16);
      sum += weight * 0.25 * (i + 1);
      all += weight;
    }
    assertThat(skewed.shareBelow()).isEqualTo(sum / all, within(1e-9)).isLessThan(0.3);
  }

  private static CountEstimate estimate(double value, boolean exact, double small) {
    return new CountEstimate(value, value / 4, value * 5, value / 2, value * 3, exact, small);
  }

  @Test
  void anIntervalThatGrewLiesBetweenBothEnds() {
    CountEstimate first = estimate(100, true, 7000);
    CountEstimate last = estimate(400, true, 9000);
    assertThat(GrownInterval.between(first, last, 10, 8000, 512, 1))
        .isEqualTo(new CountEstimate(200, 25, 2000, 50, 1200, true, 8000));
    assertThat(GrownInterval.between(first, estimate(400, false, 100), 10, 8000, 512, 1))
        .isEqualTo(new CountEstimate(200, 25, 2000, 50, 1200, false, 7000));
    assertThat(GrownInterval.between(last, first, 10, 8000, 512, 1))
        .isEqualTo(new CountEstimate(200, 25, 2000, 50, 1200, true, 8000));
    // All samples of the last interval are impossible: objects of 8 bytes at most, 64 usually.
    assertThat(GrownInterval.between(first, null, 10, 5120, 512, 0.5))
        .isEqualTo(
            new CountEstimate(Math.sqrt(100 * 80), 25, 640 * Math.exp(0.5), 50, 640, false, 5120));
    // Never fewer than were recorded.
    CountEstimate few = GrownInterval.between(estimate(1, true, 10), null, 10, 10, 512, 0.5);
    assertThat(few.value()).isEqualTo(Math.sqrt(10));
    assertThat(few.modelHigh()).isEqualTo(10);
    // More than three intervals for each is a large block.
    assertThat(GrownInterval.between(first, null, 10, 3 * 5120, 512, 0.5).value())
        .isEqualTo(Math.sqrt(100 * 80));
    assertThat(GrownInterval.between(first, null, 10, 3 * 5120 + 1, 512, 0.5).value())
        .isEqualTo(100);
  }

  @Test
  void largeBlocksAreThoseOfTheLastInterval() {
    StackCells equal = cells(512, 2, 8192, 3, 3 * 4096 + 3);
    assertThat(GrownInterval.large(equal, 4096)).isNull();
    StackCells visible = cells(512, 1, 4100, 1, 4100);
    assertThat(GrownInterval.large(visible, 4096)).isSameAs(visible);
    assertThat(GrownInterval.large(visible, 4100)).isSameAs(visible);
    assertThat(GrownInterval.large(visible, 4101)).isNull();
    StackCells pure = cells(512, 1, 512 * 100);
    assertThat(GrownInterval.large(pure, 4096)).as("shows no size").isNull();
    StackCells mixed = cells(512, 1, 12_289, 1, 512 * 100);
    assertThat(GrownInterval.large(mixed, 4096)).isSameAs(mixed);
    assertThat(GrownInterval.large(cells(512, 2, 24_575), 4096)).isNull();
    StackCells just = cells(512, 2, 24_577);
    assertThat(GrownInterval.large(just, 4096)).isSameAs(just);
  }

  /** The negative binomial distribution with the mean and the variance of each law. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1", "3, 2", "20, 40", "20, 41", "50, 300"})
  void excessesAreNegativeBinomial(double hits, double excess) {
    double[] found = new HitsExcess.Kept(ROUND).of(hits).lnChances(excess);
    assertThat(found).hasSize(ROUND.laws);
    for (int law = 0; law < found.length; law += 7) {
      double mean = hits * ROUND.excess[law];
      double error = ROUND.excessError[law] * mean;
      double variance = hits * ROUND.variance[law] + error * error;
      double q = Math.max(variance / mean - 1, 1e-6);
      double r = mean / q;
      double expected =
          LogGamma.value(r + excess)
              - LogGamma.value(r)
              - LogGamma.value(excess + 1)
              - (r + excess) * Math.log1p(q)
              + excess * Math.log(q);
      assertThat(found[law]).isEqualTo(expected, within(1e-6 * Math.abs(expected) + 1e-7));
    }
  }

  /**
   * Ends move away by the sizes of the rest, if only a part is asked, and by the noise of n: both
   * are deviations on the log scale.
   */
  @Test
  void aPartOfAStackMayHaveOtherSizesThanTheRest() {
    SizeModel model = new SizeModel(4096, 4096, 4096, 0.025);
    SizeLaw law = new SizeLaw(model, 0.5, 1, 2, false, 200, 0.1, 1.4);
    long n = 50;
    for (long intervals : new long[] {55, 70, 50}) {
      double difference = intervals - n - 5;
      double unlike = 1 + difference * difference / (5 * 1.1 + 0.25 * 25);
      double other = model.quantile * (1 - 50 / 200.0) * (1 - Math.exp(-1)) * unlike;
      double below = Math.hypot(0.5, 0.8 * other);
      double above = Math.hypot(1, 0.4 * other);
      double noiseBelow = Math.sqrt(1 - Math.exp(-1)) * model.noise(n).below();
      double noiseAbove = Math.sqrt(1 - Math.exp(-1 - above)) * model.noise(n).above();
      double value = n * Math.E;

      CountEstimate found = law.estimate(n, intervals * 4096);

      assertThat(found.value()).isEqualTo(value, within(1e-9));
      assertThat(found.modelLow()).isEqualTo(Math.max(n, value * Math.exp(-below)), within(1e-6));
      assertThat(found.modelHigh()).isEqualTo(value * Math.exp(above), within(1e-6 * value));
      assertThat(found.low())
          .isEqualTo(Math.max(n, value * Math.exp(-Math.hypot(below, noiseBelow))), within(1e-6));
      assertThat(found.high())
          .isEqualTo(value * Math.exp(Math.hypot(above, noiseAbove)), within(1e-6 * value));
      assertThat(law.estimate(n, intervals * 4096, 200)).isEqualTo(found);
      // The whole of a recording is no part.
      assertThat(law.estimate(n, intervals * 4096, 50).modelLow())
          .isEqualTo(value * Math.exp(-0.5), within(1e-6));
    }
  }

  /** Bytes below the cutoff are noisy: all of a pure sum, else as many as may be hidden. */
  @Test
  void bytesThatMayBeOfSmallBlocks() {
    SizeModel model = new SizeModel(4096, 4096, 4096, 0.025);
    SizeLaw law = new SizeLaw(model, 0.5, 1, 2, false, 200, 0.1, 1.4);
    assertThat(law.estimate(100, 169 * 4096).smallBytes()).isEqualTo(169 * 4096);
    assertThat(law.estimate(100, 170 * 4096).smallBytes()).isEqualTo(140 * 4096);
    assertThat(law.estimate(100, 160 * 4096 + 1).smallBytes()).isEqualTo(140 * 4096);
    assertThat(law.estimate(100, 120 * 4096 + 1).smallBytes()).isEqualTo(120 * 4096 + 1);
    SizeLaw exact = new SizeLaw(model, 0, 0, 0, true, 200, 0.1, 1.4);
    assertThat(exact.estimate(100, 120 * 4096 + 1).smallBytes()).isZero();
    assertThat(exact.estimate(100, 120 * 4096 + 1).exact()).isTrue();
  }

  @Test
  void theNoiseOfANumberIsThatOfAPoissonVariable() {
    SizeModel model = new SizeModel(4096, 4096, 4096, 0.025);
    for (long n : new long[] {1, 2, 200, 201, 10_000}) {
      SizeModel.CountNoise noise = model.noise(n);
      assertThat(noise.below())
          .isEqualTo(Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, 0.025))));
      assertThat(noise.above()).isEqualTo(Math.log(CountQuantiles.poissonHigh(n, 0.025) / n));
    }
    assertThat(model.noise(200)).as("kept").isSameAs(model.noise(200));
    assertThat(model.quantile).isEqualTo(1.959963984540054, within(1e-6));
  }

  /** Stacks that no entry can tell apart share their evidence. */
  @Test
  void cellsAreRoundedToWhatEntriesTellApart() {
    SizeModel model = new SizeModel(4096, 4096, 4096, 0.025);
    for (long n = 1; n <= 12; n++) {
      assertThat(model.rounded(cells(4096, n, n * 4096)).pureCount).isEqualTo(n);
    }
    for (long n = 13; n < 3000; n += 7) {
      StackCells rounded = model.rounded(cells(4096, n, (n + n / 4) * 4096, n, n * 5001));
      assertThat(rounded.pureCount).isBetween((long) (n / 1.13), (long) (n * 1.13) + 1);
      assertThat(rounded.mixedCount).isEqualTo(rounded.pureCount);
      assertThat(rounded.pureExcess(4096)).isBetween(n / 4 / 1.08 - 1, n / 4 * 1.08 + 1);
      double excess = n * 5001 / 4096.0 - n;
      assertThat(rounded.mixedExcess(4096)).isBetween(excess / 1.07, excess * 1.07);
      assertThat(rounded.mixedCells).isEqualTo(1);
      assertThat(rounded.openCells).isEqualTo(1);
    }
    assertThat(model.rounded(cells(4096, 9, 12 * 4096)).openCells).as("none mixed").isZero();
  }

  @Test
  void theEvidenceOfTheFirstThousandCellsIsKept() {
    SizeModel model = new SizeModel(4096, 4096, 4096, 0.025);
    for (long bytes = 1; bytes < 1000; bytes++) {
      model.evidence(cells(4096, 1, 4096 + bytes));
    }
    StackCells last = model.rounded(cells(4096, 13, 20 * 4096));
    assertThat(model.evidence(last)).isSameAs(model.evidence(last));
    StackCells next = model.rounded(cells(4096, 9, 12 * 4096));
    assertThat(model.evidence(next)).isNotSameAs(model.evidence(next));
  }

  /** A distribution of means is normal on the log scale, with a side of its own each. */
  @Test
  void knownMeansAreNormalToEachSide() {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    builder.add(1000, 1000 / Math.exp(1.96), 1000 * Math.exp(2 * 1.96), 1.96, 1);
    KnownSizes known = builder.build(0.1);
    assertThat(known.doubt()).isEqualTo(0.1);
    assertThat(known.size()).isZero();
    double step = Math.log(2) / 3;
    int middle = KnownSizes.bin(1000);
    double ofMiddle = middle * step - Math.log(1000);
    for (int bin : new int[] {middle - 9, middle - 2, middle, middle + 3, middle + 20}) {
      double z = (bin * step - Math.log(1000)) / (bin * step < Math.log(1000) ? 1.3 : 2.6);
      double atMiddle = ofMiddle / (ofMiddle < 0 ? 1.3 : 2.6);
      assertThat(known.share(bin) / known.share(middle))
          .isEqualTo(Math.exp((atMiddle * atMiddle - z * z) / 2), within(1e-9));
    }
    double all = 0;
    for (int bin = 0; bin < KnownSizes.BINS; bin++) {
      all += known.share(bin);
    }
    assertThat(all).isEqualTo(1, within(1e-12));
    assertThat(new KnownSizes.Builder().build(0.3).share(5)).isEqualTo(1.0 / KnownSizes.BINS);
    assertThat(KnownSizes.bin(1)).isZero();
    assertThat(KnownSizes.bin(0.1)).isZero();
    assertThat(KnownSizes.bin(2)).isEqualTo(3);
    assertThat(KnownSizes.bin(1e30)).isEqualTo(KnownSizes.BINS - 1);
    assertThat(KnownSizes.ofCode(48).size()).isEqualTo(48);
    assertThat(KnownSizes.ofCode(48).doubt()).isZero();
  }

  /** A heavier stack counts more, and a mean that is exact still differs from run to run. */
  @Test
  void knownMeansAddUpByTheirWeights() {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    builder.add(64, 64, 64, 1.96, 3);
    builder.add(4096, 4096, 4096, 1.96, 1);
    KnownSizes known = builder.build(0.1);
    int small = KnownSizes.bin(64);
    int large = KnownSizes.bin(4096);
    assertThat(known.share(small) / known.share(large)).isEqualTo(3, within(1e-9));
    double z = Math.log(2) / 3 / 0.2;
    assertThat(known.share(small + 1) / known.share(small))
        .isEqualTo(Math.exp(-z * z / 2), within(1e-9));
    assertThat(known.share(small + 5)).isZero();
  }

  @Test
  void namesSuggestSizes() {
    double[] places = {0, 1, 2, 3};
    double[] shares = {0.1, 0.2, 0.3, 0.4};
    double[] named = NamedSizes.STRINGS.shares(places, shares, 1);
    double[] normal = Arrays.stream(places).map(x -> Math.exp(-(x - 1) * (x - 1) / 1.62)).toArray();
    double sum = Arrays.stream(normal).sum();
    for (int i = 0; i < 4; i++) {
      assertThat(named[i]).isEqualTo(0.9 * normal[i] / sum + 0.1 * shares[i], within(1e-12));
    }
    assertThat(shares).containsExactly(0.1, 0.2, 0.3, 0.4);
  }

  @Test
  void factsKeepTheirParts() {
    StackCells cells = cells(100, 2, 300);
    RecordingCells all = RecordingCells.of(new int[] {4, 9}, new StackCells[] {cells, cells});
    RecordingCells moved = all.onStacks(stack -> stack + 1);
    assertThat(moved.stack(0)).isEqualTo(5);
    assertThat(moved.stack(1)).isEqualTo(10);
    assertThat(moved.size()).isEqualTo(2);
    assertThat(moved.recording()).isSameAs(all.recording());
    assertThat(moved.cells()).containsExactly(cells, cells).isNotSameAs(moved.cells());
    KnownSizes known = KnownSizes.ofCode(48);
    SiteFacts facts = new SiteFacts(3, NamedSizes.STRINGS, known);
    assertThat(facts.withoutKnown()).isEqualTo(new SiteFacts(3, NamedSizes.STRINGS, null));
    assertThat(facts.and(null)).isSameAs(facts);
    SizesElsewhere some = new SizesElsewhere(new float[] {1, 0.5f, 0.25f});
    SizesElsewhere other = new SizesElsewhere(new float[] {0.25f, 1, 0.25f});
    assertThat(facts.and(some).elsewhere()).isSameAs(some);
    assertThat(facts.and(some).known()).isSameAs(known);
    assertThat(facts.and(some).and(other).elsewhere()).isNotSameAs(some);
    assertThat(SiteFacts.of(3)).isEqualTo(new SiteFacts(3, null, null));
  }
}

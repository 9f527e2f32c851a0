package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings at one interval are evidence about the sizes of stacks in those at another. */
class SizesElsewhereTest {

  private static final double DOUBT = 0.02;

  private static WeightedUnskewer at(long interval) {
    return WeightedUnskewer.create(interval, interval, 0.95);
  }

  private static StackCells cells(WeightedUnskewer unskewer, long n, long bytes) {
    StackCells cells = unskewer.cells();
    cells.add(n, bytes);
    return cells;
  }

  /** What a recording at an interval has of 200,000 blocks of a size, without its noise. */
  private static long[] recorded(long size, long interval) {
    double x = (double) size / interval;
    long n = Math.round(200_000 * -Math.expm1(-x));
    return new long[] {n, interval * Math.round(200_000 * x)};
  }

  @ParameterizedTest
  @CsvSource({"8, 509, 32771", "48, 509, 32771", "64, 512, 32768", "400, 509, 65537"})
  void whatASmallIntervalToldHoldsAtALargeOne(long size, long small, long large) {
    WeightedUnskewer first = at(small);
    long[] fine = recorded(size, small);
    SizesElsewhere told = first.sizes(new StackCells[] {cells(first, fine[0], fine[1])})[0];
    WeightedUnskewer second = at(large);
    long[] coarse = recorded(size, large);
    StackCells[] cells = {cells(second, coarse[0], coarse[1])};

    Estimate alone = objects(second, cells, SiteFacts.of(0), coarse);
    Estimate both = objects(second, cells, SiteFacts.of(0).and(told), coarse);

    assertThat(both.low()).isLessThan(200_000);
    assertThat(both.high()).isGreaterThan(200_000);
    assertThat(both.value()).isBetween(100_000.0, 400_000.0);
    assertThat(both.high() / both.low()).isLessThan(0.7 * alone.high() / alone.low());
  }

  private static Estimate objects(
      WeightedUnskewer unskewer, StackCells[] cells, SiteFacts facts, long[] numbers) {
    return unskewer
        .recording(cells, new SiteFacts[] {facts})
        .estimate(0, 0, numbers[0], numbers[1], 0, 0)
        .allocObjects();
  }

  @Test
  void noEvidenceComesFromNothingFromWholeRecordsAndFromAnIntervalThatGrew() {
    WeightedUnskewer prime = at(4099);
    StackCells[] cells = {
      null, prime.cells(), cells(prime, 9, 9 * 4099), cells(prime, 9, 9 * 4099)
    };
    SizesElsewhere[] sizes = prime.sizes(cells);
    assertThat(sizes).hasSize(4);
    assertThat(sizes[0]).isNull();
    assertThat(sizes[1]).isNull();
    assertThat(sizes[2]).isNotNull().as("equal stacks share it").isSameAs(sizes[3]);
    assertThat(at(1).sizes(cells)).containsOnlyNulls().hasSize(4);
    assertThat(WeightedUnskewer.create(8192, 4096, 8192, 0.95).sizes(cells))
        .containsOnlyNulls()
        .hasSize(4);
  }

  /** At a round interval, all blocks may have exactly one interval, which no other can tell. */
  @Test
  void whatMayBeBlocksOfExactlyOneIntervalIsNoEvidence() {
    WeightedUnskewer round = at(4096);
    assertThat(round.sizes(new StackCells[] {cells(round, 300, 300 * 4096)})).containsOnlyNulls();
    assertThat(round.sizes(new StackCells[] {cells(round, 300, 330 * 4096)})).doesNotContainNull();
    WeightedUnskewer prime = at(4099);
    assertThat(prime.sizes(new StackCells[] {cells(prime, 300, 300 * 4099)})).doesNotContainNull();
  }

  private static float[] likelihoods(SplittableRandom random, int sites) {
    float[] likely = new float[sites];
    for (int site = 0; site < sites; site++) {
      likely[site] = random.nextInt(3) == 0 ? 0 : (float) random.nextDouble();
    }
    return likely;
  }

  @Test
  void twoSamplingsTellTheProductOfTheirLikelihoods() {
    SizeTable table = new SizeTable(4099, 4099);
    int sites = table.entryOf.length;
    SplittableRandom random = new SplittableRandom(5);
    float[] one = likelihoods(random, sites);
    float[] other = likelihoods(random, sites);
    float[] product = new float[sites];
    for (int site = 0; site < sites; site++) {
      product[site] = one[site] * other[site];
    }
    double[] expected = table.factors(product, DOUBT);
    double[] both = new SizesElsewhere(one).and(new SizesElsewhere(other)).factors(table);
    double[] turned = new SizesElsewhere(other).and(new SizesElsewhere(one)).factors(table);
    for (int at = 0; at < expected.length; at++) {
      assertThat(both[at]).isEqualTo(expected[at], within(1e-4 * (1 + expected[at])));
    }
    assertThat(turned).isEqualTo(both);
    // A product of many small numbers would be zero if it were not scaled each time.
    float[] small = one.clone();
    for (int site = 0; site < sites; site++) {
      small[site] *= 1e-20f;
    }
    double[] scaled = new SizesElsewhere(small).and(new SizesElsewhere(small)).factors(table);
    assertThat(Arrays.stream(scaled).max().orElseThrow()).isGreaterThan(1.5);
  }

  /** With evidence that excludes all sites, the doubt remains. */
  @Test
  void evidenceAgainstEachSiteIsNone() {
    SizeTable table = new SizeTable(4099, 4099);
    double[] factors = new SizesElsewhere(new float[table.entryOf.length]).factors(table);
    assertThat(factors).containsOnly(DOUBT);
    SizesElsewhere none = new SizesElsewhere(new float[table.entryOf.length]);
    assertThat(none.and(none).factors(table)).containsOnly(DOUBT);
  }

  @ParameterizedTest
  @CsvSource({"4096", "4099", "100"})
  void factorsKeepTheSumOfTheWeights(long interval) {
    SizeTable table = new SizeTable(interval, interval);
    double[] factors =
        table.factors(likelihoods(new SplittableRandom(interval), table.entryOf.length), 0.1);
    double sum = 0;
    for (int at = 0; at < table.firstBeside; at++) {
      assertThat(factors[at]).isGreaterThanOrEqualTo(0.1);
      sum += at == table.exact ? 0 : table.weight[at] * factors[at];
    }
    assertThat(sum).isEqualTo(1, within(1e-9));
    if (table.exact >= 0) {
      assertThat(factors[table.exact]).isEqualTo(factors[table.allLarge]);
    }
  }

  /** Sites are the same for every sampling, but for those of a few bytes, which come last. */
  @ParameterizedTest
  @CsvSource({"4096", "4099", "1"})
  void likelihoodsOfEntriesBecomeThoseOfSites(long interval) {
    SizeTable table = new SizeTable(Math.max(2, interval), Math.max(2, interval));
    float[] ofEntries = new float[table.entries];
    for (int at = 0; at < ofEntries.length; at++) {
      ofEntries[at] = 1 + at;
    }
    float[] ofSites = table.ofSites(ofEntries);
    assertThat(ofSites).hasSameSizeAs(new SizeTable(4099, 4099).entryOf);
    for (int site = 0; site < table.entryOf.length; site++) {
      assertThat(ofSites[site]).isEqualTo(ofEntries[table.entryOf[site]]);
    }
    double[] tiny = {4, 6, 8, 12};
    for (int i = 0; i < tiny.length; i++) {
      int site = ofSites.length - tiny.length + i;
      if (site >= table.entryOf.length) {
        double least = Double.POSITIVE_INFINITY;
        List<Float> nearest = new ArrayList<>();
        for (int as = SizeLibrary.entries().size(); as < table.entryOf.length; as++) {
          double distance = Math.abs(Math.log(table.siteMean[as] / tiny[i]));
          if (distance < least - 1e-9) {
            least = distance;
            nearest.clear();
          }
          if (distance < least + 1e-9) {
            nearest.add(ofEntries[table.entryOf[as]]);
          }
        }
        // Two are as near to 8 bytes.
        assertThat(nearest).contains(ofSites[site]);
      }
    }
  }

  @Test
  void oneSizeIsLikelyUnderEntriesLikeIt() {
    SizeTable round = new SizeTable(4096, 4096);
    double error = 0.2;
    boolean anyNear = false;
    for (int at = 0; at < round.entries; at++) {
      boolean isLarge = round.isAllLarge(at);
      assertThat(round.likeOneSize(at, 4096)).isEqualTo(isLarge ? 1 : 0);
      assertThat(round.likeOneSize(at, 5000)).isEqualTo(isLarge && at != round.exact ? 1 : 0);
      double like = round.likeOneSize(at, 64);
      boolean isSmall = Double.isInfinite(round.hitsPerLarge[round.hitsOf[at]]);
      double z = Math.log(round.perHit[round.lawOf[at]] * -Math.expm1(-64.0 / 4096)) / error;
      assertThat(like)
          .isEqualTo(isSmall && !round.isBeside(at) ? Math.exp(-z * z / 2) : 0, within(1e-9));
      anyNear |= like > 0.9;
    }
    assertThat(anyNear).isTrue();
    assertThat(round.lnPerHit(4096)).isZero();
    assertThat(round.lnPerHit(4095)).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "256, true", "4096, true", "32768, true", "4099, false", "4097, false", "1024, true",
    "992, true", "1008, false", "1056, false", "496, true", "512, true", "528, false",
    "31, true", "32, true", "33, false", "64, true", "66, false", "1088, false"
  })
  void anIntervalIsRoundIfSizesAreOftenMultiplesOfIt(long interval, boolean isRound) {
    assertThat(new SizeTable(interval, interval).isRound).isEqualTo(isRound);
  }
}

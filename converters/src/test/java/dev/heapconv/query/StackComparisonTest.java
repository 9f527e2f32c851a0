package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.model.Column;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.StackComparison.ComparedSide;
import dev.heapconv.unskew.Estimate;
import org.junit.jupiter.api.Test;

class StackComparisonTest {

  private static final double CONFIDENCE = 0.95;

  private static final double UNSEEN = -Math.log((1 - CONFIDENCE) / 2);

  private static ComparedSide side(long recorded, Estimate estimate) {
    return side(recorded, estimate, recorded * 4096.0);
  }

  private static ComparedSide side(long recorded, Estimate estimate, double bytes) {
    EstimateSums sums = EstimateSums.ofOneStack(1);
    sums.add(0, estimate);
    EstimateSums space = EstimateSums.ofOneStack(1);
    space.add(0, Estimate.exact(bytes));
    return new ComparedSide(sums, space, new long[] {recorded}, true, 4096);
  }

  private static StackComparison compare(ComparedSide base, ComparedSide changed, double unit) {
    return new StackComparison(1, base, changed, CONFIDENCE, true, unit > 0);
  }

  private static boolean excludesZero(Column column) {
    return column.low(0) > 0 || column.high(0) < 0;
  }

  /** Sizes known to a factor of ten, n to its Poisson noise. */
  private static Estimate count(long n, double perRecorded) {
    double value = n * perRecorded;
    double factor = Math.exp(Math.hypot(Math.log(10), 2 / Math.sqrt(n)));
    return new Estimate(value, value / factor, value * factor, value / 10, value * 10);
  }

  @Test
  void whatIsUnknownOfCommonSizesDoesNotHideAChangeOfCount() {
    StackComparison compared = compare(side(100, count(100, 90)), side(150, count(150, 110)), 0);
    double perRecorded = (9000.0 + 16_500) / 250;
    assertThat(compared.column(Compared.BASE).value(0)).isCloseTo(100 * perRecorded, within(1e-6));
    assertThat(compared.column(Compared.NEW).value(0)).isCloseTo(150 * perRecorded, within(1e-6));
    assertThat(compared.column(Compared.DIFFERENCE).value(0))
        .isCloseTo(50 * perRecorded, within(1e-6));
    assertThat(compared.column(Compared.DIFFERENCE).modelLow(0))
        .isCloseTo(5 * perRecorded, within(1e-6));
    assertThat(compared.column(Compared.DIFFERENCE).modelHigh(0))
        .isCloseTo(500 * perRecorded, within(1e-6));
    assertThat(excludesZero(compared.column(Compared.NOISE))).isTrue();
    assertThat(compared.hasOtherSizes(0)).isFalse();
  }

  @Test
  void anUnchangedCountIsNoDifferenceHoweverUnknownTheSizes() {
    StackComparison compared = compare(side(100, count(100, 30)), side(100, count(100, 150)), 0);
    assertThat(compared.column(Compared.DIFFERENCE).value(0)).isZero();
    assertThat(compared.column(Compared.DIFFERENCE).modelLow(0)).isZero();
    assertThat(compared.column(Compared.DIFFERENCE).high(0))
        .isLessThan(compared.column(Compared.NEW).value(0));
    assertThat(excludesZero(compared.column(Compared.NOISE))).isFalse();
  }

  @Test
  void otherSizesAreTwoErrors() {
    ComparedSide base = side(100, count(100, 1), 100 * 20_000);
    StackComparison compared = compare(base, side(100, count(100, 1000)), 0);
    assertThat(compared.hasOtherSizes(0)).isTrue();
    assertThat(compared.column(Compared.BASE).value(0)).isEqualTo(100);
    assertThat(compared.column(Compared.NEW).value(0)).isEqualTo(100_000);
    assertThat(compared.column(Compared.NOISE).low(0))
        .isEqualTo(compared.column(Compared.DIFFERENCE).low(0));
    assertThat(compared.column(Compared.NOISE).high(0))
        .isEqualTo(compared.column(Compared.DIFFERENCE).high(0));
  }

  @Test
  void aStackThatWasNotSeenMayHaveBeenThere() {
    ComparedSide nothing = side(0, Estimate.ZERO);
    StackComparison few = compare(nothing, side(3, new Estimate(3000, 600, 8800)), 1000);
    assertThat(few.column(Compared.NOISE).low(0)).isNegative();
    StackComparison many = compare(nothing, side(30, new Estimate(30_000, 20_000, 43_000)), 1000);
    assertThat(excludesZero(many.column(Compared.NOISE))).isTrue();
    ComparedSide exact = side(3, Estimate.exact(3000));
    assertThat(compare(nothing, exact, 1000).column(Compared.DIFFERENCE).low(0)).isEqualTo(3000);
    ComparedSide absent =
        new ComparedSide(
            EstimateSums.ofOneStack(1), EstimateSums.ofOneStack(1), new long[1], false, 0);
    assertThat(
            compare(absent, side(3, new Estimate(3000, 600, 8800)), 1000)
                .column(Compared.NOISE)
                .low(0))
        .isEqualTo(600);
  }

  /** What the finer of two recordings has nothing of, the coarser one misses nothing of. */
  @Test
  void aStackThatNeitherSideHoldsHasNoNoise() {
    ComparedSide fine = exactly(0);
    ComparedSide coarse = side(0, Estimate.ZERO);
    assertThat(compare(coarse, fine, 1000).column(Compared.DIFFERENCE).low(0)).isZero();
    assertThat(compare(fine, coarse, 1000).column(Compared.DIFFERENCE).high(0)).isZero();
    Column seen = compare(coarse, exactly(3000), 1000).column(Compared.DIFFERENCE);
    assertThat(seen.low(0)).isEqualTo(3000 - UNSEEN * 4096);
  }

  /** A stack that was recorded completely, in allocations of 100 bytes. */
  private static ComparedSide exactly(double bytes) {
    EstimateSums sums = EstimateSums.ofOneStack(1);
    sums.add(0, Estimate.exact(bytes));
    return new ComparedSide(sums, sums, new long[] {(long) bytes / 100}, true, 1);
  }

  @Test
  void bytesThatCountsDoNotExplainAreAChangeOfSize() {
    ComparedSide base = side(400, count(400, 20), 400 * 6000.0);
    ComparedSide more = side(900, count(900, 20), 900 * 6000.0);
    ComparedSide larger = side(400, count(400, 10), 400 * 12_000.0);
    assertThat(excludesZero(compare(base, more, 0).column(Compared.SIZES))).isFalse();
    Column sizes = compare(base, larger, 0).column(Compared.SIZES);
    assertThat(sizes.value(0)).isEqualTo(400 * 6000.0);
    assertThat(excludesZero(sizes)).isTrue();
    ComparedSide single = side(400, count(400, 20));
    assertThat(compare(single, side(900, count(900, 20)), 0).column(Compared.SIZES).high(0))
        .isZero();
  }

  @Test
  void countsAtTwoIntervalsAreTwoEstimates() {
    ComparedSide fine = side(1600, count(1600, 6));
    ComparedSide coarse = side(100, count(100, 90));
    StackComparison compared = new StackComparison(1, coarse, fine, CONFIDENCE, false, false);
    assertThat(compared.column(Compared.BASE).value(0)).isCloseTo(9000, within(1e-6));
    assertThat(compared.column(Compared.NEW).value(0)).isCloseTo(9600, within(1e-6));
    assertThat(excludesZero(compared.column(Compared.NOISE))).isFalse();
    assertThat(compared.column(Compared.SIZES).value(0)).isZero();
  }

  @Test
  void exchangingTheSidesChangesTheSign() {
    ComparedSide one = side(40, count(40, 50));
    ComparedSide other = side(90, count(90, 20));
    Column there = compare(one, other, 0).column(Compared.DIFFERENCE);
    Column back = compare(other, one, 0).column(Compared.DIFFERENCE);
    assertThat(back.value(0)).isEqualTo(-there.value(0));
    assertThat(back.low(0)).isCloseTo(-there.high(0), within(1e-9));
    assertThat(back.modelHigh(0)).isCloseTo(-there.modelLow(0), within(1e-9));
  }

  @Test
  void aMeanSizeBeyondChanceIsAnotherSize() {
    // The log of the ratio of two means of 100 sizes each has a standard deviation of 0.141.
    ComparedSide base = side(100, count(100, 1), 100 * 8192.0);
    ComparedSide beyond = side(100, count(100, 1000), 100 * 8192.0 * Math.exp(0.3));
    ComparedSide within = side(100, count(100, 1000), 100 * 8192.0 * Math.exp(0.25));
    assertThat(compare(base, beyond, 0).hasOtherSizes(0)).isTrue();
    assertThat(compare(beyond, base, 0).hasOtherSizes(0)).isTrue();
    assertThat(compare(base, within, 0).hasOtherSizes(0)).isFalse();
  }

  private static ComparedSide bytes(long recorded, double interval, double half) {
    double value = recorded * interval;
    EstimateSums sums = EstimateSums.ofOneStack(1);
    sums.add(0, new Estimate(value, value - half, value + half));
    return new ComparedSide(sums, sums, new long[] {recorded}, true, interval);
  }

  private static void assertWorth(
      StackComparison compared, double expected, double base, double changed) {
    double each = compared.column(Compared.EXPECTED).value(0);
    assertThat(each).isCloseTo(expected, within(1e-6 * expected));
    assertThat(compared.column(Compared.BASE_WORTH).value(0) / each)
        .isCloseTo(base, within(1e-6 * base));
    assertThat(compared.column(Compared.NEW_WORTH).value(0) / each)
        .isCloseTo(changed, within(1e-6 * changed));
  }

  @Test
  void samplesAreWorthWhatTheyStandFor() {
    // One value per recorded allocation, whatever it is, on both sides: (100 + 150) 102 / 2.
    assertWorth(
        compare(side(100, count(100, 90)), side(150, count(150, 110)), 0), 12_750, 102, 102);
    StackComparison unlike =
        new StackComparison(
            1, bytes(100, 4096, 20_000), bytes(400, 1024, 10_000), CONFIDENCE, false, true);
    assertWorth(unlike, 500 * 4096.0 * 1024 / (4096 + 1024), 4096, 1024);
    // An interval wider than that of the samples is worth fewer of them.
    StackComparison wide =
        new StackComparison(
            1, bytes(100, 4096, 400_000), bytes(400, 1024, 10_000), CONFIDENCE, false, true);
    assertThat(wide.column(Compared.BASE_WORTH).value(0) / wide.column(Compared.EXPECTED).value(0))
        .isGreaterThan(10 * 4096);
    StackComparison exact =
        compare(side(3, Estimate.exact(3000)), side(4, Estimate.exact(4000)), 1000);
    assertThat(exact.column(Compared.EXPECTED).value(0)).isZero();
  }

  @Test
  void whatIsUnseenIsWorthASampleOfTheOtherSide() {
    ComparedSide nothing = side(0, Estimate.ZERO);
    StackComparison ofBytes = compare(nothing, bytes(30, 4096, 40_000), 1);
    assertWorth(ofBytes, 30 * 4096 / 2.0, 4096, 4096);
    assertThat(ofBytes.column(Compared.NOISE).low(0))
        .isCloseTo(30 * 4096 - Math.hypot(40_000, UNSEEN * 4096), within(1e-6));
    assertThat(ofBytes.column(Compared.NOISE).high(0)).isCloseTo(30 * 4096 + 40_000, within(1e-6));
    // An allocation that stands for 50 was hit several times now and then.
    StackComparison ofCounts = compare(nothing, side(30, count(30, 50)), 0);
    double lower = 1500 * -Math.expm1(-2 / Math.sqrt(30));
    double upper = 1500 * Math.expm1(2 / Math.sqrt(30));
    double unseen = UNSEEN * 50 * Math.sqrt(1 - 1 / 50.0);
    assertThat(ofCounts.column(Compared.NOISE).low(0))
        .isCloseTo(1500 - Math.hypot(lower, unseen), within(1e-6));
    assertThat(ofCounts.column(Compared.NOISE).high(0)).isCloseTo(1500 + upper, within(1e-6));
    // At a quarter of the interval it stands for a quarter as many.
    EstimateSums none = EstimateSums.ofOneStack(1);
    ComparedSide fine = new ComparedSide(none, none, new long[1], true, 1024);
    StackComparison unlike =
        new StackComparison(1, fine, side(30, count(30, 50)), CONFIDENCE, false, false);
    assertThat(
            unlike.column(Compared.BASE_WORTH).value(0) / unlike.column(Compared.EXPECTED).value(0))
        .isCloseTo(12.5 * Math.sqrt(1 - 1 / 12.5), within(1e-6));
  }

  /** A recording of everything says what one of samples may have missed. */
  @Test
  void whatIsExactMayBeUnseenBesideACoarserInterval() {
    EstimateSums none = EstimateSums.ofOneStack(1);
    ComparedSide sampled = new ComparedSide(none, none, new long[1], true, 4096);
    EstimateSums blocks = EstimateSums.ofOneStack(1);
    blocks.add(0, Estimate.exact(64 * 10));
    ComparedSide all = new ComparedSide(blocks, blocks, new long[] {10}, true, 1);
    StackComparison few = new StackComparison(1, sampled, all, CONFIDENCE, false, true);
    assertThat(excludesZero(few.column(Compared.NOISE))).isFalse();
    assertWorth(few, 320, 4096, 4096);
    EstimateSums large = EstimateSums.ofOneStack(1);
    large.add(0, Estimate.exact(40_000 * 10));
    ComparedSide recorded = new ComparedSide(large, large, new long[] {10}, true, 1);
    StackComparison seen = new StackComparison(1, sampled, recorded, CONFIDENCE, false, true);
    assertThat(seen.column(Compared.EXPECTED).value(0)).isZero();
  }

  @Test
  void sizesVaryAsMuchAsTheyAreLargeBeyondAnInterval() {
    ComparedSide base = side(400, count(400, 20), 400 * 6000.0);
    ComparedSide other = side(900, count(900, 20), 900 * 12_000.0);
    Column sizes = compare(base, other, 0).column(Compared.SIZES);
    assertThat(sizes.value(0)).isCloseTo(900 * 6000.0, within(1e-6));
    double noise =
        Math.hypot(
            Math.sqrt(900 * 12_000.0 * (12_000 - 4096)),
            900 / 400.0 * Math.sqrt(400 * 6000.0 * (6000 - 4096)));
    assertThat(sizes.high(0) - sizes.value(0)).isCloseTo(1.959963985 * noise, within(1.0));
    // What was recorded exactly has no noise.
    Column exact =
        compare(side(10, Estimate.exact(10), 1000), side(20, Estimate.exact(20), 8000), 0)
            .column(Compared.SIZES);
    assertThat(exact.value(0)).isEqualTo(6000);
    assertThat(exact.high(0)).isEqualTo(6000);
  }
}

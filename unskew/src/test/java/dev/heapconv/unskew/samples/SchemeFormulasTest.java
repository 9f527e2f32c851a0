package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The value, the variance, the largest step and the rate of each scheme, of samples by hand, by the
 * formulas that the classes state. {@link IntervalsTest} has the intervals that follow from these.
 */
class SchemeFormulasTest {

  private static final Intervals INTERVALS = Intervals.of(0.95);

  private static void check(Estimate found, double value, double low, double high) {
    assertThat(found.value()).isEqualTo(value, within(1e-9 * value));
    assertThat(found.low()).isEqualTo(low, within(1e-9 * Math.max(1, low)));
    assertThat(found.high()).isEqualTo(high, within(1e-9 * high));
    assertThat(found.modelLow()).isEqualTo(found.value());
    assertThat(found.modelHigh()).isEqualTo(found.value());
  }

  private static void check(Estimate found, Estimate expected) {
    check(found, expected.value(), expected.low(), expected.high());
  }

  private static StackSamples samples(Scheme scheme, long interval, double... sizesAndExtras) {
    StackSamples samples = StackSamples.of(scheme, interval);
    for (int i = 0; i < sizesAndExtras.length; i += 2) {
      samples.add((long) sizesAndExtras[i], 0, sizesAndExtras[i + 1]);
    }
    return samples;
  }

  /** How many samples are not excluded by k of another kind: Jeffreys' prior. */
  private static double unseen(int k) {
    double allOther = 1;
    for (int i = 1; i <= k; i++) {
      allOther *= (i - 0.5) / i;
    }
    double mixed = allOther / (1 + allOther);
    double quantile = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025 / mixed / 2);
    return quantile * quantile / 2;
  }

  @Test
  void unseenIsBoundedByJeffreysPrior() {
    for (int k : new int[] {5, 20, 100}) {
      assertThat(INTERVALS.unseen(k)).isEqualTo(unseen(k), within(0.03 * unseen(k)));
    }
    // 1 / sqrt(pi k) is 0.025 / 0.975 at k = 484.
    assertThat(INTERVALS.unseen(483)).isPositive();
    assertThat(INTERVALS.unseen(485)).isZero();
    // Without samples each second stack has another kind: P(chi2 > x) = 0.05, half of 3.84.
    assertThat(INTERVALS.unseen(0)).isEqualTo(1.920729, within(1e-4));
  }

  @Test
  void samplesWithProbabilitiesAreHorvitzAndThompsons() {
    StackSamples stack =
        samples(Scheme.WEIGHTED, 0, 100, 100, 100, 500, 40, 400, 1000, 2000, 70, 30);
    // The first and the last were certain.
    double step = Math.sqrt(2000 * 1000);
    double objectsStep = step / 16;
    Estimate objects = INTERVALS.gamma(5 + 10 + 2, 5 * 4 + 10 * 9 + 2, objectsStep, 3 / 17.0);
    double beside = INTERVALS.unseen(5) * Math.max(0, 400 / 16.0 - objectsStep);
    check(
        stack.objects(INTERVALS),
        19,
        2 + Math.max(3, objects.low()),
        19 + Math.hypot(objects.high() - 17, beside));
    double variance = 500 * 400 + 400 * 360 + 2000 * 1000;
    Estimate bytes = INTERVALS.gamma(2900, variance, step, 3 / 2900.0);
    check(
        stack.space(INTERVALS),
        3070,
        170 + Math.max(1140, bytes.low()),
        3070 + (bytes.high() - 2900));
  }

  /** Small blocks that were never sampled weigh as much as those of other stacks may. */
  @Test
  void otherStacksSayWhatUnseenBlocksMayWeigh() {
    StackSamples none = StackSamples.of(Scheme.WEIGHTED, 0);
    StackSamples other = none.copy();
    other.add(64, 0, 9000);
    other.add(127, 0, 5000);
    other.add(128, 0, 20_000);
    StackSamples stack = none.copy();
    stack.add(2000, 0, 2000);
    // Of 64 to 127 bytes the most, of all sizes the least of these: 9,000.
    double beside = INTERVALS.unseen(1) * 9000;
    check(stack.space(INTERVALS), 2000, 2000, 2000 + beside);
    check(stack.objects(INTERVALS), 1, 1, 1 + beside / 16);
    // A part of it without samples may have been missed likewise.
    check(stack.unsampled(none).space(INTERVALS), 0, 0, beside);
    assertThat(stack.recordedBytes(7, 9, 12.6)).isEqualTo(13);
    assertThat(stack.extra(3, 4.5)).isEqualTo(4.5);
  }

  /** A part without samples of a stack that has some: one more sample weighs what these do. */
  @Test
  void partsWithoutSamplesMayHaveOneOfTheirStack() {
    StackSamples none = StackSamples.of(Scheme.WEIGHTED, 0);
    StackSamples stack = none.copy();
    stack.add(8, 0, 800);
    stack.add(400, 0, 400);
    double step = Math.sqrt(800 * 792);
    Estimate part = stack.unsampled(none).space(INTERVALS);
    double beside = INTERVALS.unseen(2) * (800 - step);
    check(part, 0, 0, Math.hypot(INTERVALS.gammaUpper(0, 0, step), beside));
    // The smallest size is below 16 bytes, and so are unseen blocks.
    Estimate objects = stack.unsampled(none).objects(INTERVALS);
    check(
        objects,
        0,
        0,
        Math.hypot(INTERVALS.gammaUpper(0, 0, step / 8), INTERVALS.unseen(2) * (800 - step) / 8));
  }

  @Test
  void weightsOfHeapprofdArePoisson() {
    StackSamples stack = samples(Scheme.WEIGHTED, 100, 50, 200, 20, 100, 300, 300, 0, 100);
    // One was above the cutoff. A size of 0 counts as 1.
    Estimate objects = INTERVALS.gamma(4 + 5 + 100, 4 * 2 + 5 * 5 + 1e4, 100, 400 / 109.0 / 100);
    check(stack.objects(INTERVALS), 110, 1 + objects.low(), 1 + objects.high());
    Estimate bytes = INTERVALS.gamma(400, 400 * 100, 100, 0.01);
    check(stack.space(INTERVALS), 700, 300 + bytes.low(), 300 + bytes.high());

    StackSamples large = samples(Scheme.WEIGHTED, 100, 50, 200);
    check(large.objects(INTERVALS), INTERVALS.gamma(4, 8, 100 / 16.0, 200 / 4.0 / 100));
    StackSamples none = StackSamples.of(Scheme.WEIGHTED, 100);
    check(none.objects(INTERVALS), 0, 0, INTERVALS.gammaUpper(0, 0, 100 / 16.0));

    StackSamples all = samples(Scheme.WEIGHTED, 1, 50, 200, 20, 100);
    check(all.objects(INTERVALS), Estimate.exact(2));
    check(all.space(INTERVALS), Estimate.exact(70));
    assertThat(stack.recordedBytes(7, 9, 12.6)).isEqualTo(13);
    assertThat(stack.extra(3, 4.5)).isEqualTo(4.5);
  }

  @Test
  void whatIsRecordedCompletelyIsTheSum() {
    StackSamples stack = samples(Scheme.EXACT, 1, 50, 0, 20, 0);
    check(stack.objects(INTERVALS), Estimate.exact(2));
    check(stack.space(INTERVALS), Estimate.exact(70));
    assertThat(stack.recordedBytes(7, 9, 12.6)).isEqualTo(7);
    assertThat(stack.extra(3, 4.5)).isZero();
  }

  private static double weight(double size, double interval) {
    return 1 / (1 - Math.exp(-size / interval));
  }

  @Test
  void eachRecordedAllocationStandsForThoseThatWereNot() {
    RecordedSamples stack = new RecordedSamples(1000);
    stack.add(3, 600);
    stack.addByClass(2, 580);
    // The class of 290 bytes is 320.
    double first = weight(200, 1000);
    double second = weight(320, 1000);
    double value = 3 * first + 2 * second;
    double variance = 3 * first * first * Math.exp(-0.2) + 2 * second * second * Math.exp(-0.32);
    double bytes = 600 * first + 580 * second;
    double bytesVariance =
        3 * Math.pow(200 * first, 2) * Math.exp(-0.2)
            + 2 * Math.pow(290 * second, 2) * Math.exp(-0.32);
    double step = weight(16, 1000) * Math.exp(-0.008);
    double bytesStep = Math.max(200 * first * Math.exp(-0.1), 290 * second * Math.exp(-0.16));
    assertThat(stack.values()).containsExactly(new double[] {value, bytes}, within(1e-9));
    check(stack.objects(INTERVALS), INTERVALS.gamma(value, variance, step, bytes / value / 1000));
    check(
        stack.space(INTERVALS),
        INTERVALS.gamma(bytes, bytesVariance, Math.max(bytesStep, 16 * step), 1 / 1000.0));
  }

  /** What jemalloc prints at an interval of 1 is what it recorded, times 1 / (1 - exp(-size)). */
  @Test
  void completeLinesOfJemallocAreCookedToo() {
    assertThat(RecordedSamples.uncooked(1000, 7997)).containsExactly(1000, 8000);
    assertThat(RecordedSamples.uncooked(0, 5)).containsExactly(0, 5);
    assertThat(RecordedSamples.uncooked(5, 0)).containsExactly(5, 0);
    // 1,000 of 1,500 bytes, no class: 1 - exp(-1.5) of them.
    double q = 1 - Math.exp(-1.5);
    assertThat(RecordedSamples.uncooked(1000, 1500))
        .containsExactly(Math.round(1000 / q), Math.round(1500 / q));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8",
    "8, 8",
    "8.1, 16",
    "16, 16",
    "16.5, 32",
    "256, 256",
    "257, 288",
    "288, 288",
    "288.5, 320",
    "1000, 1024",
    "1024, 1024",
    "1025, 1152",
    "32000, 32768",
    "32768, 32768",
    "32769, 40960",
    "40960, 40960",
    "262144, 262144",
    "262145, 262145"
  })
  void sizeClassesOfTcmalloc(double size, double sizeClass) {
    assertThat(SizeClasses.ofTcmalloc(size)).isEqualTo(sizeClass);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8",
    "11.9, 8",
    "12, 16",
    "23, 16",
    "25, 32",
    "128, 128",
    "143, 128",
    "145, 160",
    "250, 256",
    "255, 256",
    "300, 320",
    "1100, 1024",
    "1200, 1280"
  })
  void sizeClassesOfJemalloc(double size, double nearest) {
    assertThat(SizeClasses.nearest(size)).isEqualTo(nearest);
  }

  @Test
  void aMeanNearASizeClassIsWithinAThousandth() {
    assertThat(SizeClasses.isNearSizeClass(1000, 32_032)).isTrue();
    assertThat(SizeClasses.isNearSizeClass(1000, 32_033)).isFalse();
    assertThat(SizeClasses.isNearSizeClass(1000, 31_969)).isTrue();
    assertThat(SizeClasses.isNearSizeClass(1000, 31_960)).isFalse();
    assertThat(SizeClasses.isNearSizeClass(0, 32)).isFalse();
    assertThat(SizeClasses.isNearSizeClass(1, 0)).isFalse();
    assertThat(SizeClasses.isNearSizeClass(1, 32)).isTrue();
  }

  @Test
  void numbersThatTheProducerScaledAreNotScaledAgain() {
    ScaledNumbers scaled = new ScaledNumbers(1000, INTERVALS);
    check(scaled.space(5000), INTERVALS.gamma(5000, 5000 * 1000, 1000, 0.001));
    check(scaled.space(-5), 0, 0, INTERVALS.gammaUpper(0, 0, 1000));
    double weight = weight(16, 1000);
    double step = weight * Math.exp(-0.008);
    check(
        scaled.objects(50, 6000),
        INTERVALS.gamma(50, 50 * weight * Math.exp(-0.016), step, 6000 / 50.0 / 1000));
    check(scaled.objects(0, 0), 0, 0, INTERVALS.gammaUpper(0, 0, step));

    double ofSize = weight(200, 1000);
    check(
        scaled.ofSize(50, 200, false),
        INTERVALS.gamma(50, 50 * ofSize * Math.exp(-0.2), ofSize * Math.exp(-0.1), 1 / ofSize));
    check(
        scaled.ofSize(10_000, 200, true),
        INTERVALS.gamma(
            10_000,
            10_000 * 200 * ofSize * Math.exp(-0.2),
            200 * ofSize * Math.exp(-0.1),
            1 / ofSize / 200));

    ScaledNumbers unknown = new ScaledNumbers(1, INTERVALS);
    for (Estimate none :
        new Estimate[] {
          unknown.space(7),
          unknown.objects(7, 9),
          unknown.ofSize(7, 9, false),
          unknown.byMean(7, 7, 70, false),
          unknown.ofSamples(2, 7, 7, 70, false)
        }) {
      assertThat(none).isEqualTo(Estimate.withoutInterval(7));
    }
    assertThat(scaled.method()).isNotEqualTo(unknown.method()).endsWith("for any mix of sizes");
    assertThat(unknown.method()).endsWith("intervals unknown");
  }

  /** Objects and bytes of one mean size, as Go scales a line. */
  @Test
  void linesOfOneMeanSize() {
    ScaledNumbers scaled = new ScaledNumbers(1000, INTERVALS);
    // All of 100 bytes.
    check(scaled.byMean(7000, 7000, 700_000, false), scaled.ofSize(7000, 100, false));
    check(scaled.byMean(700_000, 7000, 700_000, true), scaled.ofSize(700_000, 100, true));
    check(scaled.byMean(7000, 7000, 700_101, false), scaled.ofSize(7000, 100, false));
    // The mean is 100.5 bytes: samples of any sizes.
    long samples = Math.round(7000 / weight(100.5, 1000));
    RecordedSamples line = new RecordedSamples(1000);
    line.addPlainLine(samples, Math.round(samples * 100.5));
    Estimate objects = line.objects(INTERVALS);
    Estimate bytes = line.space(INTERVALS);
    check(scaled.byMean(7000, 7000, 703_500, false), 7000, objects.low(), objects.high());
    check(scaled.byMean(703_500, 7000, 703_500, true), 703_500, bytes.low(), bytes.high());
    // At a hundredth and a bit more the mean is no whole number any more.
    long others = Math.round(7000 / weight(700_102 / 7000.0, 1000));
    RecordedSamples other = new RecordedSamples(1000);
    other.addPlainLine(others, Math.round(others * (700_102 / 7000.0)));
    Estimate ofOthers = other.objects(INTERVALS);
    check(scaled.byMean(7000, 7000, 700_102, false), 7000, ofOthers.low(), ofOthers.high());
    // So few that rounding hides whether it is a whole number.
    RecordedSamples few = new RecordedSamples(1000);
    few.addPlainLine(3, 288);
    check(
        scaled.byMean(32, 32, 3072, false),
        32,
        Math.min(32, few.objects(INTERVALS).low()),
        few.objects(INTERVALS).high());
    // One sample has one size, but which is not known.
    check(scaled.byMean(10, 10, 1000, false), scaled.objects(10, 1000));
    check(scaled.byMean(1000, 10, 1000, true), scaled.space(1000));
    check(scaled.byMean(0, 0, 1000, false), scaled.objects(0, 1000));
    check(scaled.byMean(1000, 0, 1000, true), scaled.space(1000));
    check(scaled.byMean(10, 10, 0, false), scaled.objects(10, 0));
  }

  @Test
  void linesOfAKnownNumberOfSamples() {
    ScaledNumbers scaled = new ScaledNumbers(1000, INTERVALS);
    RecordedSamples line = new RecordedSamples(1000);
    line.addPlainLine(70, 7000);
    Estimate objects = line.objects(INTERVALS);
    Estimate bound = scaled.objects(700, 70_000);
    check(
        scaled.ofSamples(70, 700, 700, 70_000, false),
        700,
        Math.max(70, Math.min(objects.low(), bound.low())),
        Math.max(objects.high(), bound.high()));
    Estimate bytes = line.space(INTERVALS);
    Estimate ofBytes = scaled.space(70_000);
    check(
        scaled.ofSamples(70, 70_000, 700, 70_000, true),
        70_000,
        Math.min(bytes.low(), ofBytes.low()),
        Math.max(bytes.high(), ofBytes.high()));
    check(scaled.ofSamples(70, 700, 0, 70_000, false), scaled.objects(700, 70_000));
    check(scaled.ofSamples(70, 700, 700, 0, false), scaled.objects(700, 0));
    assertThat(scaled.ofSamples(650, 700, 700, 70_000, false).low()).isEqualTo(650);
  }

  /** The bytes after the sampled one are certain, and each sampled one stands for T. */
  @Test
  void bytesToSample() {
    StackSamples stack = samples(Scheme.TO_SAMPLE, 1000, 400, 100, 50, 200);
    // Of 50 bytes at most 49 can follow.
    check(stack.space(INTERVALS), INTERVALS.trials(2, 149, 1000));
    double certain = 100 / 400.0 + 49 / 50.0;
    double value = certain + 1000 / 400.0 + 1000 / 50.0;
    double variance = (1 / 160_000.0 + 1 / 2500.0) * 1000 * 999;
    double rate = 2 / value;
    check(
        stack.objects(INTERVALS),
        value,
        Math.max(
            2, certain + INTERVALS.gammaLower(value - certain, variance, certain * rate, rate)),
        certain + INTERVALS.gammaUpper(value - certain, variance, Math.sqrt(1000 * 999.0) / 16));
    // All of one size at most 16: trials.
    StackSamples small = samples(Scheme.TO_SAMPLE, 1000, 16, 5, 16, 7);
    Estimate trials = INTERVALS.trials(2, 12, 1000);
    check(
        small.objects(INTERVALS), 2012 / 16.0, Math.max(2, trials.low() / 16), trials.high() / 16);
    StackSamples all = samples(Scheme.TO_SAMPLE, 1, 16, 15, 8, 7);
    check(all.objects(INTERVALS), Estimate.exact(2));
    check(all.space(INTERVALS), Estimate.exact(24));
    StackSamples copy = small.copy();
    copy.add(16, 0, 5);
    assertThat(small.objects(INTERVALS).value()).isEqualTo(2012 / 16.0);
    assertThat(copy.objects(INTERVALS).value()).isEqualTo(3017 / 16.0);
    assertThat(stack.extra(3, 4.5)).isEqualTo(3);
    assertThat(stack.addsTotals()).isTrue();
  }

  @Test
  void totalsHaveTheMeanSizeOfTheirObjects() {
    StackSamples stack = StackSamples.of(Scheme.TO_SAMPLE, 1000);
    stack.addTotals(10, 500, 20);
    Estimate bytes = INTERVALS.trials(10, 500, 1000);
    check(stack.objects(INTERVALS), 20, bytes.low() * 20 / 10_500, bytes.high() * 20 / 10_500);
    stack.addTotals(1, 0, 0);
    assertThat(stack.objects(INTERVALS)).isEqualTo(Estimate.withoutInterval(20));
    StackSamples all = StackSamples.of(Scheme.TO_SAMPLE, 1);
    all.addTotals(10, 500, 20);
    check(all.objects(INTERVALS), Estimate.exact(20));
    StackSamples nothing = StackSamples.of(Scheme.TO_SAMPLE, 1000);
    nothing.addTotals(0, 0, 0);
    assertThat(nothing.objects(INTERVALS)).isEqualTo(Estimate.withoutInterval(0));
    StackSamples negative = StackSamples.of(Scheme.TO_SAMPLE, 1000);
    negative.addTotals(10, 500, -20);
    assertThat(negative.objects(INTERVALS)).isEqualTo(Estimate.withoutInterval(0));
  }

  /** A sample of r requested bytes and weight W counts as W / (r + 1) allocations. */
  @Test
  void weightsOfTcmallocHaveOneMoreByte() {
    StackSamples stack = StackSamples.of(Scheme.TCMALLOC, 1000);
    stack.add(99, 112, 1500);
    stack.add(24, 0, 1000);
    double value = 1500 / 100.0 + 1000 / 25.0;
    double variance = (1e-4 + 16e-4) * 1000 * 999;
    double rate = 2 / value;
    check(
        stack.objects(INTERVALS),
        value,
        Math.max(2, 5 + INTERVALS.gammaLower(value - 5, variance, 5 * rate, rate)),
        5 + INTERVALS.gammaUpper(value - 5, variance, Math.sqrt(1000 * 999.0) / 17));
    // Of 112 allocated bytes each, and of 24.
    double bytes = 15 * 112 + 40 * 24;
    double certain = 5 * 112;
    double bytesRate = 2 / bytes;
    double bytesVariance = (1.12 * 1.12 + 0.96 * 0.96) * 1000 * 999;
    check(
        stack.space(INTERVALS),
        bytes,
        certain
            + INTERVALS.gammaLower(bytes - certain, bytesVariance, certain * bytesRate, bytesRate),
        certain + INTERVALS.gammaUpper(bytes - certain, bytesVariance, 1.12 * Math.sqrt(999_000)));
    check(
        StackSamples.of(Scheme.TCMALLOC, 1000).space(INTERVALS),
        0,
        0,
        INTERVALS.gammaUpper(0, 0, Math.sqrt(999_000)));
    StackSamples all = StackSamples.of(Scheme.TCMALLOC, 1);
    all.add(99, 112, 100);
    all.add(24, 0, 25);
    check(all.objects(INTERVALS), Estimate.exact(2));
    check(all.space(INTERVALS), Estimate.exact(136));
    assertThat(stack.extra(300, Double.NaN)).isEqualTo(1300);
    assertThat(stack.extra(300, 1200)).isEqualTo(1200);
    assertThat(stack.recordedBytes(99, 112, 0)).isEqualTo(112);
    assertThat(stack.recordedBytes(99, 0, 0)).isEqualTo(99);
    StackSamples copy = stack.copy();
    copy.add(24, 0, 1000);
    assertThat(stack.space(INTERVALS).value()).isEqualTo(bytes, within(1e-9));
    assertThat(copy.objects(INTERVALS).value()).isEqualTo(value + 40, within(1e-9));
    StackSamples odd = StackSamples.of(Scheme.TCMALLOC, 1000);
    odd.add(-3, -1, -1);
    check(odd.objects(INTERVALS), 0, 0, odd.objects(INTERVALS).high());
  }

  /** Stretches between samples: those of other stacks may be as long. */
  @Test
  void stretchesHaveTheNoiseOfTheirSquares() {
    StretchSamples all = new StretchSamples(null);
    StretchSamples stack = new StretchSamples(all);
    StretchSamples other = new StretchSamples(all);
    stack.add(50, 0, 450);
    stack.add(20, 0, 20);
    stack.add(0, 0, 300);
    for (int i = 0; i < 97; i++) {
      other.add(0, 0, 9000);
    }
    double share = 2 * INTERVALS.gammaUpper(3, 3, 1) / 100;
    double step = Math.max(400, 9000 * share);
    check(
        stack.space(INTERVALS),
        770,
        70 + INTERVALS.gammaLower(700, 400 * 400 + 300 * 300, 0, 1 / 400.0),
        70 + INTERVALS.gammaUpper(700, 400 * 400 + 300 * 300, step));
    assertThat(stack.objects(INTERVALS)).isEqualTo(Estimate.withoutInterval(0));
    StretchSamples alone = new StretchSamples(null);
    alone.add(50, 0, 450);
    check(
        alone.space(INTERVALS),
        450,
        50 + INTERVALS.gammaLower(400, 160_000, 0, 1 / 400.0),
        50 + INTERVALS.gammaUpper(400, 160_000, 400));
    check(new StretchSamples(null).space(INTERVALS), Estimate.exact(0));
    StretchSamples few = new StretchSamples(new StretchSamples(null));
    few.add(0, 0, 100);
    check(few.space(INTERVALS), INTERVALS.gamma(100, 10_000, 100, 0.01));
  }

  /** Which field each scheme lacks, with all but that. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "EXACT, 1, size, -, -",
        "RECORDED, 1000, size, -, -",
        "TO_SAMPLE, 1000, size, to_sample, -",
        "TCMALLOC, 1000, size, -, -",
        "WEIGHTED, 1000, -, -, 'weight (or probability, without an interval)'",
        "WEIGHTED, 0, size, -, weight or probability",
      })
  void eachSchemeSaysWhatItLacks(
      Scheme scheme, long interval, String size, String toSample, String weight) {
    StackSamples samples = StackSamples.of(scheme, interval);
    assertThat(samples.missing(true, true, true)).isNull();
    assertThat(samples.missing(false, true, true)).isEqualTo(size);
    assertThat(samples.missing(true, false, true)).isEqualTo(toSample);
    assertThat(samples.missing(true, true, false)).isEqualTo(weight);
    assertThat(samples.method()).isNotEmpty();
  }

  @Test
  void tcmallocNeedsTheWeightOrTheBytesToSample() {
    assertThat(StackSamples.of(Scheme.TCMALLOC, 1000).missing(true, false, false))
        .isEqualTo("weight or to_sample");
    StretchSamples stretches = new StretchSamples(null);
    assertThat(stretches.missing(false, false, true)).isNull();
    assertThat(stretches.missing(true, true, false)).isEqualTo("weight");
    assertThat(stretches.method()).contains("thread");
  }

  @ParameterizedTest
  @CsvSource({"EXACT, 1, false, true", "WEIGHTED, 1000, false, true", "TO_SAMPLE, 9, true, false"})
  void someSchemesTakeTotals(Scheme scheme, long interval, boolean sampled, boolean sums) {
    StackSamples samples = StackSamples.of(scheme, interval);
    assertThat(samples.problemWithTotals(sampled, sums)).isNull();
    assertThat(samples.problemWithTotals(false, false)).isNotEmpty();
    assertThat(samples.addsTotals()).isEqualTo(scheme == Scheme.TO_SAMPLE);
  }

  @Test
  void othersTakeNone() {
    assertThat(StackSamples.of(Scheme.WEIGHTED, 0).problemWithTotals(true, true))
        .contains("interval");
    assertThat(StackSamples.of(Scheme.TCMALLOC, 1000).problemWithTotals(true, true))
        .contains("record each sample");
    assertThat(StackSamples.of(Scheme.RECORDED, 1000).problemWithTotals(true, true))
        .contains("record each sample");
  }
}

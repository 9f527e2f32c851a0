package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.EstimateTest;
import org.junit.jupiter.api.Test;

class RecordedSamplesTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void referenceUnit() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(100, 100_000);
    assertThat(RecordedSamples.weight(1000, 4096)).isCloseTo(4.6163, offset(1e-4));
    assertThat(samples.objects(AT_95).value()).isCloseTo(461.63, offset(0.005));
    assertThat(samples.space(AT_95).value()).isCloseTo(461_632, offset(0.5));
  }

  @Test
  void upperEndLeavesRoomForUnseenSmallObjects() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(100, 100_000);
    assertThat(samples.objects(AT_95).high()).isCloseTo(1307.9042330566801, offset(1e-5));
  }

  @Test
  void largeAllocationsAreCertainUpToWhatHides() {
    RecordedSamples samples = new RecordedSamples(512);
    samples.add(3, 3 << 20);
    assertThat(samples.space(AT_95).value()).isEqualTo(3 << 20);
    assertThat(samples.space(AT_95).low()).isEqualTo(3 << 20);
    assertThat(samples.space(AT_95).high()).isBetween((3 << 20) + 512.0, (3 << 20) + 4 * 512.0);
  }

  @Test
  void oneSampleCouldBeTheOnlyObject() {
    RecordedSamples samples = new RecordedSamples(524_288);
    samples.add(1, 16);
    assertThat(samples.objects(AT_95).low()).isEqualTo(1);
    assertThat(samples.space(AT_95).low()).isEqualTo(16);
  }

  @Test
  void nothingRecordedIsNotNothingAllocated() {
    Estimate space = new RecordedSamples(4096).space(AT_95);
    assertThat(space.value()).isZero();
    assertThat(space.high()).isCloseTo(3.6889 * 4096, offset(4.0));
  }

  @Test
  void zeroSizeAllocationsPassWithoutInterval() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(5, 0);
    assertThat(samples.objects(AT_95)).isEqualTo(Estimate.withoutInterval(5));
    assertThat(samples.space(AT_95).value()).isZero();
    assertThat(samples.space(AT_95).hasInterval()).isTrue();
  }

  @Test
  void bytesWithoutCountPassWithoutInterval() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(0, 77);
    assertThat(samples.space(AT_95)).isEqualTo(Estimate.withoutInterval(77));
    assertThat(samples.objects(AT_95)).isEqualTo(Estimate.withoutInterval(0));
  }

  @Test
  void negativeNumbersCountAsNothing() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(-5, -100);
    assertThat(samples.space(AT_95)).isEqualTo(new RecordedSamples(4096).space(AT_95));
  }

  @Test
  void linesOfOneSizeClassAreNotMixed() {
    RecordedSamples line = new RecordedSamples(4096);
    RecordedSamples unit = new RecordedSamples(4096);
    line.addCookedLine(50, 50 * 320);
    line.addPlainLine(50, 50 * 320);
    unit.add(50, 50 * 320);
    unit.add(50, 50 * 320);
    assertThat(line.objects(AT_95)).isEqualTo(unit.objects(AT_95));
  }

  @Test
  void mixedLinesAreWiderThanUnits() {
    RecordedSamples unit = new RecordedSamples(4096);
    RecordedSamples cooked = new RecordedSamples(4096);
    RecordedSamples plain = new RecordedSamples(4096);
    unit.add(50, 50 * 350);
    cooked.addCookedLine(50, 50 * 350);
    plain.addPlainLine(50, 50 * 350);
    assertThat(cooked.objects(AT_95).value())
        .isEqualTo(unit.objects(AT_95).value())
        .isEqualTo(plain.objects(AT_95).value());
    assertThat(cooked.space(AT_95).low()).isLessThan(unit.space(AT_95).low());
    assertThat(plain.objects(AT_95).high()).isGreaterThan(cooked.objects(AT_95).high());
    assertThat(cooked.objects(AT_95).high()).isGreaterThan(unit.objects(AT_95).high());
  }

  @Test
  void intervalsOfOneByteAreTheIdentity() {
    Cases.forAll(
        1000,
        values -> {
          long count = values.between(0, Long.MAX_VALUE);
          long bytes = values.between(0, Long.MAX_VALUE);
          RecordedSamples samples = new RecordedSamples(values.between(-1, 1));
          samples.add(count, bytes);
          assertThat(samples.objects(AT_95)).isEqualTo(Estimate.exact(count));
          assertThat(samples.space(AT_95)).isEqualTo(Estimate.exact(bytes));
        });
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          long count = values.anyLong();
          long bytes = values.anyLong();
          RecordedSamples samples = new RecordedSamples(values.anyLong());
          switch (values.between(0, 2)) {
            case 0 -> samples.addCookedLine(count, bytes);
            case 1 -> samples.addPlainLine(count, bytes);
            default -> samples.add(count, bytes);
          }
          EstimateTest.assertWellFormed(samples.objects(AT_95));
          EstimateTest.assertWellFormed(samples.space(AT_95));
        });
  }

  @Test
  void moreObjectsOfASizeAreMoreOfEverything() {
    Cases.forAll(
        1000,
        values -> {
          long count = values.between(1, 100_000);
          long size = values.between(1, 1 << 24);
          long interval = values.between(2, 1L << 40);
          RecordedSamples less = new RecordedSamples(interval);
          RecordedSamples more = new RecordedSamples(interval);
          less.add(count, count * size);
          more.add(count + 1, (count + 1) * size);
          assertThat(more.objects(AT_95).value()).isGreaterThan(less.objects(AT_95).value());
          assertThat(more.space(AT_95).value()).isGreaterThan(less.space(AT_95).value());
          assertThat(more.space(AT_95).high()).isGreaterThan(less.space(AT_95).high());
        });
  }

  @Test
  void spaceGrowsWithBytesAndNeverFallsBelowThem() {
    Cases.forAll(
        1000,
        values -> {
          long count = values.between(1, 100_000);
          long bytes = values.between(1, 1L << 50);
          long interval = values.between(2, 1L << 40);
          RecordedSamples less = new RecordedSamples(interval);
          RecordedSamples more = new RecordedSamples(interval);
          less.add(count, bytes);
          more.add(count, bytes + 1 + bytes / 1000);
          assertThat(more.space(AT_95).value()).isGreaterThan(less.space(AT_95).value());
          assertThat(more.objects(AT_95).value()).isLessThanOrEqualTo(less.objects(AT_95).value());
          assertThat(less.space(AT_95).low()).isGreaterThanOrEqualTo(bytes * (1 - 1e-12));
          assertThat(less.objects(AT_95).low()).isGreaterThanOrEqualTo(count);
        });
  }

  @Test
  void sizeClassesAreJemallocs() {
    for (long size : new long[] {8, 16, 112, 128, 160, 320, 4096, 20_480, 40_960, 1L << 40}) {
      assertThat(SizeClasses.nearest(size)).isEqualTo(size);
    }
    assertThat(SizeClasses.nearest(1000)).isEqualTo(1024);
    assertThat(SizeClasses.nearest(250)).isEqualTo(256);
    // from a dump of jemalloc 5.3.0
    assertThat(SizeClasses.isNearSizeClass(1509, 386_302)).isTrue();
    assertThat(SizeClasses.isNearSizeClass(715, 7_399_894)).isFalse();
  }

  @Test
  void aPlainLineMayStandForTheMostThatItCan() {
    // 50 recorded allocations stand for 50 w(16) at most, each with the variance of w(16)^2; their
    // bytes for 50 * 350 + 50 * 4096, of the variance of an interval each.
    RecordedSamples plain = new RecordedSamples(4096);
    plain.addPlainLine(50, 50 * 350);
    double weight = RecordedSamples.weight(16, 4096);
    assertThat(plain.objects(AT_95).high())
        .isCloseTo(AT_95.gammaUpper(50 * weight, 50 * weight * weight, weight), offset(1e-3));
    double most = 50 * 350 + 50 * 4096;
    assertThat(plain.space(AT_95).high())
        .isCloseTo(AT_95.gammaUpper(most, most * 4096, 4096), offset(1e-3));
  }

  @Test
  void unitsOfSeveralSizesAddTheirVariances() {
    RecordedSamples samples = new RecordedSamples(4096);
    samples.add(100, 100 * 1000);
    samples.add(50, 50 * 300);
    double large = RecordedSamples.weight(1000, 4096);
    double small = RecordedSamples.weight(300, 4096);
    double value = 100 * 1000 * large + 50 * 300 * small;
    double variance =
        100 * Math.pow(1000 * large, 2) * RecordedSamples.missed(1000, 4096)
            + 50 * Math.pow(300 * small, 2) * RecordedSamples.missed(300, 4096);
    double deviation = 16 * RecordedSamples.weight(16, 4096) * Math.exp(-8.0 / 4096);
    Estimate space = samples.space(AT_95);
    assertThat(space.value()).isCloseTo(value, offset(1e-6));
    assertThat(space.low())
        .isCloseTo(AT_95.gammaLower(value, variance, 0, 1 / 4096.0), offset(1e-3));
    assertThat(space.high()).isCloseTo(AT_95.gammaUpper(value, variance, deviation), offset(1e-3));
  }

  @Test
  void aCookedLineMayBeOfTheSmallestBlocks() {
    RecordedSamples cooked = new RecordedSamples(4096);
    cooked.addCookedLine(50, 50 * 350);
    double objects = 50 * RecordedSamples.weight(350, 4096);
    double space = 350 * objects;
    double most = RecordedSamples.weight(16, 4096);
    assertThat(cooked.objects(AT_95).low())
        .isCloseTo(AT_95.gammaLower(objects, objects * most, 0, 350 / 4096.0), offset(1e-3));
    assertThat(cooked.objects(AT_95).high())
        .isCloseTo(AT_95.gammaUpper(objects, objects * most, most), offset(1e-3));
    assertThat(cooked.space(AT_95).low())
        .isCloseTo(AT_95.gammaLower(space, 4096 * space, 0, 1 / 4096.0), offset(1e-3));
    assertThat(cooked.space(AT_95).high())
        .isCloseTo(AT_95.gammaUpper(space, 4096 * space, 4096), offset(1e-3));
  }
}

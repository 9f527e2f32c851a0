package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.testing.Cases;
import org.junit.jupiter.api.Test;

class RecordedUnskewerTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void referenceUnit() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(100, 100_000);
    assertThat(RecordedUnskewer.weight(1000, 4096)).isCloseTo(4.6163, offset(1e-4));
    assertThat(unskewer.objects(AT_95).value()).isCloseTo(461.63, offset(0.005));
    assertThat(unskewer.space(AT_95).rounded()).isEqualTo(461_632);
  }

  /** The formula of the design document, computed with SciPy. */
  @Test
  void intervalOfTheSizesSeenIsFayAndFeuers() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(100, 100_000);
    Estimate objects = unskewer.objects(AT_95, UnseenSizes.NONE);
    assertThat(objects.low()).isCloseTo(385.02962622708526, offset(1e-6));
    assertThat(objects.high()).isCloseTo(549.5712200325722, offset(1e-6));
    Estimate space = unskewer.space(AT_95, UnseenSizes.NONE);
    assertThat(space.low()).isCloseTo(385_029.62622708526, offset(1e-3));
    assertThat(space.high()).isCloseTo(549_571.2200325722, offset(1e-3));
  }

  @Test
  void upperEndLeavesRoomForUnseenSmallObjects() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(100, 100_000);
    assertThat(unskewer.objects(AT_95).high()).isCloseTo(1307.9042330566801, offset(1e-5));
  }

  @Test
  void largeAllocationsAreCertainUpToWhatHides() {
    RecordedUnskewer unskewer = new RecordedUnskewer(512);
    unskewer.add(3, 3 << 20);
    assertThat(unskewer.space(AT_95, UnseenSizes.NONE)).isEqualTo(Estimate.exact(3 << 20));
    assertThat(unskewer.space(AT_95).high()).isBetween((3 << 20) + 512.0, (3 << 20) + 4 * 512.0);
  }

  @Test
  void oneSampleCouldBeTheOnlyObject() {
    RecordedUnskewer unskewer = new RecordedUnskewer(524_288);
    unskewer.add(1, 16);
    assertThat(unskewer.objects(AT_95).low()).isEqualTo(1);
    assertThat(unskewer.space(AT_95).low()).isEqualTo(16);
  }

  @Test
  void nothingRecordedIsNotNothingAllocated() {
    Estimate space = new RecordedUnskewer(4096).space(AT_95);
    assertThat(space.value()).isZero();
    assertThat(space.high()).isCloseTo(3.6889 * 4096, offset(4.0));
  }

  @Test
  void zeroSizeAllocationsPassWithoutInterval() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(5, 0);
    assertThat(unskewer.objects(AT_95)).isEqualTo(Estimate.withoutInterval(5));
    assertThat(unskewer.space(AT_95).value()).isZero();
    assertThat(unskewer.space(AT_95).hasInterval()).isTrue();
  }

  @Test
  void bytesWithoutCountPassWithoutInterval() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(0, 77);
    assertThat(unskewer.space(AT_95)).isEqualTo(Estimate.withoutInterval(77));
    assertThat(unskewer.objects(AT_95)).isEqualTo(Estimate.withoutInterval(0));
  }

  @Test
  void negativeNumbersCountAsNothing() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(-5, -100);
    assertThat(unskewer.space(AT_95)).isEqualTo(new RecordedUnskewer(4096).space(AT_95));
  }

  @Test
  void resetForgets() {
    RecordedUnskewer unskewer = new RecordedUnskewer(4096);
    unskewer.add(5, 0);
    unskewer.add(0, 5);
    unskewer.addPlainLine(7, 1001);
    unskewer.reset();
    assertThat(unskewer.objects(AT_95)).isEqualTo(new RecordedUnskewer(4096).objects(AT_95));
    assertThat(unskewer.space(AT_95)).isEqualTo(new RecordedUnskewer(4096).space(AT_95));
  }

  @Test
  void linesOfOneSizeClassAreNotMixed() {
    RecordedUnskewer line = new RecordedUnskewer(4096);
    RecordedUnskewer unit = new RecordedUnskewer(4096);
    line.addCookedLine(50, 50 * 320);
    line.addPlainLine(50, 50 * 320);
    unit.add(50, 50 * 320);
    unit.add(50, 50 * 320);
    assertThat(line.objects(AT_95)).isEqualTo(unit.objects(AT_95));
  }

  @Test
  void mixedLinesAreWiderThanUnits() {
    RecordedUnskewer unit = new RecordedUnskewer(4096);
    RecordedUnskewer cooked = new RecordedUnskewer(4096);
    RecordedUnskewer plain = new RecordedUnskewer(4096);
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
          RecordedUnskewer unskewer = new RecordedUnskewer(values.between(-1, 1));
          unskewer.add(count, bytes);
          assertThat(unskewer.objects(AT_95)).isEqualTo(Estimate.exact(count));
          assertThat(unskewer.space(AT_95)).isEqualTo(Estimate.exact(bytes));
        });
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          long count = values.anyLong();
          long bytes = values.anyLong();
          RecordedUnskewer unskewer = new RecordedUnskewer(values.anyLong());
          switch (values.between(0, 2)) {
            case 0 -> unskewer.addCookedLine(count, bytes);
            case 1 -> unskewer.addPlainLine(count, bytes);
            default -> unskewer.add(count, bytes);
          }
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
          EstimateTest.assertWellFormed(unskewer.space(AT_95));
          EstimateTest.assertWellFormed(unskewer.objects(AT_95, UnseenSizes.NONE));
          EstimateTest.assertWellFormed(unskewer.space(AT_95, UnseenSizes.NONE));
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
          RecordedUnskewer less = new RecordedUnskewer(interval);
          RecordedUnskewer more = new RecordedUnskewer(interval);
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
          RecordedUnskewer less = new RecordedUnskewer(interval);
          RecordedUnskewer more = new RecordedUnskewer(interval);
          less.add(count, bytes);
          more.add(count, bytes + 1 + bytes / 1000);
          assertThat(more.space(AT_95).value()).isGreaterThan(less.space(AT_95).value());
          assertThat(more.objects(AT_95).value()).isLessThanOrEqualTo(less.objects(AT_95).value());
          assertThat(less.space(AT_95).low()).isGreaterThanOrEqualTo(bytes * (1 - 1e-12));
          assertThat(less.objects(AT_95).low()).isGreaterThanOrEqualTo(count);
        });
  }
}

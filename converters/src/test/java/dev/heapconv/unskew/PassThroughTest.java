package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.occupancy.CountQuantiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PassThroughTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void exactIsAPointAndScaledHasNoInterval() {
    assertThat(PassThrough.exact(5)).isEqualTo(Estimate.exact(5));
    assertThat(PassThrough.scaled(5)).isEqualTo(Estimate.withoutInterval(5));
    assertThat(PassThrough.scaledSpace(5, 0, AT_95)).isEqualTo(Estimate.withoutInterval(5));
    assertThat(PassThrough.scaledSpace(5, 1, AT_95)).isEqualTo(Estimate.exact(5));
    assertThat(PassThrough.scaledObjects(5, 80, 0, 16, AT_95))
        .isEqualTo(Estimate.withoutInterval(5));
  }

  @Test
  void scaledBytesOfSmallAllocationsAreAsPreciseAsTheirSamples() {
    Estimate space = PassThrough.scaledSpace(40 * 4096, 4096, AT_95);
    assertThat(space.value()).isEqualTo(40 * 4096);
    assertThat(space.low())
        .isCloseTo(4096 * CountQuantiles.seenPoissonLow(40, 0.025), withinPercentage(1e-7));
    assertThat(space.high())
        .isCloseTo(4096 * CountQuantiles.poissonHigh(40, 0.025), withinPercentage(1e-7));
  }

  @Test
  void scaledObjectsOfKnownSizeAreAsPreciseAsRecordedOnes() {
    RecordedUnskewer recorded = new RecordedUnskewer(4096);
    recorded.add(100, 100_000);
    Estimate expected = recorded.objects(AT_95, UnseenSizes.NONE);
    Estimate scaled =
        PassThrough.scaledObjects(expected.value(), 1000 * expected.value(), 4096, 1000, AT_95);
    assertThat(scaled.low()).isCloseTo(expected.low(), withinPercentage(1e-7));
    assertThat(scaled.high()).isCloseTo(expected.high(), withinPercentage(1e-7));
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          double objects = values.anyDouble();
          double bytes = values.anyDouble();
          long interval = values.anyLong();
          double smallest = values.anyDouble();
          EstimateTest.assertWellFormed(PassThrough.exact(bytes));
          EstimateTest.assertWellFormed(PassThrough.scaledSpace(bytes, interval, AT_95));
          EstimateTest.assertWellFormed(
              PassThrough.scaledObjects(objects, bytes, interval, smallest, AT_95));
        });
  }

  @ParameterizedTest
  @EnumSource(Scheme.class)
  void schemesAreFoundByTheirWireNames(Scheme scheme) {
    assertThat(Scheme.ofWireName(scheme.wireName())).contains(scheme);
    assertThat(Scheme.ofWireName(scheme.wireName() + "x")).isEmpty();
    assertThat(scheme.isPassThrough()).isEqualTo(scheme == Scheme.EXACT || scheme == Scheme.SCALED);
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
}

package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.ToSampleUnskewer.Estimator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ToSampleUnskewerTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void referenceTotals() {
    ToSampleUnskewer map = new ToSampleUnskewer(4096);
    map.addTotals(3, 10_000, 3);
    assertThat(map.space(AT_95).value()).isEqualTo(22_288);
    ToSampleUnskewer mean = new ToSampleUnskewer(4096, Estimator.MEAN);
    mean.addTotals(3, 10_000, 3);
    assertThat(mean.space(AT_95).value()).isEqualTo(26_383);
  }

  /**
   * u + SciPy's negative binomial quantiles 2535 and 35908; the lower one is lowered a little for
   * stacks that appear by luck.
   */
  @Test
  void referenceInterval() {
    ToSampleUnskewer unskewer = new ToSampleUnskewer(4096);
    unskewer.addTotals(3, 10_000, 0);
    assertThat(unskewer.space(AT_95).low()).isBetween(12_400.0, 12_535.0);
    assertThat(unskewer.space(AT_95).high()).isEqualTo(45_908);
  }

  @Test
  void aSampledAllocationStandsForItsWeight() {
    ToSampleUnskewer unskewer = new ToSampleUnskewer(4096);
    unskewer.allocate(1000, 412);
    assertThat(unskewer.objects(AT_95).value()).isCloseTo((4096 + 412) / 1000.0, offset(1e-12));
    assertThat(unskewer.space(AT_95).value()).isEqualTo(4096 + 412);
    assertThat(unskewer.objects(AT_95).low()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void objectsOfOneSizeHaveTheIntervalOfTheirBytes() {
    ToSampleUnskewer unskewer = new ToSampleUnskewer(4096);
    for (int i = 0; i < 50; i++) {
      unskewer.allocate(1000, 13 * i);
    }
    Estimate objects = unskewer.objects(AT_95, UnseenSizes.NONE);
    Estimate space = unskewer.space(AT_95);
    assertThat(objects.low()).isCloseTo(space.low() / 1000, withinPercentage(1e-6));
    assertThat(objects.high()).isCloseTo(space.high() / 1000, withinPercentage(1e-6));
    assertThat(unskewer.objects(AT_95).high()).isGreaterThan(objects.high());
  }

  @Test
  void totalsWithACountScaleTheIntervalOfTheBytes() {
    ToSampleUnskewer unskewer = new ToSampleUnskewer(4096);
    unskewer.addTotals(3, 10_000, 22.288);
    assertThat(unskewer.objects(AT_95).high()).isCloseTo(45.908, offset(1e-9));
  }

  @Test
  void freeingEverythingLeavesNothing() {
    Cases.forAll(
        1000,
        values -> {
          long size = values.between(-10, 1L << 62);
          long toSample = values.anyLong();
          ToSampleUnskewer unskewer = new ToSampleUnskewer(values.between(0, 1L << 40));
          unskewer.allocate(size, toSample);
          unskewer.allocate(size / 3, toSample / 7);
          unskewer.free(size, toSample);
          unskewer.free(size / 3, toSample / 7);
          assertThat(unskewer.space(AT_95).value()).isZero();
          assertThat(unskewer.objects(AT_95).value()).isZero();
          unskewer.free(size, toSample);
          assertThat(unskewer.space(AT_95).value()).isZero();
          assertThat(unskewer.objects(AT_95).value()).isZero();
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
        });
  }

  @ParameterizedTest
  @EnumSource(Estimator.class)
  void anythingGivesAWellFormedResult(Estimator estimator) {
    Cases.forAll(
        1000,
        values -> {
          long sampled = values.anyLong();
          long toSample = values.anyLong();
          double count = values.anyDouble();
          ToSampleUnskewer unskewer = new ToSampleUnskewer(values.anyLong(), estimator);
          unskewer.allocate(values.anyLong(), toSample);
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
          unskewer.addTotals(sampled, toSample, count);
          unskewer.addTotals(sampled, toSample, count);
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
          EstimateTest.assertWellFormed(unskewer.space(AT_95));
        });
  }

  @ParameterizedTest
  @EnumSource(Estimator.class)
  void intervalsOfOneByteAreTheIdentity(Estimator estimator) {
    Cases.forAll(
        1000,
        values -> {
          long size = values.between(1, 1L << 50);
          ToSampleUnskewer unskewer = new ToSampleUnskewer(values.between(-1, 1), estimator);
          unskewer.allocate(size, size - 1);
          assertThat(unskewer.space(AT_95)).isEqualTo(Estimate.exact(size));
          assertThat(unskewer.objects(AT_95).value()).isCloseTo(1, offset(1e-12));
          assertThat(unskewer.objects(AT_95).isExact()).isTrue();
        });
  }
}

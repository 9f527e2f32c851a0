package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.EstimateTest;
import org.junit.jupiter.api.Test;

class ToSampleSamplesTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void referenceTotals() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    samples.addTotals(3, 10_000, 3);
    assertThat(samples.space(AT_95).value()).isEqualTo(22_288);
  }

  /**
   * u + SciPy's negative binomial quantiles 2535 and 35908; the lower one is lowered a little for
   * stacks that appear by luck.
   */
  @Test
  void referenceInterval() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    samples.addTotals(3, 10_000, 0);
    assertThat(samples.space(AT_95).low()).isBetween(12_400.0, 12_535.0);
    assertThat(samples.space(AT_95).high()).isEqualTo(45_908);
  }

  @Test
  void aSampledAllocationStandsForItsWeight() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    samples.add(1000, 0, 412);
    assertThat(samples.objects(AT_95).value()).isCloseTo((4096 + 412) / 1000.0, offset(1e-12));
    assertThat(samples.space(AT_95).value()).isEqualTo(4096 + 412);
    assertThat(samples.objects(AT_95).low()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void objectsOfOneSizeHaveTheIntervalOfTheirBytes() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    ToSampleSamples larger = new ToSampleSamples(4096);
    for (int i = 0; i < 50; i++) {
      samples.add(16, 0, i % 16);
      larger.add(1000, 0, 13 * i);
    }
    Estimate objects = samples.objects(AT_95);
    Estimate space = samples.space(AT_95);
    assertThat(objects.low()).isCloseTo(space.low() / 16, withinPercentage(1e-6));
    assertThat(objects.high()).isCloseTo(space.high() / 16, withinPercentage(1e-6));
    assertThat(larger.objects(AT_95).high())
        .as("room for unseen small ones")
        .isGreaterThan(larger.space(AT_95).high() / 1000);
  }

  @Test
  void totalsWithoutACountDoNotTellTheNumberOfObjects() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    samples.add(1000, 0, 412);
    samples.addTotals(3, 10_000, 0);
    assertThat(samples.objects(AT_95).hasInterval()).isFalse();
    assertThat(samples.space(AT_95).hasInterval()).isTrue();
  }

  @Test
  void totalsWithACountScaleTheIntervalOfTheBytes() {
    ToSampleSamples samples = new ToSampleSamples(4096);
    samples.addTotals(3, 10_000, 22.288);
    assertThat(samples.objects(AT_95).high()).isCloseTo(45.908, offset(1e-9));
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          long sampled = values.anyLong();
          long toSample = values.anyLong();
          double count = values.anyDouble();
          ToSampleSamples samples = new ToSampleSamples(values.anyLong());
          samples.add(values.anyLong(), 0, toSample);
          EstimateTest.assertWellFormed(samples.objects(AT_95));
          samples.addTotals(sampled, toSample, count);
          samples.addTotals(sampled, toSample, count);
          EstimateTest.assertWellFormed(samples.objects(AT_95));
          EstimateTest.assertWellFormed(samples.space(AT_95));
        });
  }

  @Test
  void intervalsOfOneByteAreTheIdentity() {
    Cases.forAll(
        1000,
        values -> {
          long size = values.between(1, 1L << 50);
          ToSampleSamples samples = new ToSampleSamples(values.between(-1, 1));
          samples.add(size, 0, size - 1);
          assertThat(samples.space(AT_95)).isEqualTo(Estimate.exact(size));
          assertThat(samples.objects(AT_95).value()).isCloseTo(1, offset(1e-12));
          assertThat(samples.objects(AT_95))
              .isEqualTo(Estimate.exact(samples.objects(AT_95).value()));
        });
  }
}

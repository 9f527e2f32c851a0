package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.EstimateTest;
import org.junit.jupiter.api.Test;

class TcmallocSamplesTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void aSampleStandsForItsWeightOverItsCountedBytes() {
    TcmallocSamples samples = new TcmallocSamples(4096);
    assertThat(samples.extra(400, Double.NaN)).isEqualTo(4496);
    samples.add(999, 1024, samples.extra(400, Double.NaN));
    assertThat(samples.objects(AT_95).value()).isCloseTo(4.496, offset(1e-12));
    assertThat(samples.space(AT_95).value()).isCloseTo(1024 * 4.496, offset(1e-9));
  }

  @Test
  void oneSizeHasTheIntervalOfSchemeThree() {
    TcmallocSamples samples = new TcmallocSamples(4096);
    for (int i = 0; i < 3; i++) {
      samples.add(16, 17, 4096 + 10);
    }
    Estimate trials = AT_95.trials(3, 30, 4096);
    assertThat(samples.space(AT_95).low()).isCloseTo(trials.low(), withinPercentage(1e-9));
    assertThat(samples.space(AT_95).high()).isCloseTo(trials.high(), withinPercentage(1e-9));
    assertThat(samples.objects(AT_95).high()).isCloseTo(trials.high() / 17, withinPercentage(1e-9));
  }

  @Test
  void mixedSizesHaveNearlyTheIntervalOfOneSize() {
    TcmallocSamples one = new TcmallocSamples(4096);
    TcmallocSamples two = new TcmallocSamples(4096);
    for (int i = 0; i < 40; i++) {
      one.add(999, 1000, 4096 + 300);
      two.add(999, i % 2 == 0 ? 1000 : 1001, 4096 + 300);
    }
    assertThat(two.space(AT_95).low()).isCloseTo(one.space(AT_95).low(), withinPercentage(0.2));
    assertThat(two.space(AT_95).high()).isCloseTo(one.space(AT_95).high(), withinPercentage(0.2));
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          TcmallocSamples samples = new TcmallocSamples(values.between(0, 1L << 40));
          samples.add(values.anyLong(), values.anyLong(), values.anyDouble());
          EstimateTest.assertWellFormed(samples.objects(AT_95));
          EstimateTest.assertWellFormed(samples.space(AT_95));
        });
  }

  @Test
  void intervalsOfOneByteAreTheIdentity() {
    Cases.forAll(
        1000,
        values -> {
          long requested = values.between(0, 1L << 40);
          TcmallocSamples samples = new TcmallocSamples(values.between(-1, 1));
          samples.add(requested, requested + 8, 12_345);
          assertThat(samples.objects(AT_95).value()).isCloseTo(1, offset(1e-12));
          assertThat(samples.space(AT_95).value())
              .isCloseTo(requested + 8.0, withinPercentage(1e-9));
          assertThat(samples.space(AT_95)).isEqualTo(Estimate.exact(samples.space(AT_95).value()));
        });
  }
}

package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import org.junit.jupiter.api.Test;

class TcmallocUnskewerTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void aSampleStandsForItsWeightOverItsCountedBytes() {
    TcmallocUnskewer unskewer = new TcmallocUnskewer(4096);
    assertThat(unskewer.weightOf(400)).isEqualTo(4496);
    unskewer.allocate(999, 1024, unskewer.weightOf(400));
    assertThat(unskewer.objects(AT_95).value()).isCloseTo(4.496, offset(1e-12));
    assertThat(unskewer.space(AT_95).value()).isCloseTo(1024 * 4.496, offset(1e-9));
  }

  @Test
  void oneSizeHasTheIntervalOfSchemeThree() {
    TcmallocUnskewer unskewer = new TcmallocUnskewer(4096);
    for (int i = 0; i < 3; i++) {
      unskewer.allocate(4999, 5000, 4096 + 1000);
    }
    Estimate trials = AT_95.trials(3, 3000, 4096);
    assertThat(unskewer.space(AT_95).low()).isCloseTo(trials.low(), withinPercentage(1e-9));
    assertThat(unskewer.space(AT_95).high()).isCloseTo(trials.high(), withinPercentage(1e-9));
    assertThat(unskewer.objects(AT_95, UnseenSizes.NONE).high())
        .isCloseTo(trials.high() / 5000, withinPercentage(1e-9));
  }

  @Test
  void mixedSizesHaveNearlyTheIntervalOfOneSize() {
    TcmallocUnskewer one = new TcmallocUnskewer(4096);
    TcmallocUnskewer two = new TcmallocUnskewer(4096);
    for (int i = 0; i < 40; i++) {
      one.allocate(999, 1000, 4096 + 300);
      two.allocate(999, i % 2 == 0 ? 1000 : 1001, 4096 + 300);
    }
    assertThat(two.space(AT_95).low()).isCloseTo(one.space(AT_95).low(), withinPercentage(0.2));
    assertThat(two.space(AT_95).high()).isCloseTo(one.space(AT_95).high(), withinPercentage(0.2));
  }

  @Test
  void freeingEverythingLeavesNothing() {
    Cases.forAll(
        1000,
        values -> {
          long requested = values.anyLong();
          long allocated = values.anyLong();
          double weight = values.anyDouble();
          TcmallocUnskewer unskewer = new TcmallocUnskewer(values.between(0, 1L << 40));
          unskewer.allocate(requested, allocated, weight);
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
          EstimateTest.assertWellFormed(unskewer.space(AT_95));
          unskewer.free(requested, allocated, weight);
          assertThat(unskewer.space(AT_95).value()).isZero();
          unskewer.free(requested, allocated, weight);
          assertThat(unskewer.objects(AT_95).value()).isZero();
          EstimateTest.assertWellFormed(unskewer.space(AT_95));
          EstimateTest.assertWellFormed(unskewer.objects(AT_95));
        });
  }

  @Test
  void intervalsOfOneByteAreTheIdentity() {
    Cases.forAll(
        1000,
        values -> {
          long requested = values.between(0, 1L << 40);
          TcmallocUnskewer unskewer = new TcmallocUnskewer(values.between(-1, 1));
          unskewer.allocate(requested, requested + 8, 12_345);
          assertThat(unskewer.objects(AT_95).value()).isCloseTo(1, offset(1e-12));
          assertThat(unskewer.space(AT_95).value())
              .isCloseTo(requested + 8.0, withinPercentage(1e-9));
          assertThat(unskewer.space(AT_95).isExact()).isTrue();
        });
  }
}

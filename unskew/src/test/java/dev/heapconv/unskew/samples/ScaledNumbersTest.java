package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.EstimateTest;
import dev.heapconv.unskew.Scheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScaledNumbersTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  @Test
  void withoutAnIntervalOnlyTheValueIsKnown() {
    ScaledNumbers numbers = new ScaledNumbers(0, AT_95);
    assertThat(numbers.space(5)).isEqualTo(Estimate.withoutInterval(5));
    assertThat(numbers.objects(5, 80)).isEqualTo(Estimate.withoutInterval(5));
  }

  @Test
  void bytesOfSmallAllocationsAreAsPreciseAsTheirSamples() {
    Estimate space = new ScaledNumbers(4096, AT_95).space(40 * 4096);
    assertThat(space.value()).isEqualTo(40 * 4096);
    assertThat(space.low())
        .isCloseTo(4096 * CountQuantiles.seenPoissonLow(40, 0.025), withinPercentage(1e-7));
    assertThat(space.high())
        .isCloseTo(4096 * CountQuantiles.poissonHigh(40, 0.025), withinPercentage(1e-7));
  }

  @Test
  void objectsOfTheSmallestSizeAreAsPreciseAsRecordedOnes() {
    RecordedSamples recorded = new RecordedSamples(4096);
    recorded.add(100, 1600);
    Estimate expected = recorded.objects(AT_95);
    Estimate scaled =
        new ScaledNumbers(4096, AT_95).objects(expected.value(), 16 * expected.value());
    assertThat(scaled.low()).isCloseTo(expected.low(), withinPercentage(1e-7));
    assertThat(scaled.high()).isCloseTo(expected.high(), withinPercentage(1e-7));
  }

  @Test
  void anythingGivesAWellFormedResult() {
    Cases.forAll(
        1000,
        values -> {
          ScaledNumbers numbers = new ScaledNumbers(values.anyLong(), AT_95);
          EstimateTest.assertWellFormed(numbers.space(values.anyDouble()));
          EstimateTest.assertWellFormed(numbers.objects(values.anyDouble(), values.anyDouble()));
        });
  }

  @ParameterizedTest
  @EnumSource(Scheme.class)
  void schemesAreFoundByTheirWireNames(Scheme scheme) {
    assertThat(Scheme.ofWireName(scheme.wireName())).contains(scheme);
    assertThat(Scheme.ofWireName(scheme.wireName() + "x")).isEmpty();
    assertThat(scheme.isPassThrough()).isEqualTo(scheme == Scheme.EXACT || scheme == Scheme.SCALED);
  }
}

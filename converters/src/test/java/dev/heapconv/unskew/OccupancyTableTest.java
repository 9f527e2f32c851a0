package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OccupancyTableTest {

  @ParameterizedTest
  @ValueSource(longs = {2, 64, 4096, 5000, 524288, 1L << 40})
  void cellsAreProbabilities(long interval) {
    OccupancyTable table = new OccupancyTable(interval, interval);
    for (int at = 0; at < table.weight.length; at++) {
      assertThat(table.weight[at]).isBetween(0.0, 1.0);
      assertThat(table.cautiousWeight[at]).isBetween(0.0, 1.0);
      assertThat(table.lnPerRecord[at]).isGreaterThanOrEqualTo(0).isFinite();
      assertThat(table.large[at]).isBetween(0.0, 1.0);
      assertThat(table.mean[at]).isPositive().isFinite();
      assertThat(table.deviation[at]).isPositive().isFinite();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 4096, 524288})
  void oneSizeBelowTheCutoffIsAZeroTruncatedPoissonVariable(long interval) {
    OccupancyTable table = new OccupancyTable(interval, interval);
    for (int at = 0; at < table.cells && table.weight[at] > 0; at++) {
      double recorded = Math.exp(-table.lnPerRecord[at]);
      double x = -Math.log1p(-recorded);
      assertThat(table.mean[at]).isCloseTo(x / recorded, within(1e-9 * x / recorded));
      assertThat(1 + table.smallExcess[at]).isCloseTo(x / recorded, within(1e-9 * x / recorded));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void familyWeightsSumToOne(int prior) {
    double sum = 0;
    for (SizeFamily family : SizeFamily.all()) {
      sum += prior == 0 ? family.weight : family.cautiousWeight;
    }
    // The cautious weights are relative: only their proportions matter.
    assertThat(sum).isBetween(0.95, prior == 0 ? 1.05 : 2);
  }
}

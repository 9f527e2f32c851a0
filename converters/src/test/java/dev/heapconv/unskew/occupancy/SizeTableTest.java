package dev.heapconv.unskew.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTableTest {

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 64, 4096, 4099, 5000, 524288, 1L << 40})
  void nodesAreProbabilities(long interval) {
    SizeTable table = new SizeTable(interval, interval);
    for (int at = 0; at < table.exactlyInterval; at++) {
      assertThat(table.typical[at]).isBetween(0.0, 1.0);
      assertThat(table.cautious[at]).isBetween(0.0, 1.0);
      assertThat(table.lnPerRecord[at]).isGreaterThanOrEqualTo(0).isFinite();
      assertThat(table.large[at]).isBetween(0.0, 1.0);
      assertThat(table.mean[at]).isPositive().isFinite();
      assertThat(table.deviation[at]).isPositive().isFinite();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 4096, 5000, 524288})
  void oneSizeBelowTheCutoffIsAZeroTruncatedPoissonVariable(long interval) {
    SizeTable table = new SizeTable(interval, interval);
    for (int at = 0; at < table.nodes && table.typical[at] > 0; at++) {
      double recorded = Math.exp(-table.lnPerRecord[at]);
      double x = -Math.log1p(-recorded);
      assertThat(table.mean[at]).isCloseTo(x / recorded, within(1e-9 * x / recorded));
      assertThat(1 + table.smallExcess[at]).isCloseTo(x / recorded, within(1e-9 * x / recorded));
    }
  }

  @Test
  void typicalWeightsOfAllShapesAreNearlyOne() {
    double sum = OccupancyModel.EQUAL;
    for (SizeShape shape : SizeShape.all()) {
      sum += shape.typical;
    }
    assertThat(sum).isBetween(0.9, 1.3);
  }
}

package dev.heapconv.unskew.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeLikelihoodTest {

  private static final long INTERVAL = 4096;

  @Test
  void resultsDoNotDependOnWhatIsCached() {
    SizeTable table = new SizeTable(INTERVAL, INTERVAL);
    List<OccupancyEvidence> cached = new ArrayList<>();
    List<OccupancyEvidence> made = new ArrayList<>();
    List<SizeLikelihood> cache = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int n = 1 + i % 7;
      double k = n * (1 + i % 3);
      SizeLikelihood likelihood = new SizeLikelihood(table, n, k, true);
      int known = cache.indexOf(likelihood);
      if (known < 0) {
        cache.add(likelihood);
      }
      SizeLikelihood first = known < 0 ? likelihood : cache.get(known);
      cached.add(evidence(table, first, n, k));
      made.add(evidence(table, likelihood, n, k));
    }
    assertThat(cache).hasSize(21);
    assertThat(SizeWeights.fitted(table, made).typical)
        .isEqualTo(SizeWeights.fitted(table, cached).typical);
  }

  private static OccupancyEvidence evidence(
      SizeTable table, SizeLikelihood likelihood, int n, double k) {
    return new OccupancyEvidence(table, likelihood, n, (long) (k * INTERVAL), k, true);
  }
}

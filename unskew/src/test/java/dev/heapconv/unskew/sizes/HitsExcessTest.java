package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HitsExcessTest {

  /** Far more than so few hits have. */
  private static final int MOST = 1000;

  private final SizeTable table = new SizeTable(4096, 4096);
  private final HitsExcess.Kept kept = new HitsExcess.Kept(table);

  @Test
  void theChancesOfAllExcessesAddUpToOne() {
    for (double hits : new double[] {0.5, 1, 20}) {
      HitsExcess excess = kept.of(hits);
      double[] sums = new double[table.laws];
      for (int e = 0; e < MOST; e++) {
        double[] chances = excess.lnChances(e);
        for (int law = 0; law < sums.length; law++) {
          sums[law] += Math.exp(chances[law]);
        }
      }
      for (double sum : sums) {
        assertThat(sum).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void theTailIsThatOfTheChances() {
    HitsExcess excess = kept.of(50);
    double[] sums = new double[table.laws];
    for (int e = 0; e < 60; e++) {
      double[] chances = excess.lnChances(e);
      for (int law = 0; law < sums.length; law++) {
        sums[law] += Math.exp(chances[law]);
        assertThat(excess.atMost(law, e, Math.cbrt(e + 0.5))).isCloseTo(sums[law], within(0.08));
      }
    }
  }

  @Test
  void equalHitsHaveOneDistribution() {
    assertThat(kept.of(7)).isSameAs(kept.of(7)).isNotSameAs(kept.of(8));
  }
}

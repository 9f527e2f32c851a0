package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FalseDiscoveriesTest {

  /** As p.adjust(p, "BH") of R. */
  @Test
  void adjustsAsPublished() {
    double[] adjusted = FalseDiscoveries.adjusted(new double[] {0.04, 0.01, 0.5, 0.03, 0.005});

    assertThat(adjusted)
        .containsExactly(new double[] {0.05, 0.025, 0.5, 0.05, 0.025}, within(1e-12));
  }

  @Test
  void oneTestNeedsNoAdjustment() {
    assertThat(FalseDiscoveries.adjusted(new double[] {0.3})).containsExactly(0.3);
    assertThat(FalseDiscoveries.adjusted(new double[0])).isEmpty();
  }

  @Test
  void neverMakesAFindingSurer() {
    Cases.forAll(
        200,
        values -> {
          double[] p = new double[values.between(1, 50)];
          Arrays.setAll(p, i -> Math.max(0.2, values.between(0.0, 1.0)));
          double[] adjusted = FalseDiscoveries.adjusted(p);
          for (int i = 0; i < p.length; i++) {
            assertThat(adjusted[i]).isBetween(p[i], 1.0);
          }
          assertThat(Arrays.stream(adjusted).max().getAsDouble())
              .isEqualTo(Arrays.stream(p).max().getAsDouble());
        });
  }
}

package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FalseDiscoveriesTest {

  /** The example of Benjamini and Hochberg (1995), section 4.1: four are found at 0.05. */
  @Test
  void findsWhatThePaperFinds() {
    double[] p = {
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1.0
    };
    double[] adjusted = FalseDiscoveries.adjusted(p);
    assertThat(adjusted[3]).isEqualTo(0.0095 * 15 / 4, within(1e-12));
    assertThat(Arrays.stream(adjusted).filter(a -> a <= 0.05)).hasSize(4);
  }

  @Test
  void keepsTheOrderOfTests() {
    assertThat(FalseDiscoveries.adjusted(new double[] {0.5, 0.01, 0.02}))
        .containsExactly(new double[] {0.5, 0.03, 0.03}, within(1e-12));
    assertThat(FalseDiscoveries.adjusted(new double[0])).isEmpty();
  }

  @Test
  void neverLowersAProbability() {
    Cases.forAll(
        200,
        values -> {
          double[] p = values.random().doubles(values.between(1, 50)).toArray();
          double[] adjusted = FalseDiscoveries.adjusted(p);
          for (int i = 0; i < p.length; i++) {
            assertThat(adjusted[i]).isBetween(p[i], 1.0);
            for (int j = 0; j < p.length; j++) {
              assertThat(p[i] < p[j] && adjusted[i] > adjusted[j]).isFalse();
            }
          }
        });
  }

  @Test
  void onlyLowProbabilitiesDecideWhetherAnythingIsFound() {
    Cases.forAll(
        200,
        values -> {
          double[] p = values.random().doubles(values.between(1, 20)).map(u -> u * u).toArray();
          boolean expected = Arrays.stream(FalseDiscoveries.adjusted(p)).anyMatch(q -> q <= 0.1);
          double[] low = Arrays.stream(p).filter(each -> each <= 0.1).toArray();
          assertThat(FalseDiscoveries.isAny(low, p.length, 0.1)).isEqualTo(expected);
        });
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThatThrownBy(() -> FalseDiscoveries.adjusted(new double[] {Double.NaN}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theEndsOfTheRangeAreProbabilities() {
    assertThat(FalseDiscoveries.adjusted(new double[] {0, 1})).containsExactly(0, 1);
    assertThat(FalseDiscoveries.isAny(new double[] {0.05}, 1, 0.05)).isTrue();
    assertThat(FalseDiscoveries.isAny(new double[] {0.04, 0.05}, 2, 0.05)).isTrue();
    assertThat(FalseDiscoveries.isAny(new double[] {0.03, 0.0501}, 2, 0.05)).isFalse();
    assertThatThrownBy(() -> FalseDiscoveries.adjusted(new double[] {-1e-9}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FalseDiscoveries.adjusted(new double[] {1.001}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

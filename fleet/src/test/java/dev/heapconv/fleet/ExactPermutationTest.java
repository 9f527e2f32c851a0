package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExactPermutationTest {

  private static final double[] NONE = {};

  /** The p-value of what devices have that are in both groups, or in one of them. */
  private static double p(
      double[] differences, long pairs, double[] before, long a, double[] after, long b) {
    List<SqlRow> devices = new ArrayList<>();
    for (double difference : differences) {
      devices.add(device(100.0, 100 + difference));
    }
    for (double value : before) {
      devices.add(device(value, null));
    }
    for (double value : after) {
      devices.add(device(null, value));
    }
    SqlRow row = new SqlRow(Map.of("pairs", pairs, "n_a", pairs + a, "n_b", pairs + b));
    return new ExactPermutation(row, devices).pValue();
  }

  private static SqlRow device(@Nullable Double a, @Nullable Double b) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("a", a);
    values.put("b", b);
    return new SqlRow(values);
  }

  @Test
  void onlyTwoOfAllSignsAreAsExtremeAsAllAlike() {
    double[] rising = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assertThat(p(rising, 50, NONE, 0, NONE, 0)).isCloseTo(2 / 1024.0, offset(1e-12));
  }

  /** All of one size: the sign is all there is to see. */
  @Test
  void equalDifferencesAreCounted() {
    double[] twelve = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    assertThat(p(twelve, 12, NONE, 0, NONE, 0)).isCloseTo(2 / 4096.0, offset(1e-12));
  }

  /** As in Fisher's exact test: 10 of 20 devices have it, all of them after. */
  @Test
  void groupsAreAsLikelyAsTheirPlaces() {
    double[] after = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    assertThat(p(NONE, 0, NONE, 10, after, 10)).isCloseTo(2 / 184_756.0, offset(1e-12));
  }

  @Test
  void unequalGroupsDoNotFavourAChange() {
    // One device of 100 has it, in the smaller group.
    assertThat(p(NONE, 0, NONE, 90, new double[] {7}, 10)).isGreaterThan(0.09);
  }

  @Test
  void partsThatAreTooSmallAreLeftOut() {
    double[] eight = {1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(p(eight, 20, new double[] {3}, 3, NONE, 30)).isCloseTo(2 / 256.0, offset(1e-12));
  }
}

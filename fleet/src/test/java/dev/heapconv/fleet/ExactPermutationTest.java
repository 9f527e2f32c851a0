package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class ExactPermutationTest {

  private static final double[] NONE = {};

  @Test
  void onlyTwoOfAllSignsAreAsExtremeAsAllAlike() {
    double[] rising = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assertThat(new ExactPermutation(rising, 50, NONE, 0, NONE, 0).pValue())
        .isCloseTo(2 / 1024.0, offset(1e-12));
  }

  /** All of one size: the sign is all there is to see. */
  @Test
  void equalDifferencesAreCounted() {
    double[] twelve = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    assertThat(new ExactPermutation(twelve, 12, NONE, 0, NONE, 0).pValue())
        .isCloseTo(2 / 4096.0, offset(1e-12));
  }

  /** As in Fisher's exact test: 10 of 20 devices have it, all of them after. */
  @Test
  void groupsAreAsLikelyAsTheirPlaces() {
    double[] after = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    double oneSided = 1 / 184_756.0;
    assertThat(new ExactPermutation(NONE, 0, NONE, 10, after, 10).pValue())
        .isCloseTo(2 * oneSided, offset(1e-12));
  }

  @Test
  void unequalGroupsDoNotFavourAChange() {
    // One device of 100 has it, in the smaller group.
    double p = new ExactPermutation(NONE, 0, NONE, 90, new double[] {7}, 10).pValue();
    assertThat(p).isGreaterThan(0.09);
  }

  @Test
  void partsThatAreTooSmallAreLeftOut() {
    double[] one = {3};
    double[] eight = {1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(new ExactPermutation(eight, 20, one, 3, NONE, 30).pValue())
        .isCloseTo(2 / 256.0, offset(1e-12));
  }
}

package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CasesTest {

  @Test
  void everyCombinationOfEdgesComesOnceBeforeTheRandomCases() {
    List<List<Long>> cases = new ArrayList<>();
    Cases.forAll(
        500, values -> cases.add(List.of(values.between(-1L, 9L), values.between(5L, 7L))));
    // Of the first range -1, 0, 1, 2, 8 and 9; of the second all of its three.
    assertThat(cases).hasSize(18 + 500);
    assertThat(new HashSet<>(cases.subList(0, 18))).hasSize(18).contains(List.of(-1L, 5L));
    assertThat(cases.subList(0, 18)).contains(List.of(9L, 7L)).doesNotContain(List.of(3L, 5L));
  }

  @Test
  void valuesStayInTheirRangesAndReachAllMagnitudes() {
    Set<Integer> magnitudes = new HashSet<>();
    Cases.forAll(
        3000,
        values -> {
          assertThat(values.between(7, 9)).isBetween(7, 9);
          assertThat(values.between(Long.MIN_VALUE, -5L)).isLessThanOrEqualTo(-5);
          assertThat(values.between(Long.MAX_VALUE - 2, Long.MAX_VALUE))
              .isGreaterThanOrEqualTo(Long.MAX_VALUE - 2);
          assertThat(values.between(0.25, 1e9)).isBetween(0.25, 1e9);
          assertThat(values.anyDouble()).isFinite();
          magnitudes.add(Long.numberOfLeadingZeros(values.anyLong()));
        });
    assertThat(magnitudes).hasSizeGreaterThan(50);
  }

  @Test
  void casesAreTheSameEachTime() {
    assertThat(drawn()).isEqualTo(drawn());
  }

  private static List<Long> drawn() {
    List<Long> drawn = new ArrayList<>();
    Cases.forAll(100, values -> drawn.add(values.anyLong() + values.random().nextInt()));
    return drawn;
  }

  @Test
  void aFailureNamesTheValues() {
    assertThatThrownBy(
            () -> Cases.forAll(10, values -> assertThat(values.between(3, 4)).isLessThan(4)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("fails for [4] (edges 7919): ");
    assertThatThrownBy(
            () ->
                Cases.forAll(
                    1000,
                    values -> {
                      long value = values.between(1, 1000);
                      if (value > 2 && value < 999) {
                        throw new IllegalStateException("no edge");
                      }
                    }))
        .hasMessageMatching("fails for \\[\\d+] \\(seed \\d+\\): no edge")
        .hasCauseInstanceOf(IllegalStateException.class);
  }
}

package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Estimates change smoothly with the sampling interval, but for those that sizes of real programs
 * are multiples of, and are always there.
 */
@Tag("slow")
class ContinuityTest {

  static List<Arguments> counts() {
    return Effort.of(
        2,
        List.of(
            Arguments.of(100, 105),
            Arguments.of(20, 24),
            Arguments.of(100, 100),
            Arguments.of(300, 301),
            Arguments.of(1000, 1300),
            Arguments.of(500, 780)));
  }

  @ParameterizedTest
  @MethodSource("counts")
  void neighbouringIntervalsGiveNeighbouringEstimates(long n, long k) {
    CountEstimate last = null;
    for (long interval = 513; interval <= 20_000; interval += interval / 150) {
      last = compare(last, interval, n, k);
      // Where a step is large, look at its very neighbour, too.
      compare(last, interval + 1, n, k);
    }
  }

  private static CountEstimate compare(CountEstimate last, long interval, long n, long k) {
    if (interval % (interval < 1024 ? 32 : 256) <= 1) {
      return last;
    }
    CountEstimate estimate = at(interval, n, k);
    if (last != null) {
      assertNear(estimate, last, interval, "n = %d, k = %d, T = %d".formatted(n, k, interval));
    }
    return estimate;
  }

  /** A step of one byte is a large one where the interval is a few bytes. */
  private static void assertNear(
      CountEstimate estimate, CountEstimate last, long interval, String what) {
    double most = 1.9 + 30.0 / interval;
    assertThat(estimate.value()).as(what).isBetween(last.value() / most, last.value() * most);
    assertThat(estimate.low()).as(what).isBetween(last.low() / most, last.low() * most);
    assertThat(estimate.high()).as(what).isBetween(last.high() / most, last.high() * most);
  }

  private static CountEstimate at(long interval, long n, long k) {
    StackCells cells = new StackCells(interval);
    cells.add(n, k * interval);
    CountEstimate estimate = DefectsTest.law(interval, cells).estimate(n, k * interval);
    assertThat(estimate.low()).isGreaterThanOrEqualTo(n).isLessThanOrEqualTo(estimate.value());
    assertThat(estimate.high()).isFinite().isGreaterThanOrEqualTo(estimate.value());
    return estimate;
  }

  @Test
  void thereIsAnEstimateAtEveryInterval() {
    SplittableRandom random = new SplittableRandom(20261121);
    for (int i = 0; i < Effort.of(60, 300); i++) {
      long interval = 1025 + (long) Math.exp(random.nextDouble() * Math.log(Math.pow(2, 40)));
      long n = 1 + (long) Math.exp(random.nextDouble() * Math.log(1e4));
      long k = (long) (n * Math.exp(0.4 * random.nextDouble()));
      CountEstimate first = at(interval, n, k);
      CountEstimate second = at(interval + 1, n, k);
      assertNear(second, first, interval, "n = %d, k = %d, T = %d".formatted(n, k, interval));
    }
  }
}

package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapprofdIntervalTest {

  private static long of(long[]... stacks) {
    HeapprofdInterval interval = new HeapprofdInterval();
    for (long[] stack : stacks) {
      interval.add(stack[0], stack[1]);
    }
    return interval.value();
  }

  @Test
  void stacksOfSeveralWeightsShowIt() {
    assertThat(of(new long[] {1, 512}, new long[] {1925, 999936}, new long[] {1770, 916480}))
        .isEqualTo(512);
  }

  /** Sizes that are visible may all be one size. */
  @Test
  void stacksOfOneWeightDoNot() {
    assertThat(of(new long[] {1, 8192}, new long[] {3, 24576}, new long[] {5, 40960})).isZero();
  }

  @Test
  void noStackWeighsLess() {
    assertThat(of(new long[] {1, 512}, new long[] {3, 2048}, new long[] {3, 1000})).isZero();
  }
}

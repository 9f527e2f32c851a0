package dev.heapconv.columns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongBlocksTest {

  private static long[] values(LongBlocks column) {
    return IntStream.range(0, column.size()).mapToLong(column::get).toArray();
  }

  @Test
  void itHasTheValuesThatWereSetLast() {
    Cases.forAll(
        30,
        values -> {
          long[] expected = new long[values.between(0, 10_000)];
          SplittableRandom random = values.random();
          LongBlocks column = new LongBlocks(values.between(1, 20_000));
          for (int i = 0; i < expected.length; i++) {
            column.append();
            column.set(i, expected[i] = number(random));
          }
          for (int i = 0; i < expected.length; i += random.nextInt(1, 100)) {
            column.set(i, expected[i] = number(random));
          }
          assertThat(values(column)).isEqualTo(expected);
          column.trim();
          assertThat(values(column)).isEqualTo(expected);
          assertThat(values(column.gather(expected.length, i -> i))).isEqualTo(expected);
        });
  }

  /** Mostly of few bits. */
  private static long number(SplittableRandom random) {
    long any = random.nextInt(1000) == 0 ? random.nextLong() : random.nextInt(-1000, 1000);
    return any >> random.nextInt(Long.SIZE);
  }

  @Test
  void theLimitsOfSmallNumbersAreKept() {
    long[] limits = {
      Short.MAX_VALUE, Short.MAX_VALUE + 1L, Short.MIN_VALUE, Short.MIN_VALUE - 1L,
      Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Integer.MIN_VALUE, Integer.MIN_VALUE - 1L,
      Long.MAX_VALUE, Long.MIN_VALUE, 0
    };
    LongBlocks column = new LongBlocks(1);
    for (int i = 0; i < limits.length; i++) {
      column.append();
      column.set(i, limits[i]);
      assertThat(values(column)).isEqualTo(Arrays.copyOf(limits, i + 1));
    }
  }

  @Test
  void valuesAreGatheredByCode() {
    LongBlocks column = LongBlocks.of(new long[] {10, 11, 12});
    assertThat(values(column.gather(3, i -> 2 * (i + 1) % 4))).containsExactly(12, 10, 12);
    assertThat(values(column.gather(0, i -> i))).isEmpty();
  }

  @Test
  void whatIsAppendedIsZero() {
    LongBlocks column = new LongBlocks(3);
    for (int i = 0; i < 10_000; i++) {
      column.append();
    }
    assertThat(values(column)).hasSize(10_000).containsOnly(0);
  }
}

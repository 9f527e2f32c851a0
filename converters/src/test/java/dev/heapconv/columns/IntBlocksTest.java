package dev.heapconv.columns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntBlocksTest {

  private static int[] values(IntBlocks blocks, int count) {
    return IntStream.range(0, count).map(blocks::get).toArray();
  }

  @Test
  void itHasTheValuesThatWereSetLastAndZeros() {
    Cases.forAll(
        20,
        values -> {
          SplittableRandom random = values.random();
          int[] expected = new int[values.between(1, 300_000)];
          IntBlocks blocks = new IntBlocks();
          for (int size = 0; size < expected.length; ) {
            size = Math.min(expected.length, size + random.nextInt(1, 100_000));
            blocks.reserve(size);
            assertThat(blocks.room()).isGreaterThanOrEqualTo(size);
            for (int i = 0; i < size / 10; i++) {
              int at = random.nextInt(size);
              blocks.set(at, expected[at] = random.nextInt());
            }
          }
          assertThat(values(blocks, expected.length)).isEqualTo(expected);
        });
  }

  @Test
  void roomIsNotMadeForMuchMoreThanIsAskedFor() {
    IntBlocks blocks = new IntBlocks();
    for (int values = 1; values < 1_000_000; values += values / 2 + 1) {
      blocks.reserve(values);
      assertThat(blocks.room()).isBetween(values, Math.max(64, values + Math.min(values, 65_536)));
    }
  }
}

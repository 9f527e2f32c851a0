package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingSizesTest {

  private static final long INTERVAL = 4096;
  private static final int STACKS = 400;

  /** Many recordings share a model, on any number of threads, in any order. */
  @Test
  @Tag("slow")
  void otherRecordingsOfTheModelDoNotChangeALaw() {
    SizeModel fresh = new SizeModel(INTERVAL, INTERVAL, INTERVAL, 0.025);
    SizeModel used = new SizeModel(INTERVAL, INTERVAL, INTERVAL, 0.025);
    // More than it caches: each size is a law of its own.
    for (int size = 1; size <= 21_000; size++) {
      used.law(cells(2, 2 * size));
    }

    assertThat(estimates(used)).isEqualTo(estimates(fresh));
  }

  /**
   * Stdio's buffers have 4096 bytes; and many stacks without a collision look like small blocks.
   */
  @ParameterizedTest
  @CsvSource({"1, 4", "5, 19", "20, 99"})
  void manyStacksDoNotRuleOutBlocksOfExactlyTheInterval(int fewest, int most) {
    StackCells[] stacks = new StackCells[300];
    for (int i = 0; i < stacks.length; i++) {
      stacks[i] = cells(fewest + i % (most - fewest + 1), 0);
    }
    RecordingSizes recording =
        new SizeModel(INTERVAL, INTERVAL, INTERVAL, 0.025)
            .recording(stacks, new int[stacks.length][1], new KnownSizes[stacks.length]);
    for (int i = 0; i < stacks.length; i++) {
      long n = stacks[i].count();
      assertThat(recording.law(i).estimate(n, n * INTERVAL).low()).isEqualTo(n);
    }
  }

  @Test
  void theOrderOfStacksDoesNotMatter() {
    StackCells[] stacks = new StackCells[STACKS];
    int[][] functions = new int[STACKS][];
    StackCells[] turned = new StackCells[STACKS];
    int[][] renamed = new int[STACKS][];
    for (int i = 0; i < STACKS; i++) {
      int n = 1 + i % 40;
      stacks[i] = cells(n, i % 3 == 0 ? 100 * i + 1 : INTERVAL * (i % 5));
      functions[i] = new int[] {i % 4, i % 9, i % 2, i % 11};
      turned[STACKS - 1 - i] = stacks[i];
      // Functions have other numbers if others come first.
      renamed[STACKS - 1 - i] = Arrays.stream(functions[i]).map(f -> 20 - f).toArray();
    }
    SizeModel model = new SizeModel(INTERVAL, INTERVAL, INTERVAL, 0.025);
    RecordingSizes one = model.recording(stacks, functions, new KnownSizes[STACKS]);
    RecordingSizes other = model.recording(turned, renamed, new KnownSizes[STACKS]);
    for (int i = 0; i < STACKS; i++) {
      long n = stacks[i].count();
      CountEstimate estimate = one.law(i).estimate(n, n * INTERVAL);
      assertThat(other.law(STACKS - 1 - i).estimate(n, n * INTERVAL)).isEqualTo(estimate);
    }
  }

  /** The callers of a wrapper of malloc: one makes small blocks, the other large ones. */
  @Test
  void unlikeCallersOfOneWrapperKeepTheirSizes() {
    StackCells[] stacks = new StackCells[STACKS];
    int[][] functions = new int[STACKS][];
    for (int i = 0; i < STACKS; i++) {
      // A tenth of 50 samples of 16 bytes has a collision; 50 of 2,000 bytes have 13.
      boolean isSmall = i % 2 == 0;
      stacks[i] = cells(50, (isSmall ? (i % 20) / 18 : 9 + i % 9) * INTERVAL);
      functions[i] = new int[] {0, isSmall ? 1 : 2, 3, i};
    }
    SizeModel model = new SizeModel(INTERVAL, INTERVAL, INTERVAL, 0.025);
    RecordingSizes recording = model.recording(stacks, functions, new KnownSizes[STACKS]);
    CountEstimate small = recording.law(0).estimate(50, 50 * INTERVAL);
    CountEstimate large = recording.law(9).estimate(50, 59 * INTERVAL);
    assertThat(small.value()).isBetween(50 * 4096 / 60.0, 50 * 4096 / 4.0);
    assertThat(large.value()).isBetween(128 / 1.7, 128 * 1.7);
    assertThat(large.high() / large.low()).isLessThan(6);
    // Alone, a stack does not tell as much.
    CountEstimate alone = model.law(stacks[9]).estimate(50, 59 * INTERVAL);
    assertThat(alone.high() / alone.low()).isGreaterThan(2 * large.high() / large.low());
  }

  /** Of stacks in groups that are recorded alike, with common functions and without. */
  private static List<CountEstimate> estimates(SizeModel model) {
    StackCells[] stacks = new StackCells[STACKS];
    int[][] functions = new int[STACKS][];
    for (int i = 0; i < STACKS; i++) {
      stacks[i] = cells(3 + i % 7, 50_000 + i % 11);
      functions[i] = i % 3 == 0 ? new int[0] : new int[] {i % 3, i % 5};
    }
    RecordingSizes recording = model.recording(stacks, functions, new KnownSizes[STACKS]);
    List<CountEstimate> estimates = new ArrayList<>();
    for (int i = 0; i < STACKS; i++) {
      StackCells cells = stacks[i];
      estimates.add(recording.law(i).estimate(cells.count(), (long) cells.bytes()));
    }
    return estimates;
  }

  private static StackCells cells(long count, long excess) {
    StackCells cells = new StackCells(INTERVAL);
    cells.add(count, count * INTERVAL + excess);
    return cells;
  }
}

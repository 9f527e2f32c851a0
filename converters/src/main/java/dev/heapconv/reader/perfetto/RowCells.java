package dev.heapconv.reader.perfetto;

import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What was allocated between the dumps of a heap, by row, which tells the sizes of its stacks. */
final class RowCells {

  /**
   * What recorded bytes of small sizes are multiples of; 0 if unknown, -1 if that changed. No cells
   * are needed where it is 1: every size was recorded.
   */
  private long unit;

  /** Elements are null where nothing was allocated. */
  private @Nullable StackCells[] cells = {};

  /** Adds what is live and what was freed of all that a row has allocated. */
  @FunctionalInterface
  interface Sides {
    void addTo(StackCells cells, int row);
  }

  /** The next dump begins. */
  void begin(HeapRows dump, TraceFacts facts) {
    long interval =
        dump.samplingInterval > 0 ? dump.samplingInterval : facts.configuredIntervals.of(dump.heap);
    long original = dump.origSamplingInterval > 0 ? dump.origSamplingInterval : interval;
    long ofDump = Math.min(original, interval);
    unit = unit == 0 || unit == ofDump ? ofDump : -1;
  }

  /** Whether something of a row was added. */
  boolean has(int row) {
    return row < cells.length && cells[row] != null;
  }

  /** Adds what a row has allocated since the dump before. */
  void add(int row, long count, long bytes) {
    if (unit > 1 && count > 0) {
      if (row >= cells.length) {
        cells = Arrays.copyOf(cells, Math.max(row + 1, cells.length * 2));
      }
      StackCells known = cells[row];
      if (known == null) {
        known = new StackCells(unit);
        cells[row] = known;
      }
      known.add(count, bytes);
    }
  }

  /**
   * The cells of each stack. Call it once: what rows had is the stacks' then.
   *
   * @param expectedUnit what recorded bytes of small sizes are multiples of; if it is something
   *     else, or 1, the result is null
   * @param stacks of each row
   * @param sides what was allocated between two dumps only is divided into
   */
  @Nullable RecordingCells ofStacks(long expectedUnit, int[] stacks, Sides sides) {
    if (unit != expectedUnit || unit == 1) {
      return null;
    }
    Int2IntOpenHashMap numbers = new Int2IntOpenHashMap(stacks.length);
    numbers.defaultReturnValue(-1);
    StackCells[] joined = new StackCells[stacks.length];
    int[] distinct = new int[stacks.length];
    for (int row = 0; row < stacks.length; row++) {
      StackCells between = row < cells.length ? cells[row] : null;
      if (between == null || between.number() <= 1) {
        between = new StackCells(unit);
        sides.addTo(between, row);
      }
      int number = numbers.putIfAbsent(stacks[row], numbers.size());
      if (number < 0) {
        number = numbers.size() - 1;
        distinct[number] = stacks[row];
        joined[number] = between;
      } else {
        joined[number].add(between);
      }
    }
    return RecordingCells.of(
        Arrays.copyOf(distinct, numbers.size()), Arrays.copyOf(joined, numbers.size()));
  }
}

package dev.heapconv.fleet;

import dev.heapconv.thread.Cursor;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;

/**
 * What recordings have of the rows of a table, in any order: as many values as are allowed are in
 * memory, the others in runs. For one thread.
 */
final class DeviceValues {

  private final SortedRuns<DeviceShares.Value> runs;
  private final int max;
  private final List<DeviceShares.Value> values = new ArrayList<>();

  /**
   * @param runs those of all threads
   * @param max how many values may be in memory
   */
  DeviceValues(SortedRuns<DeviceShares.Value> runs, int max) {
    this.runs = runs;
    this.max = max;
  }

  void add(DeviceShares.Value value) throws IOException {
    if (values.size() == max) {
      runs.add(sorted());
      values.clear();
    }
    values.add(value);
  }

  /** The values in memory. */
  Cursor<DeviceShares.Value> sorted() {
    long[] keys = values.stream().mapToLong(value -> value.key).toArray();
    int[] order = new int[keys.length];
    Arrays.setAll(order, i -> i);
    LongArrays.quickSortIndirect(order, keys);
    PrimitiveIterator.OfInt rest = Arrays.stream(order).iterator();
    return () -> rest.hasNext() ? values.get(rest.nextInt()) : null;
  }
}

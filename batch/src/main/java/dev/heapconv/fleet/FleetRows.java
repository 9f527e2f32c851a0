package dev.heapconv.batch;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Sums of stacks in memory, until there are too many and they have to be written out. Frames then
 * keep their ids; stacks do not.
 */
final class FleetRows {

  private final int maxRows;
  private final StackTable stacks = new StackTable();
  private final StackNames names;
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();
  private long[] keys = new long[1024];
  private final EstimateSums sums = EstimateSums.ofOneStack(1024 * FleetPart.VIEWS);

  /**
   * @param allocatorFrames whether the allocator's functions are shown
   */
  FleetRows(int maxRows, boolean allocatorFrames) {
    this.maxRows = maxRows;
    names = new StackNames(allocatorFrames);
    names.over(stacks);
    rows.defaultReturnValue(-1);
  }

  /** The table that defines the ids of stacks to add. */
  StackTable stacks() {
    return stacks;
  }

  /**
   * @param numbers the four views are its groups
   */
  void add(int group, int stack, EstimateSums numbers) {
    long key = (long) group << 32 | stack;
    int row = rows.get(key);
    if (row < 0) {
      row = rows.size();
      if (row == keys.length) {
        keys = Arrays.copyOf(keys, row * 2);
      }
      rows.put(key, row);
      keys[row] = key;
    }
    sums.add(row * FleetPart.VIEWS, numbers, 0, FleetPart.VIEWS);
  }

  int size() {
    return rows.size();
  }

  /**
   * Whether the rows should be written out now. Stacks count too: most are only callers of others.
   */
  boolean isFull() {
    return rows.size() >= maxRows || stacks.stackCount() >= 4L * maxRows;
  }

  /** Forgets all rows and stacks, but not the frames. */
  void clear() {
    stacks.clearStacks();
    rows.clear();
    sums.clear();
  }

  /** All rows, in order. */
  Iterator<FleetRow> sorted() {
    int[] order = new int[rows.size()];
    long[] high = new long[order.length];
    long[] low = new long[order.length];
    for (int row = 0; row < order.length; row++) {
      order[row] = row;
      int[] functions = names.of(stacks.frames((int) keys[row]));
      for (int i = functions.length - 1; i >= 0; i--) {
        int function = functions[i] + 1;
        high[row] = mix(high[row] * 0x9E3779B97F4A7C15L + function);
        low[row] = mix((low[row] ^ 0xD6E8FEB86659FD93L) * 0xC2B2AE3D27D4EB4FL + function);
      }
    }
    IntArrays.quickSort(order, (a, b) -> compare(a, b, high, low));
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < order.length;
      }

      @Override
      public FleetRow next() {
        int row = order[next++];
        EstimateSums views = EstimateSums.ofOneStack(FleetPart.VIEWS);
        views.add(0, sums, row * FleetPart.VIEWS, FleetPart.VIEWS);
        int[] frames = stacks.frames((int) keys[row]);
        return new FleetRow((int) (keys[row] >>> 32), high[row], low[row], frames, views);
      }
    };
  }

  /** The order of {@link FleetRow}. */
  private int compare(int a, int b, long[] high, long[] low) {
    int order = Integer.compare((int) (keys[a] >>> 32), (int) (keys[b] >>> 32));
    order = order != 0 ? order : Long.compare(high[a], high[b]);
    order = order != 0 ? order : Long.compare(low[a], low[b]);
    return order != 0 || a == b
        ? order
        : Arrays.compare(stacks.frames((int) keys[a]), stacks.frames((int) keys[b]));
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

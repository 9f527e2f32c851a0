package dev.heapconv.batch;

import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Sums of stacks in memory, until there are too many and they have to be written out. Frames keep
 * their ids when that happens; stacks begin again. A stack is known by a hash of 128 bits of its
 * frame ids.
 */
final class FleetRows {

  private final int maxRows;
  private StackTable stacks = new StackTable();
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();
  private long[] keys = new long[1024];
  private double[] sums = new double[1024 * FleetSums.NUMBERS];

  FleetRows(int maxRows) {
    this.maxRows = maxRows;
    rows.defaultReturnValue(-1);
  }

  /** Where stacks to be added have their ids; another table after each {@link #clear}. */
  StackTable stacks() {
    return stacks;
  }

  void add(int group, int stack, double[] numbers) {
    long key = (long) group << 32 | stack;
    int row = rows.get(key);
    if (row < 0) {
      row = rows.size();
      if (row == keys.length) {
        keys = Arrays.copyOf(keys, row * 2);
        sums = Arrays.copyOf(sums, row * 2 * FleetSums.NUMBERS);
      }
      rows.put(key, row);
      keys[row] = key;
    }
    FleetSums.add(numbers, 0, sums, row * FleetSums.NUMBERS);
  }

  int size() {
    return rows.size();
  }

  /**
   * Whether it is time to write out what is here. Stacks count too: most are only the callers of
   * others.
   */
  boolean isFull() {
    return rows.size() >= maxRows || stacks.stackCount() >= 4L * maxRows;
  }

  /** Forgets all rows and stacks, but not the frames. */
  void clear() {
    StackTable next = new StackTable();
    for (int i = 0; i < stacks.mappingCount(); i++) {
      next.addMapping(stacks.mapping(i));
    }
    for (int i = 0; i < stacks.frameCount(); i++) {
      next.addFrame(stacks.frameMapping(i), stacks.frameRelPc(i), stacks.lines(i));
    }
    stacks = next;
    rows.clear();
    Arrays.fill(sums, 0);
  }

  /** All rows in their order. */
  Iterator<FleetRow> sorted() {
    int count = stacks.stackCount();
    long[] high = new long[count];
    long[] low = new long[count];
    for (int stack = 1; stack < count; stack++) {
      // A caller always has a smaller id.
      int parent = stacks.parent(stack);
      int frame = stacks.frame(stack) + 1;
      high[stack] = mix(high[parent] * 0x9E3779B97F4A7C15L + frame);
      low[stack] = mix((low[parent] ^ 0xD6E8FEB86659FD93L) * 0xC2B2AE3D27D4EB4FL + frame);
    }
    int[] order = new int[rows.size()];
    Arrays.setAll(order, i -> i);
    IntArrays.quickSort(
        order,
        (a, b) -> {
          int byGroup = Integer.compare((int) (keys[a] >>> 32), (int) (keys[b] >>> 32));
          if (byGroup != 0) {
            return byGroup;
          }
          int byHigh = Long.compare(high[(int) keys[a]], high[(int) keys[b]]);
          return byHigh != 0 ? byHigh : Long.compare(low[(int) keys[a]], low[(int) keys[b]]);
        });
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < order.length;
      }

      @Override
      public FleetRow next() {
        int row = order[next++];
        int stack = (int) keys[row];
        int[] frames = new int[stacks.depth(stack)];
        int at = 0;
        for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
          frames[at++] = stacks.frame(s);
        }
        int from = row * FleetSums.NUMBERS;
        return new FleetRow(
            (int) (keys[row] >>> 32),
            high[stack],
            low[stack],
            frames,
            Arrays.copyOfRange(sums, from, from + FleetSums.NUMBERS));
      }
    };
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

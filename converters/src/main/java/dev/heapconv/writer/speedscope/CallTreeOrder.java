package dev.heapconv.writer.speedscope;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * The order in which a walk of the call tree visits the stacks. Speedscope opens with a chart over
 * "time", where equal callers form one bar only if their samples are adjacent: in this order the
 * chart is a flame graph.
 */
final class CallTreeOrder {

  private final int[] rank;

  CallTreeOrder(StackTable stacks) {
    int count = stacks.stackCount();
    int[] firstChild = new int[count];
    int[] nextSibling = new int[count];
    Arrays.fill(firstChild, -1);
    // A caller has a smaller id than its callees; counting down puts the children of each in the
    // order of their ids.
    for (int s = count - 1; s > StackTable.ROOT; s--) {
      nextSibling[s] = firstChild[stacks.parent(s)];
      firstChild[stacks.parent(s)] = s;
    }
    nextSibling[StackTable.ROOT] = -1;
    rank = new int[count];
    int next = 0;
    int s = StackTable.ROOT;
    while (s >= 0) {
      rank[s] = next++;
      if (firstChild[s] >= 0) {
        s = firstChild[s];
        continue;
      }
      while (s >= 0 && nextSibling[s] < 0) {
        s = stacks.parent(s);
      }
      s = s < 0 ? s : nextSibling[s];
    }
  }

  /** The rows of a heap, by their stacks. */
  int[] rows(EstimatedHeap heap) {
    long[] keys = new long[heap.rows()];
    for (int row = 0; row < keys.length; row++) {
      keys[row] = (long) rank[heap.stack(row)] << 32 | row;
    }
    Arrays.sort(keys);
    int[] rows = new int[keys.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) keys[i];
    }
    return rows;
  }
}

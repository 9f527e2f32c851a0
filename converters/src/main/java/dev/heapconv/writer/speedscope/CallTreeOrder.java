package dev.heapconv.writer.speedscope;

import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * The order in which a walk of the call tree visits the stacks. Speedscope opens with a chart over
 * "time", where equal callers form one bar only if their samples are adjacent: in this order the
 * chart is a flame graph.
 */
final class CallTreeOrder {

  private CallTreeOrder() {}

  /** The place of each stack, by its id. */
  static int[] ranks(StackTable stacks) {
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
    int[] ranks = new int[count];
    int next = 0;
    int s = StackTable.ROOT;
    while (s >= 0) {
      ranks[s] = next++;
      if (firstChild[s] >= 0) {
        s = firstChild[s];
        continue;
      }
      while (s >= 0 && nextSibling[s] < 0) {
        s = stacks.parent(s);
      }
      s = s < 0 ? s : nextSibling[s];
    }
    return ranks;
  }
}

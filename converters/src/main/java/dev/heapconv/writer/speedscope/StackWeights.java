package dev.heapconv.writer.speedscope;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.WholeNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * What each trimmed stack weighs in one view of a heap. Speedscope repeats all callers in each
 * sample; where that would make a profile too large to open, the lightest parts of the call tree
 * are summed up under their callers.
 */
final class StackWeights {

  /** How many frames the samples of a profile may refer to: about 5 MB. */
  static final long MAX_FRAMES = 1_500_000;

  private final StackTable stacks;
  private final int[] rank;
  private final IntArrayList weighed = new IntArrayList();
  private final long[] own;
  private final long[] omitted;

  StackWeights(StackTable stacks) {
    this.stacks = stacks;
    rank = ranks(stacks);
    own = new long[stacks.stackCount()];
    omitted = new long[stacks.stackCount()];
  }

  /**
   * The place of each stack, by its id, in a walk of the call tree. Speedscope opens with a chart
   * over "time", where equal callers form one bar only if their samples are adjacent: in this order
   * the chart is a flame graph.
   */
  private static int[] ranks(StackTable stacks) {
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

  /** Replaces the weights by those of a view of a heap. */
  void set(EstimatedHeap heap, Column column, TrimmedStacks trimmed) {
    for (int stack : weighed()) {
      own[stack] = 0;
      omitted[stack] = 0;
    }
    weighed.clear();
    long frames = 0;
    WholeNumbers wholeNumbers = new WholeNumbers();
    for (int row = 0; row < heap.rows(); row++) {
      // The only rounding of an estimate.
      long weight = wholeNumbers.next(column.value(row));
      if (weight > 0) {
        int stack = trimmed.of(heap.stack(row));
        if (own[stack] == 0) {
          frames += stacks.depth(stack);
          weighed.add(stack);
        }
        own[stack] = Saturation.add(own[stack], weight);
      }
    }
    if (frames > MAX_FRAMES) {
      omitLightest();
      weighed.clear();
      for (int stack = 0; stack < own.length; stack++) {
        if (own[stack] > 0 || omitted[stack] > 0) {
          weighed.add(stack);
        }
      }
    }
    weighed.sort((a, b) -> Integer.compare(rank[a], rank[b]));
  }

  /** The stacks that weigh anything, in the order of the call tree. */
  int[] weighed() {
    return weighed.toIntArray();
  }

  private void omitLightest() {
    long[] total = own.clone();
    int[] depth = new int[total.length];
    for (int s = total.length - 1; s > StackTable.ROOT; s--) {
      int caller = stacks.parent(s);
      total[caller] = Saturation.add(total[caller], total[s]);
    }
    for (int s = StackTable.ROOT + 1; s < depth.length; s++) {
      depth[s] = depth[stacks.parent(s)] + 1;
    }
    long least = 2;
    while (least <= total[StackTable.ROOT] && frames(total, depth, least) > MAX_FRAMES) {
      least *= 2;
    }
    for (int s = total.length - 1; s > StackTable.ROOT; s--) {
      if (total[s] < least) {
        int caller = stacks.parent(s);
        own[s] = 0;
        omitted[caller] = total[caller] < least ? 0 : Saturation.add(omitted[caller], total[s]);
      }
    }
  }

  /** How many frames are left without the parts of the call tree that weigh less. */
  private long frames(long[] total, int[] depth, long least) {
    long frames = 0;
    boolean[] omits = new boolean[total.length];
    for (int s = total.length - 1; s >= StackTable.ROOT; s--) {
      if (s != StackTable.ROOT && total[s] > 0 && total[s] < least) {
        omits[stacks.parent(s)] = true;
      } else if (total[s] > 0) {
        frames += (own[s] > 0 ? depth[s] : 0) + (omits[s] ? depth[s] + 1 : 0);
      }
    }
    return frames;
  }

  /** What a stack weighs itself, without its callees. */
  long own(int stack) {
    return own[stack];
  }

  /** What its callees weigh that are not shown on their own. */
  long omitted(int stack) {
    return omitted[stack];
  }
}

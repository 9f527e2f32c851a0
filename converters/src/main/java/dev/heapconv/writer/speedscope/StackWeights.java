package dev.heapconv.writer.speedscope;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.CallTree;
import dev.heapconv.writer.Samples;
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

  private final Samples samples;
  private final CallTree calls;

  /**
   * The place of each stack in a walk of the call tree. Speedscope opens with a chart over "time",
   * where equal callers form one bar only if their samples are adjacent: in this order the chart is
   * a flame graph.
   */
  private final int[] places;

  private final int[] depths;
  private final IntArrayList weighed = new IntArrayList();
  private final long[] own;
  private final double[] omitted;

  StackWeights(StackTable stacks, Samples samples) {
    this.samples = samples;
    calls = new CallTree(stacks);
    places = calls.places();
    depths = calls.depths();
    own = new long[calls.count()];
    omitted = new double[calls.count()];
  }

  /** Replaces the weights by those of a view of a heap, and returns their sum. */
  long set(EstimatedHeap heap, View view) {
    for (int stack : weighed()) {
      own[stack] = 0;
      omitted[stack] = 0;
    }
    weighed.clear();
    samples.set(heap, view);
    long frames = 0;
    for (int i = 0; i < samples.count(); i++) {
      int stack = samples.stack(i);
      own[stack] = samples.value(i);
      frames += depths[stack];
      weighed.add(stack);
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
    weighed.sort((a, b) -> Integer.compare(places[a], places[b]));
    return samples.total();
  }

  /** The stacks that weigh anything, in the order of the call tree. */
  int[] weighed() {
    return weighed.toIntArray();
  }

  private void omitLightest() {
    double[] total = calls.cumulative(Arrays.stream(own).asDoubleStream().toArray());
    double least = 2;
    while (least <= total[CallTree.ROOT] && frames(total, least) > MAX_FRAMES) {
      least *= 2;
    }
    for (int s = total.length - 1; s > CallTree.ROOT; s--) {
      if (total[s] < least) {
        int caller = calls.caller(s);
        own[s] = 0;
        omitted[caller] = total[caller] < least ? 0 : omitted[caller] + total[s];
      }
    }
  }

  /** How many frames are left without the parts of the call tree that weigh less. */
  private long frames(double[] total, double least) {
    long frames = 0;
    boolean[] omits = new boolean[total.length];
    for (int s = total.length - 1; s >= CallTree.ROOT; s--) {
      if (s != CallTree.ROOT && total[s] > 0 && total[s] < least) {
        omits[calls.caller(s)] = true;
      } else if (total[s] > 0) {
        frames += (own[s] > 0 ? depths[s] : 0) + (omits[s] ? depths[s] + 1 : 0);
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
    return (long) omitted[stack];
  }
}

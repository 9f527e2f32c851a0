package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;

/** A place in a program that allocates: its sizes are fixed, how often it ran is not. */
interface Site {

  /** What a call stack of this site did when it made about so many allocations. */
  SimulatedStack run(long allocations, Draws draws);

  /**
   * Sizes that are independent of one another and of what is freed. A third of the stacks keep
   * everything, a third free everything, a third free at random.
   */
  static Site of(SizeMix mix) {
    return (allocations, draws) -> {
      double share =
          switch (draws.below(3)) {
            case 0 -> 0;
            case 1 -> 1;
            default -> draws.uniform();
          };
      long[] kept = mix.draw(allocations, draws);
      long[] freed = new long[kept.length];
      for (int i = 0; i < kept.length; i++) {
        freed[i] = draws.binomial(kept[i], share);
        kept[i] -= freed[i];
      }
      return new SimulatedStack(mix.sizes(), freed, kept);
    };
  }

  /**
   * Buffers that grow step by step, each step freeing the one before.
   *
   * @param sizes of the steps
   * @param endsAt weights of the step at which a buffer ends
   * @param keeps whether buffers are kept at the end
   */
  static Site growing(int[] sizes, double[] endsAt, boolean keeps) {
    int[] steps = new int[sizes.length];
    Arrays.setAll(steps, i -> i);
    SizeMix ends = new SizeMix(steps, endsAt);
    double sum = 0;
    double stepsInAll = 0;
    for (int i = 0; i < sizes.length; i++) {
      sum += endsAt[i];
      stepsInAll += (i + 1) * endsAt[i];
    }
    double stepsOfOne = stepsInAll / sum;
    return (allocations, draws) -> {
      long[] kept = ends.draw(Math.max(1, Math.round(allocations / stepsOfOne)), draws);
      long[] freed = new long[kept.length];
      long further = 0;
      for (int i = kept.length - 1; i >= 0; i--) {
        freed[i] = further;
        further += kept[i];
        if (!keeps) {
          freed[i] += kept[i];
          kept[i] = 0;
        }
      }
      return new SimulatedStack(sizes, freed, kept);
    };
  }
}

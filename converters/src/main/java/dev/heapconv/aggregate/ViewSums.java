package dev.heapconv.aggregate;

import java.util.Arrays;

/** Sums by group for several views, and the numbers of recorded allocations behind them. */
final class ViewSums {

  private final EstimateSums[] sums;
  private long[] allocSamples = new long[64];
  private long[] liveSamples = new long[64];

  ViewSums(int views) {
    sums = new EstimateSums[views];
    for (int view = 0; view < views; view++) {
      sums[view] = new EstimateSums();
    }
  }

  /**
   * Adds one estimate of each view.
   *
   * @param row the estimates; views are its groups
   */
  void add(int group, EstimateSums row, long alloc, long live) {
    for (int view = 0; view < sums.length; view++) {
      sums[view].add(group, row, view);
    }
    if (group >= allocSamples.length) {
      int capacity = Math.max(group + 1, allocSamples.length * 2);
      allocSamples = Arrays.copyOf(allocSamples, capacity);
      liveSamples = Arrays.copyOf(liveSamples, capacity);
    }
    allocSamples[group] += alloc;
    liveSamples[group] += live;
  }

  EstimateSums of(int view) {
    return sums[view];
  }

  /** Recorded allocations of a group. */
  long samples(int group, boolean live) {
    long[] samples = live ? liveSamples : allocSamples;
    return group < samples.length ? samples[group] : 0;
  }

  /** A selection of groups, renumbered from 0 in the given order. */
  ViewSums select(int[] groups) {
    ViewSums selected = new ViewSums(sums.length);
    for (int view = 0; view < sums.length; view++) {
      selected.sums[view] = sums[view].select(groups);
    }
    selected.allocSamples = new long[groups.length];
    selected.liveSamples = new long[groups.length];
    for (int i = 0; i < groups.length; i++) {
      selected.allocSamples[i] = samples(groups[i], false);
      selected.liveSamples[i] = samples(groups[i], true);
    }
    return selected;
  }
}

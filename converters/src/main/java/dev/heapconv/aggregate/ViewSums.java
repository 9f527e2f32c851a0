package dev.heapconv.aggregate;

import dev.heapconv.unskew.Saturation;
import java.util.Arrays;

/** Sums by group for several views, and the numbers of recorded allocations behind them. */
final class ViewSums {

  private final int views;

  /** The views of one group after those of another. */
  private final EstimateSums sums;

  private long[] allocSamples = new long[64];
  private long[] liveSamples = new long[64];

  /**
   * @param sums has no groups yet
   */
  ViewSums(int views, EstimateSums sums) {
    this.views = views;
    this.sums = sums;
  }

  /**
   * Adds one estimate of each view.
   *
   * @param row the estimates; views are its groups
   */
  void add(int group, EstimateSums row, long alloc, long live) {
    sums.add(group * views, row, 0, views);
    if (group >= allocSamples.length) {
      int capacity = Math.max(group + 1, allocSamples.length * 2);
      allocSamples = Arrays.copyOf(allocSamples, capacity);
      liveSamples = Arrays.copyOf(liveSamples, capacity);
    }
    allocSamples[group] = Saturation.add(allocSamples[group], alloc);
    liveSamples[group] = Saturation.add(liveSamples[group], live);
  }

  /** Some of the groups, renumbered from 0 in this order. */
  ViewSums select(int[] groups) {
    ViewSums selected = new ViewSums(views, EstimateSums.ofStacks());
    for (int i = 0; i < groups.length; i++) {
      selected.sums.add(i * views, sums, groups[i] * views, views);
    }
    return selected;
  }

  /** The sums; a view of a group is its group {@link #cell}. */
  EstimateSums sums() {
    return sums;
  }

  int cell(int group, int view) {
    return group * views + view;
  }

  /** Recorded allocations of a group. */
  long samples(int group, boolean live) {
    long[] samples = live ? liveSamples : allocSamples;
    return group < samples.length ? samples[group] : 0;
  }
}

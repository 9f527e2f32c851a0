package dev.heapconv.query;

import dev.heapconv.unskew.Saturation;
import java.util.Arrays;

/**
 * Sums of several numbers by group, and the recorded allocations behind them. The group {@link
 * #TOTAL} is everything.
 */
public final class GroupSums {

  /** The group of everything. */
  public static final int TOTAL = -1;

  private final int cells;

  /** The cells of one group after those of another; the first group is everything. */
  private final EstimateSums sums;

  private long[] allocSamples = new long[64];
  private long[] liveSamples = new long[64];

  /**
   * @param cells how many numbers each group has
   * @param sums sums without groups
   */
  public GroupSums(int cells, EstimateSums sums) {
    this.cells = cells;
    this.sums = sums;
  }

  /** Adds an estimate to each cell of a group. */
  public void add(int group, EstimateSums row, long alloc, long live) {
    sums.add(at(group, 0), row, 0, cells);
    int at = group + 1;
    if (at >= allocSamples.length) {
      int capacity = Math.max(at + 1, allocSamples.length * 2);
      allocSamples = Arrays.copyOf(allocSamples, capacity);
      liveSamples = Arrays.copyOf(liveSamples, capacity);
    }
    allocSamples[at] = Saturation.add(allocSamples[at], alloc);
    liveSamples[at] = Saturation.add(liveSamples[at], live);
  }

  /** Returns the index of a cell of a group in the {@link #sums}. */
  public int at(int group, int cell) {
    return (group + 1) * cells + cell;
  }

  public EstimateSums sums() {
    return sums;
  }

  /** Returns the recorded allocations of a group. */
  public long samples(int group, boolean live) {
    long[] samples = live ? liveSamples : allocSamples;
    return group + 1 < samples.length ? samples[group + 1] : 0;
  }
}

package dev.heapconv.batch;

import dev.heapconv.aggregate.EstimateSums;
import java.util.Arrays;

/**
 * The totals of one stack in one group. Rows are ordered by group, then by the visible names of the
 * stack, so that stacks that look the same are adjacent.
 */
final class FleetRow implements Comparable<FleetRow> {

  private final int group;
  private final long high;
  private final long low;
  private final int[] frames;
  private final EstimateSums sums;

  /**
   * @param group number of the group
   * @param high first half of the hash of the names of the stack's functions
   * @param low second half
   * @param frames frame ids, innermost first
   * @param sums the four views are its groups
   */
  FleetRow(int group, long high, long low, int[] frames, EstimateSums sums) {
    this.group = group;
    this.high = high;
    this.low = low;
    this.frames = frames;
    this.sums = sums;
  }

  int group() {
    return group;
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  int[] frames() {
    return frames;
  }

  EstimateSums sums() {
    return sums;
  }

  @Override
  public int compareTo(FleetRow other) {
    int order = Integer.compare(group, other.group);
    order = order != 0 ? order : Long.compare(high, other.high);
    order = order != 0 ? order : Long.compare(low, other.low);
    return order != 0 ? order : Arrays.compare(frames, other.frames);
  }

  /** Adds the totals of another row for the same stack and group. */
  void add(FleetRow other) {
    sums.add(0, other.sums, 0, FleetPart.VIEWS);
  }
}

package dev.heapconv.fleet;

import dev.heapconv.aggregate.ExactSums;

/**
 * The totals of one stack in one group. Rows are ordered by the name of the group, then by the hash
 * of the visible names of the stack, so that stacks that look the same are adjacent, and then by
 * the identity of the stack. The order is the same in every process.
 */
public final class FleetRow implements Comparable<FleetRow> {

  private final FleetGroup group;
  private final long namesHigh;
  private final long namesLow;
  private final long high;
  private final long low;
  private final int[] frames;
  private final ExactSums sums;

  /**
   * @param namesHigh as {@link StackIds#namesHigh}, and so on
   * @param frames frame ids, innermost first; not copied
   * @param sums the four views are its groups; not copied
   */
  FleetRow(
      FleetGroup group,
      long namesHigh,
      long namesLow,
      long high,
      long low,
      int[] frames,
      ExactSums sums) {
    this.group = group;
    this.namesHigh = namesHigh;
    this.namesLow = namesLow;
    this.high = high;
    this.low = low;
    this.frames = frames;
    this.sums = sums;
  }

  FleetGroup group() {
    return group;
  }

  long namesHigh() {
    return namesHigh;
  }

  long namesLow() {
    return namesLow;
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

  ExactSums sums() {
    return sums;
  }

  @Override
  public int compareTo(FleetRow other) {
    int order = compareStacks(other);
    return order != 0 ? order : FleetGroup.BY_HEAP.compare(group, other.group);
  }

  /** Whether another row is of the same stack in the same group, though perhaps another heap. */
  boolean isOfSameStack(FleetRow other) {
    return compareStacks(other) == 0;
  }

  private int compareStacks(FleetRow other) {
    int order = group.name().compareTo(other.group.name());
    order = order != 0 ? order : Long.compare(namesHigh, other.namesHigh);
    order = order != 0 ? order : Long.compare(namesLow, other.namesLow);
    order = order != 0 ? order : Long.compare(high, other.high);
    return order != 0 ? order : Long.compare(low, other.low);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FleetRow row && compareTo(row) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high);
  }

  /** Adds the totals of another row for the same stack and group. */
  void add(FleetRow other) {
    sums.add(0, other.sums, 0, FleetPart.VIEWS);
  }
}

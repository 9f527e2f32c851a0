package dev.heapconv.batch;

/** The totals of one stack in one group. */
final class FleetRow implements Comparable<FleetRow> {

  private final int group;
  private final long high;
  private final long low;
  private final int[] frames;
  private final double[] sums;

  /**
   * @param group number of the group
   * @param high first half of the hash of the stack: rows are ordered by group and hash
   * @param low second half
   * @param frames frame ids, innermost first
   * @param sums numbers, as {@link FleetSums} has them
   */
  FleetRow(int group, long high, long low, int[] frames, double[] sums) {
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

  double[] sums() {
    return sums;
  }

  /** Adds the numbers of a row of the same stack and group. */
  void add(FleetRow other) {
    FleetSums.add(other.sums, 0, sums, 0);
  }

  @Override
  public int compareTo(FleetRow other) {
    int byGroup = Integer.compare(group, other.group);
    if (byGroup != 0) {
      return byGroup;
    }
    int byHigh = Long.compare(high, other.high);
    return byHigh != 0 ? byHigh : Long.compare(low, other.low);
  }
}

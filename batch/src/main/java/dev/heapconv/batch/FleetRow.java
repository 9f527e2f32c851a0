package dev.heapconv.batch;

/**
 * The totals of one stack in one group.
 *
 * @param group number of the group
 * @param high first half of the hash of the stack: rows are ordered by group and hash
 * @param low second half
 * @param frames frame ids, innermost first
 * @param sums numbers, as {@link FleetSums} has them
 */
record FleetRow(int group, long high, long low, int[] frames, double[] sums)
    implements Comparable<FleetRow> {

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

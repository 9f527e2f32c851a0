package dev.heapconv.query;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/** The one size that all allocations of a group have, where it is known. */
final class GroupSizes {

  /** In the place of a size: allocations have several, or some that are not known. */
  private static final long SEVERAL = -1;

  private final Int2LongOpenHashMap sizes = new Int2LongOpenHashMap();
  private boolean isAny;

  /**
   * Adds the allocations of a stack to a group.
   *
   * @param bytes the size of each; 0 if it is not known
   */
  public void add(int group, long bytes) {
    long size = bytes == 0 ? SEVERAL : bytes;
    isAny |= bytes != 0;
    if (sizes.getOrDefault(group, size) != size) {
      size = SEVERAL;
    }
    sizes.put(group, size);
  }

  /** The size of each allocation of a group in bytes; 0 if it is not known. */
  public long of(int group) {
    return Math.max(0, sizes.get(group));
  }

  /** Whether the size of any allocation was known. */
  public boolean isAny() {
    return isAny;
  }
}

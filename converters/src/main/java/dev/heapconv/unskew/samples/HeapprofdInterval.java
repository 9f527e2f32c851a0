package dev.heapconv.unskew.samples;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Tells the sampling interval T of heapprofd from what it recorded of each stack: allocations
 * smaller than T weigh a multiple of T each, at least T, and larger ones their size. So the
 * smallest mean that is a whole number is T, if stacks that weigh a multiple of it show that their
 * samples had different weights; by accident one stack in T does.
 */
public final class HeapprofdInterval {

  private static final int ENOUGH = 2;

  private final LongArrayList objects = new LongArrayList();
  private final LongArrayList bytes = new LongArrayList();
  private long least = Long.MAX_VALUE;

  /** Adds a stack. */
  public void add(long count, long space) {
    if (count > 0 && space > 0) {
      objects.add(count);
      bytes.add(space);
      least = space % count == 0 ? Math.min(least, space / count) : least;
    }
  }

  /** T in bytes; 0 if the stacks do not show it. */
  public long value() {
    int different = 0;
    for (int i = 0; i < objects.size(); i++) {
      long b = bytes.getLong(i);
      long c = objects.getLong(i);
      if (b / c < least) {
        return 0;
      }
      different += b % least == 0 && b / least % c != 0 ? 1 : 0;
    }
    return least > 1 && different >= ENOUGH ? least : 0;
  }
}

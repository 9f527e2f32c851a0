package dev.heapconv.model;

import java.util.Arrays;

/**
 * Collects units of the scheme {@code recorded}: each is a number of sampled allocations with their
 * total bytes, such as a line of a text dump or a single sample. A unit of mean size a is divided
 * by its chance of being sampled, {@code 1 - exp(-a/T)}, before the units of a row are summed.
 */
final class RecordedUnits {

  /** Which allocations a unit counts: a row has a slot for each kind. */
  static final int ALLOCATED = 0;

  static final int LIVE = 1;
  static final int FREED = 2;
  static final int SLOTS = 3;

  private final long interval;
  private final RecordedRows.UnitKind unit;
  private int[] slots = new int[64];
  private long[] counts = new long[64];
  private long[] bytes = new long[64];
  private int size;
  private boolean mixedSizes;

  /**
   * @param interval mean sampling interval T in bytes
   */
  RecordedUnits(long interval, RecordedRows.UnitKind unit) {
    this.interval = interval;
    this.unit = unit;
  }

  /** Adds a unit to a slot of a row; empty units are ignored. */
  void add(int row, int slot, long count, long unitBytes) {
    if (count == 0 && unitBytes == 0) {
      return;
    }
    if (size == slots.length) {
      int capacity = size * 2;
      slots = Arrays.copyOf(slots, capacity);
      counts = Arrays.copyOf(counts, capacity);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    slots[size] = Math.addExact(Math.multiplyExact(row, SLOTS), slot);
    counts[size] = count;
    bytes[size] = unitBytes;
    mixedSizes |= unit == RecordedRows.UnitKind.PLAIN_SUM && count > 1;
    size++;
  }

  /** Sorts the units by row and slot, keeping the insertion order within a slot. */
  RowEstimator estimator() {
    int highest = -1;
    for (int i = 0; i < size; i++) {
      highest = Math.max(highest, slots[i]);
    }
    int[] firstOfSlot = new int[highest + 3];
    for (int i = 0; i < size; i++) {
      firstOfSlot[slots[i] + 2]++;
    }
    for (int slot = 1; slot < firstOfSlot.length; slot++) {
      firstOfSlot[slot] += firstOfSlot[slot - 1];
    }
    long[] sortedCounts = new long[size];
    long[] sortedBytes = new long[size];
    for (int i = 0; i < size; i++) {
      int at = firstOfSlot[slots[i] + 1]++;
      sortedCounts[at] = counts[i];
      sortedBytes[at] = bytes[i];
    }
    return new UnitEstimator(interval, unit, mixedSizes, firstOfSlot, sortedCounts, sortedBytes);
  }
}

package dev.heapconv.benchmarks.accuracy;

/**
 * What one call stack of a simulated program did, by size.
 *
 * @param sizes bytes, in any order; a size may stand in several places
 * @param freed so many allocations of each size were freed before the dump
 * @param kept so many were not
 */
record SimulatedStack(int[] sizes, long[] freed, long[] kept) {

  /** The true numbers. */
  ViewTotals truth() {
    double allocated = 0;
    double allocatedBytes = 0;
    double live = 0;
    double liveBytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      allocated += freed[i] + kept[i];
      allocatedBytes += (double) (freed[i] + kept[i]) * sizes[i];
      live += kept[i];
      liveBytes += (double) kept[i] * sizes[i];
    }
    return new ViewTotals(allocated, allocatedBytes, live, liveBytes);
  }

  /** So many times as many allocations of each size, rounded half up. */
  SimulatedStack times(double factor) {
    long[] moreFreed = new long[sizes.length];
    long[] moreKept = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      moreFreed[i] = Math.round(factor * freed[i]);
      moreKept[i] = Math.round(factor * kept[i]);
    }
    return new SimulatedStack(sizes, moreFreed, moreKept);
  }

  /** As many allocations, each so many times as large. */
  SimulatedStack larger(int factor) {
    int[] larger = sizes.clone();
    for (int i = 0; i < larger.length; i++) {
      larger[i] *= factor;
    }
    return new SimulatedStack(larger, freed, kept);
  }
}

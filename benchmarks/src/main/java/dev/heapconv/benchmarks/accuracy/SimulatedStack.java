package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;

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

  /** What it did between dumps, if its allocations are spread evenly over the recording. */
  List<SimulatedStack> parts(int dumps, Draws draws) {
    List<SimulatedStack> parts = new ArrayList<>();
    long[] restFreed = freed.clone();
    long[] restKept = kept.clone();
    for (int left = dumps; left > 0; left--) {
      long[] partFreed = new long[sizes.length];
      long[] partKept = new long[sizes.length];
      for (int i = 0; i < sizes.length; i++) {
        partFreed[i] = draws.binomial(restFreed[i], 1.0 / left);
        partKept[i] = draws.binomial(restKept[i], 1.0 / left);
        restFreed[i] -= partFreed[i];
        restKept[i] -= partKept[i];
      }
      parts.add(new SimulatedStack(sizes, partFreed, partKept));
    }
    return parts;
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

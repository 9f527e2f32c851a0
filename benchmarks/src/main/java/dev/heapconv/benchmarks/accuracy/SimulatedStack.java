package dev.heapconv.benchmarks.accuracy;

/**
 * What one call stack of a simulated program did.
 *
 * @param sizes bytes of each allocation, in order
 * @param freed whether the allocation was freed before the dump
 */
public record SimulatedStack(int[] sizes, boolean[] freed) {

  /** The true numbers. */
  public ViewTotals truth() {
    double bytes = 0;
    double live = 0;
    double liveBytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      bytes += sizes[i];
      if (!freed[i]) {
        live++;
        liveBytes += sizes[i];
      }
    }
    return new ViewTotals(sizes.length, bytes, live, liveBytes);
  }
}

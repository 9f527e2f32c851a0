package dev.heapconv.unskew.sizes;

import java.util.Comparator;

/**
 * How heapprofd sampled.
 *
 * @param interval mean sampling interval in bytes, above 1
 * @param cutoff size in bytes from which allocations are always recorded, with their size; above 1
 */
public record Sampling(long interval, long cutoff) implements Comparable<Sampling> {

  private static final Comparator<Sampling> ORDER =
      Comparator.comparingLong(Sampling::interval).thenComparingLong(Sampling::cutoff);

  public Sampling {
    if (interval < 2 || cutoff < 2) {
      throw new IllegalArgumentException("nothing was sampled");
    }
  }

  @Override
  public int compareTo(Sampling other) {
    return ORDER.compare(this, other);
  }
}

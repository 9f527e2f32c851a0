package dev.heapconv.model;

/**
 * How recorded numbers become estimates.
 *
 * @param unskew whether to apply the sampling correction; otherwise the recorded numbers are kept
 * @param cutoff how the size is chosen from which heapprofd recorded every allocation
 * @param cutoffBytes that size in bytes if {@code cutoff} is {@link Cutoff#BYTES}
 * @param confidence confidence level of the intervals, above 0 and below 1, such as 0.95
 */
public record UnskewOptions(boolean unskew, Cutoff cutoff, long cutoffBytes, double confidence) {

  /** The choices for the size from which heapprofd records every allocation. */
  public enum Cutoff {
    /** The size that the heap states, which depends on the release of Perfetto. */
    RECORDED,
    /** The sampling interval. */
    INTERVAL,
    /** The size that is sampled with 99 % probability, as heapprofd's design document describes. */
    DOCUMENTED,
    /** A given number of bytes. */
    BYTES
  }

  /** Applies the sampling correction, with the recorded cutoff and 95 % intervals. */
  public static final UnskewOptions DEFAULT = new UnskewOptions(true, Cutoff.RECORDED, 0, 0.95);

  /**
   * Creates options; the record describes its components.
   *
   * @throws IllegalArgumentException if the confidence level or the number of bytes is out of range
   */
  public UnskewOptions {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence level must be between 0 and 1");
    }
    if (cutoff == Cutoff.BYTES && cutoffBytes < 1) {
      throw new IllegalArgumentException("the cutoff must be at least one byte");
    }
  }
}

package dev.heapconv.model;

/**
 * How recorded numbers become estimates.
 *
 * @param unskew whether to estimate at all; otherwise the recorded numbers are kept
 * @param cutoff the size from which heapprofd recorded every allocation
 * @param cutoffBytes the size if {@code cutoff} is {@link Cutoff#BYTES}
 * @param confidence confidence level of the intervals, above 0 and below 1
 */
public record UnskewOptions(boolean unskew, Cutoff cutoff, long cutoffBytes, double confidence) {

  /** The size from which heapprofd records every allocation. */
  public enum Cutoff {
    /** That of the heap, which depends on the release of Perfetto. */
    RECORDED,
    /** The sampling interval. */
    INTERVAL,
    /** The size sampled with 99 % probability, as heapprofd's design document describes. */
    DOCUMENTED,
    /** A number of bytes. */
    BYTES
  }

  public static final UnskewOptions DEFAULT = new UnskewOptions(true, Cutoff.RECORDED, 0, 0.95);

  public UnskewOptions {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence level must be between 0 and 1");
    }
    if (cutoff == Cutoff.BYTES && cutoffBytes < 1) {
      throw new IllegalArgumentException("the cutoff must be at least one byte");
    }
  }
}

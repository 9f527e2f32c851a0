package dev.heapconv.transform;

/**
 * How recorded numbers become estimates.
 *
 * @param unskew whether to estimate at all; otherwise the recorded numbers stay
 * @param cutoff from which size on heapprofd recorded every allocation
 * @param cutoffBytes the size, when {@code cutoff} is {@link Cutoff#BYTES}
 * @param confidence level of the intervals, above 0 and below 1
 */
public record UnskewOptions(boolean unskew, Cutoff cutoff, long cutoffBytes, double confidence) {

  /** From which size on heapprofd records every allocation. */
  public enum Cutoff {
    /** The sampling interval, as in every release of Perfetto. */
    INTERVAL,
    /** The size sampled with 99 % probability, as heapprofd's design document describes. */
    DOCUMENTED,
    /** A number of bytes. */
    BYTES
  }

  public static final UnskewOptions DEFAULT = new UnskewOptions(true, Cutoff.INTERVAL, 0, 0.95);

  public UnskewOptions {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence level is not between 0 and 1");
    }
    if (cutoff == Cutoff.BYTES && cutoffBytes < 1) {
      throw new IllegalArgumentException("the cutoff is less than one byte");
    }
  }
}

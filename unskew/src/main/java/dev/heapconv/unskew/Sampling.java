package dev.heapconv.unskew;

import java.util.Objects;

/**
 * How the allocations of a heap were sampled, from the beginning of the recording to its end. With
 * an interval of one byte a sampler misses no allocation, whatever its scheme. The constructor
 * turns this case into {@link #COMPLETE}, so you can ask {@link #isComplete()} and need not look at
 * the interval.
 *
 * @param scheme how the profiler sampled
 * @param interval mean number of bytes between two samples; 1 if every byte was recorded, 0 if
 *     unknown
 * @param first the interval at the beginning of the recording, in bytes. It is smaller than {@code
 *     interval} if the sampler had to slow down. The constructor replaces 0 by {@code interval}
 * @param cutoff size in bytes from which scheme {@code weighted} records every allocation with its
 *     size; 0 for the other schemes
 */
public record Sampling(Scheme scheme, long interval, long first, long cutoff) {

  /** The profiler recorded every allocation. */
  public static final Sampling COMPLETE = new Sampling(Scheme.EXACT, 1, 1, 0);

  /**
   * Creates a sampling; the record describes its components.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public Sampling {
    Objects.requireNonNull(scheme, "scheme");
    if (interval < 0 || first < 0 || cutoff < 0) {
      throw new IllegalArgumentException(
          "sampled every " + interval + " bytes, at first " + first + ", cutoff " + cutoff);
    }
    first = first == 0 ? interval : first;
    if (scheme == Scheme.EXACT || interval == 1) {
      scheme = Scheme.EXACT;
      interval = 1;
      first = 1;
      cutoff = 0;
    }
  }

  /**
   * Returns sampling at one interval throughout. Under scheme {@code weighted} the interval is also
   * the cutoff, as in Perfetto as shipped.
   *
   * @param scheme how the profiler sampled
   * @param interval mean sampling interval in bytes; 0 if unknown
   */
  public static Sampling of(Scheme scheme, long interval) {
    return new Sampling(scheme, interval, interval, scheme == Scheme.WEIGHTED ? interval : 0);
  }

  /**
   * Returns sampling whose producer has already made estimates of its samples.
   *
   * @param interval mean sampling interval in bytes; 0 if unknown
   */
  public static Sampling scaled(long interval) {
    return of(Scheme.SCALED, interval);
  }

  /**
   * Returns sampling by heapprofd, with the interval as the cutoff.
   *
   * @param interval mean sampling interval in bytes; 0 if unknown
   */
  public static Sampling weighted(long interval) {
    return of(Scheme.WEIGHTED, interval);
  }

  /**
   * Returns the cutoff of Perfetto's published design: the size that has a 99 % chance of a sample,
   * 1 + floor(ln 0.01 / ln(1 - 1/T)). Perfetto's sources used it from 2021-02-16 to 2021-06-10
   * only. For an interval of 32768 bytes it is 150900 bytes.
   *
   * @param interval mean sampling interval T in bytes
   * @return the cutoff in bytes; 1 if the interval is at most 1
   */
  public static long documentedCutoff(long interval) {
    if (interval <= 1) {
      return 1;
    }
    double size = Math.log(0.01) / Math.log1p(-1.0 / interval);
    return 1 + (long) Math.floor(size);
  }

  /** Whether the profiler recorded every allocation. */
  public boolean isComplete() {
    return scheme == Scheme.EXACT;
  }

  /** Whether the numbers are estimates that the producer has made of its samples. */
  public boolean isScaled() {
    return scheme == Scheme.SCALED;
  }

  /** Whether the profiler recorded a weight for each sample, as heapprofd does. */
  public boolean isWeighted() {
    return scheme == Scheme.WEIGHTED;
  }

  /** Whether the interval is known. */
  public boolean isIntervalKnown() {
    return interval > 0;
  }

  /** Whether the sampler slowed down during the recording, so that its interval grew. */
  public boolean hasSlowedDown() {
    return first < interval;
  }

  /**
   * Returns a copy with a different interval at the beginning.
   *
   * @param bytes the first interval in bytes; 0 for the interval itself
   * @throws IllegalArgumentException if the number is negative
   */
  public Sampling withFirst(long bytes) {
    return new Sampling(scheme, interval, bytes, cutoff);
  }
}

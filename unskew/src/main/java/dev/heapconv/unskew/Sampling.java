package dev.heapconv.unskew;

import java.util.Objects;

/**
 * How the allocations of a heap were sampled, from beginning to end. Samples at an interval of one
 * byte miss no allocation: whatever the scheme, that is {@link #COMPLETE}, and nobody has to ask
 * for the interval to find out.
 *
 * @param scheme how its numbers came about
 * @param interval mean number of bytes between two samples; 1 when every byte was recorded, 0 when
 *     unknown
 * @param first the interval that sampling began with; smaller than {@code interval} when the
 *     sampler had to slow down. It is the interval where none is stated
 * @param cutoff under scheme {@code weighted}, the size in bytes from which every allocation is
 *     recorded with its size; otherwise 0
 */
public record Sampling(Scheme scheme, long interval, long first, long cutoff) {

  /** Every allocation was recorded. */
  public static final Sampling COMPLETE = new Sampling(Scheme.EXACT, 1, 1, 0);

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
   * Sampling at one interval.
   *
   * @param interval in bytes; 0 when unknown. It is the cutoff, too, if there is one
   */
  public static Sampling of(Scheme scheme, long interval) {
    return new Sampling(scheme, interval, interval, scheme == Scheme.WEIGHTED ? interval : 0);
  }

  /** Sampling of which the producer has made estimates; 0 when the interval is unknown. */
  public static Sampling scaled(long interval) {
    return of(Scheme.SCALED, interval);
  }

  /** Sampling by heapprofd; 0 when the interval is unknown. */
  public static Sampling weighted(long interval) {
    return of(Scheme.WEIGHTED, interval);
  }

  /**
   * The cutoff of Perfetto's published design: the size with a 99 % chance of a sample, 1 +
   * floor(ln 0.01 / ln(1 - 1/T)). It was in the sources from 2021-02-16 to 2021-06-10 only. 32768:
   * 150900.
   */
  public static long documentedCutoff(long interval) {
    if (interval <= 1) {
      return 1;
    }
    double size = Math.log(0.01) / Math.log1p(-1.0 / interval);
    return 1 + (long) Math.floor(size);
  }

  /** Whether every allocation was recorded. */
  public boolean isComplete() {
    return scheme == Scheme.EXACT;
  }

  /** Whether the numbers are estimates that the producer has made of its samples. */
  public boolean isScaled() {
    return scheme == Scheme.SCALED;
  }

  /** Whether a weight was recorded for each sample, as heapprofd does. */
  public boolean isWeighted() {
    return scheme == Scheme.WEIGHTED;
  }

  /** Whether the interval is known. */
  public boolean isIntervalKnown() {
    return interval > 0;
  }

  /** Whether the interval grew while it was recorded. */
  public boolean hasSlowedDown() {
    return first < interval;
  }

  /** The same with another interval at the beginning. */
  public Sampling withFirst(long bytes) {
    return new Sampling(scheme, interval, bytes, cutoff);
  }

  /** The same with another cutoff. */
  public Sampling withCutoff(long bytes) {
    return new Sampling(scheme, interval, first, bytes);
  }
}

package dev.heapconv.unskew;

/**
 * Scheme 4, {@code tcmalloc}: the sampler counts {@code k = r + 1} bytes for a request of r bytes;
 * a sampled allocation hit at byte f has the weight {@code W = T + k - f} and stands for {@code
 * W/(r + 1)} allocations of together {@code c W/(r + 1)} bytes, c being the allocated (size-class)
 * size (google/tcmalloc, {@code sampler.h} and {@code Sample::weight}).
 *
 * <p>Interval: every sampled allocation contributes the variance {@code (T^2 - T) (c/(r + 1))^2},
 * objects {@code (T^2 - T)/(r + 1)^2}; the interval of scheme 3 when all allocations have the same
 * ratio, the gamma interval otherwise; upper end by {@link UnseenSizes}.
 *
 * <p>Freeing takes away exactly what the allocation added. Frees beyond the allocations leave 0. A
 * negative request counts as 0, an unknown allocated size (at most 0) as the request. {@code T <=
 * 1} is exact. Not thread-safe.
 */
public final class TcmallocUnskewer {

  private final long interval;
  private final TrialTotals objects = new TrialTotals();
  private final TrialTotals space = new TrialTotals();

  /**
   * @param interval mean sampling interval T in bytes; at most 1 means that everything was sampled
   */
  public TcmallocUnskewer(long interval) {
    this.interval = Math.max(1, interval);
  }

  /** The weight of an allocation hit {@code toSample = k - f} counted bytes before its end. */
  public double weightOf(long toSample) {
    return (double) interval + Math.max(0, toSample);
  }

  /**
   * Adds a sampled allocation. {@code weight} is W, at least T when it comes from the same sampler.
   */
  public void allocate(long requested, long allocated, double weight) {
    double perByte = objectsPerByte(requested);
    double rest = restOf(requested, weight);
    objects.add(rest, perByte);
    space.add(rest, perByte * bytesOf(requested, allocated));
  }

  /** Takes out what {@link #allocate} added with the same numbers. */
  public void free(long requested, long allocated, double weight) {
    double perByte = objectsPerByte(requested);
    double rest = restOf(requested, weight);
    objects.remove(rest, perByte);
    space.remove(rest, perByte * bytesOf(requested, allocated));
  }

  private static double objectsPerByte(long requested) {
    return 1 / (Math.max(0, requested) + 1.0);
  }

  private static double bytesOf(long requested, long allocated) {
    return allocated > 0 ? allocated : Math.max(0, requested);
  }

  /** W - T; at {@code T <= 1} what makes the weight that of one allocation. */
  private double restOf(long requested, double weight) {
    if (interval == 1) {
      return Math.max(0, requested);
    }
    return weight >= 0 ? Math.min(weight, Double.MAX_VALUE / 4) - interval : -(double) interval;
  }

  /** The number of objects, assuming that small unseen ones are {@link UnseenSizes#POSSIBLE}. */
  public Estimate objects(Intervals intervals) {
    return objects(intervals, UnseenSizes.POSSIBLE);
  }

  /** The number of objects. */
  Estimate objects(Intervals intervals, UnseenSizes unseen) {
    if (interval == 1) {
      return Estimate.exact(objects.value(1));
    }
    return objects.estimate(intervals, interval, 1 / (unseen.smallest() + 1), objects.samples());
  }

  /** The allocated bytes. */
  public Estimate space(Intervals intervals) {
    if (interval == 1) {
      return Estimate.exact(space.value(1));
    }
    // With nothing seen a counted byte stands for an allocated one.
    return space.estimate(intervals, interval, space.samples() > 0 ? 0 : 1, 0);
  }
}

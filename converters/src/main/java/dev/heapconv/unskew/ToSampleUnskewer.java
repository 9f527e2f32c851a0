package dev.heapconv.unskew;

/**
 * Scheme 3, {@code to-sample}: an allocator that steps through the bytes it hands out and samples
 * each with probability {@code p = 1/T} records, per sampled allocation of size a hit at byte f,
 * one sampled byte ({@code s += 1}) and the bytes after it ({@code u += a - f}).
 *
 * <p>Bytes: {@code B = u + s T}, unbiased and the maximum a posteriori under a flat prior; the
 * posterior mean is {@code T - 1} more. Interval: {@link Intervals#trials}. Objects, where sizes
 * are known: every sampled allocation stands for {@code (T + a - f)/a}; interval as for bytes when
 * all sizes are one, otherwise the gamma interval with the variances {@code (T^2 - T)/a^2}, upper
 * end by {@link UnseenSizes}. Where only totals are known, objects have the mean size and the
 * interval of the bytes, scaled.
 *
 * <p>Freeing takes away exactly what the allocation added. Frees beyond the allocations leave 0;
 * negative sizes and positions count as 0, {@code toSample} is at most {@code size - 1}. {@code T
 * <= 1} is exact. Not thread-safe.
 */
public final class ToSampleUnskewer {

  /** What the value of an estimate is. */
  enum Estimator {
    /** {@code u + s T}: unbiased, the most probable value. The default. */
    MAP("map"),
    /**
     * The posterior mean, {@code T - 1} bytes more: never 0, better for stacks with few samples,
     * biased when they are summed.
     */
    MEAN("mean");

    private final String wireName;

    Estimator(String wireName) {
      this.wireName = wireName;
    }

    /** The name used on the command line and in comments. */
    public String wireName() {
      return wireName;
    }
  }

  private final long interval;
  private final Estimator estimator;
  private final TrialTotals objects = new TrialTotals();
  private long sampled;
  private long toSample;
  private double totalCount;
  private boolean totalsOnly;

  /** The unbiased estimator. */
  public ToSampleUnskewer(long interval) {
    this(interval, Estimator.MAP);
  }

  /**
   * @param interval mean sampling interval T in bytes; at most 1 means that every byte was sampled
   */
  ToSampleUnskewer(long interval, Estimator estimator) {
    this.interval = Math.max(1, interval);
    this.estimator = estimator;
  }

  /**
   * Adds a sampled allocation of {@code size} bytes, the last {@code bytesToSample} of which came
   * after the sampled byte.
   */
  public void allocate(long size, long bytesToSample) {
    long rest = restOf(size, bytesToSample);
    sampled++;
    toSample = saturatingAdd(toSample, rest);
    objects.add(rest, 1.0 / Math.max(1, size));
  }

  /** Takes out what {@link #allocate} added with the same numbers. */
  public void free(long size, long bytesToSample) {
    long rest = restOf(size, bytesToSample);
    sampled--;
    toSample = saturatingAdd(toSample, -rest);
    objects.remove(rest, 1.0 / Math.max(1, size));
  }

  /**
   * Adds a stack's totals of an allocator that keeps no sizes.
   *
   * @param sampledBytes s, negative to take out
   * @param bytesToSample u, negative to take out
   * @param count the objects these stand for: the sum of {@code (T + a - f)/a}, 0 if unknown
   */
  public void addTotals(long sampledBytes, long bytesToSample, double count) {
    sampled = saturatingAdd(sampled, sampledBytes);
    toSample = saturatingAdd(toSample, bytesToSample);
    totalCount += Double.isFinite(count) ? count : 0;
    totalsOnly = true;
  }

  private static long restOf(long size, long bytesToSample) {
    return Math.max(0, Math.min(bytesToSample, size - 1));
  }

  private static long saturatingAdd(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  /** The bytes. The smallest sizes need no assumption: every byte is sampled alike. */
  public Estimate space(Intervals intervals) {
    Estimate trials = intervals.trials(sampled, toSample, interval);
    if (estimator == Estimator.MAP || interval == 1) {
      return trials;
    }
    return Estimate.of(trials.value() + (interval - 1), trials.low(), trials.high());
  }

  /** The number of objects, assuming that small unseen ones are {@link UnseenSizes#POSSIBLE}. */
  public Estimate objects(Intervals intervals) {
    return objects(intervals, UnseenSizes.POSSIBLE);
  }

  /** The number of objects. */
  Estimate objects(Intervals intervals, UnseenSizes unseen) {
    double extra = estimator == Estimator.MEAN ? (interval - 1) * objects.meanPerByte() : 0;
    if (totalsOnly) {
      return objectsOfMeanSize(intervals, extra);
    }
    if (interval == 1) {
      return Estimate.exact(objects.value(1));
    }
    Estimate estimate =
        objects.estimate(intervals, interval, 1 / unseen.smallest(), objects.samples());
    return Estimate.of(
        estimate.value() + extra,
        estimate.low(),
        Math.max(estimate.high(), estimate.value() + extra));
  }

  private Estimate objectsOfMeanSize(Intervals intervals, double extra) {
    double value = Math.max(0, totalCount) + objects.value(interval);
    if (interval == 1) {
      return Estimate.exact(value);
    }
    Estimate bytes = intervals.trials(sampled, toSample, interval);
    if (!(bytes.value() > 0 && value > 0)) {
      return Estimate.withoutInterval(value + extra);
    }
    double perByte = value / bytes.value();
    return Estimate.of(value + extra, bytes.low() * perByte, bytes.high() * perByte);
  }
}

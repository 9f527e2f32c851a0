package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;

/**
 * Scheme {@code scaled}: numbers that their producer has already unskewed. The estimate is the
 * number itself; negative numbers and NaN count as 0.
 *
 * <p>The samples are lost, but if you know the sampling interval T, the variance has a bound. One
 * sampled allocation of size a stands for {@code b = a/q} bytes and contributes the variance {@code
 * b^2 (1 - q)} = {@code b T x/(e^x - 1)}, {@code x = a/T}, and {@code x/(e^x - 1) <= 1}. So the
 * variance of an unbiased total of B bytes is at most {@code T B}, whatever the sizes. The same
 * holds if each sampled byte stands for T bytes. Bytes therefore get the gamma interval with
 * variance {@code T B} and step T: it is right for small allocations and wide for stacks of a few
 * large ones. Each sample stands for at most as many objects as a sample of the smallest block,
 * which has 16 bytes.
 */
public final class ScaledNumbers {

  /**
   * The mean of a stack of several sizes is a whole number by chance in at most this share of
   * cases.
   */
  private static final double ONE_SIZE = 0.02;

  /** What units may weigh. More is damaged. */
  private static final double LARGEST = 1L << 62;

  private final long interval;
  private final Intervals intervals;

  /**
   * @param interval mean sampling interval T in bytes; if it is at most 1, it is unknown, and
   *     estimates have no interval
   * @param intervals the confidence level of the intervals
   */
  public ScaledNumbers(long interval, Intervals intervals) {
    this.interval = interval;
    this.intervals = intervals;
  }

  /** Returns how the estimates are computed, as a clause for comments in profiles. */
  public String method() {
    return "numbers are used as scaled by the producer"
        + (interval > 1 ? "; intervals are valid for any mix of sizes" : ", intervals unknown");
  }

  /**
   * Returns the estimate of a number of bytes.
   *
   * @param bytes the scaled bytes
   */
  public Estimate space(double bytes) {
    if (interval <= 1) {
      return Estimate.withoutInterval(bytes);
    }
    double y = bytes > 0 ? Math.min(bytes, Double.MAX_VALUE) : 0;
    return intervals.gamma(y, y * interval, interval, 1.0 / interval);
  }

  /**
   * Returns the estimate of a number of objects of unknown sizes.
   *
   * @param objects the scaled objects
   * @param bytes the scaled bytes of these objects
   */
  public Estimate objects(double objects, double bytes) {
    if (interval <= 1) {
      return Estimate.withoutInterval(objects);
    }
    double y = objects > 0 ? Math.min(objects, Double.MAX_VALUE) : 0;
    double b = bytes > 0 ? bytes : 0;
    double weight = RecordedSamples.weight(Intervals.MIN_BLOCK, interval);
    double missed = RecordedSamples.missed(Intervals.MIN_BLOCK, interval);
    double rate = y > 0 ? b / y / interval : 0;
    return intervals.gamma(y, y * weight * missed, weight * Math.sqrt(missed), rate);
  }

  /**
   * Returns the estimate of objects, or of their bytes, that the producer scaled together by their
   * mean size. If the sizes differ, such scaling counts too few small objects, and the interval
   * allows for it as {@link RecordedSamples#addPlainLine} does. If the mean is a whole number, up
   * to rounding, all objects count as that size.
   *
   * @param value the scaled objects or the scaled bytes, as {@code isBytes} says
   * @param objects the scaled objects
   * @param bytes the scaled bytes
   * @param isBytes whether {@code value} is in bytes
   */
  public Estimate byMean(double value, double objects, double bytes, boolean isBytes) {
    if (interval <= 1 || !(objects > 0) || !(bytes > 0)) {
      return isBytes ? space(value) : objects(value, bytes);
    }
    double mean = bytes / objects;
    double rounding = (mean + 1) / objects;
    boolean isOneSize = rounding < ONE_SIZE && Math.abs(mean - Math.rint(mean)) <= rounding;
    long samples = Math.round(objects / RecordedSamples.weight(mean, interval));
    if (samples <= 1) {
      return isBytes ? space(value) : objects(value, bytes);
    }
    if (isOneSize) {
      return ofSize(value, Math.max(1, Math.round(mean)), isBytes);
    }
    RecordedSamples line = new RecordedSamples(interval);
    line.addPlainLine(samples, Math.round(samples * mean));
    Estimate ofLine = isBytes ? line.space(intervals) : line.objects(intervals);
    return new Estimate(value, Math.min(value, ofLine.low()), Math.max(value, ofLine.high()));
  }

  /**
   * Returns the estimate of objects or bytes of which the number of samples is known. They may have
   * been scaled one by one, so that the bound on the variance holds, or together, so that too few
   * small ones are counted, as {@link RecordedSamples#addPlainLine} says. The interval holds for
   * both.
   *
   * @param samples number of samples, at least 1
   * @param value the scaled objects or the scaled bytes, as {@code isBytes} says
   * @param objects the scaled objects
   * @param bytes the scaled bytes
   * @param isBytes whether {@code value} is in bytes
   */
  public Estimate ofSamples(
      long samples, double value, double objects, double bytes, boolean isBytes) {
    Estimate bound = isBytes ? space(value) : objects(value, bytes);
    if (interval <= 1 || !(objects > 0) || !(bytes > 0)) {
      return bound;
    }
    RecordedSamples line = new RecordedSamples(interval);
    line.addPlainLine(samples, Math.round(Math.min(samples * (bytes / objects), LARGEST)));
    Estimate ofLine = isBytes ? line.space(intervals) : line.objects(intervals);
    double low = Math.min(bound.low(), ofLine.low());
    // Each sample is an object, up to the rounding of both.
    double least = isBytes ? low : Math.min(value, Math.max(low, samples));
    return new Estimate(value, least, Math.max(bound.high(), ofLine.high()));
  }

  /**
   * Returns the estimate of objects of one size, or of their bytes. Each sample stands for {@code
   * 1/q} objects and adds the variance {@code (1 - q)/q^2}, so the count is as certain as the
   * bytes.
   *
   * @param value the scaled objects or the scaled bytes, as {@code isBytes} says
   * @param size size of each object in bytes
   * @param isBytes whether {@code value} is in bytes
   */
  public Estimate ofSize(double value, long size, boolean isBytes) {
    if (interval <= 1) {
      return Estimate.withoutInterval(value);
    }
    double y = value > 0 ? Math.min(value, Double.MAX_VALUE) : 0;
    double unit = isBytes ? size : 1;
    double step = unit * RecordedSamples.weight(size, interval);
    double missed = RecordedSamples.missed(size, interval);
    return intervals.gamma(y, y * step * missed, step * Math.sqrt(missed), 1 / step);
  }
}

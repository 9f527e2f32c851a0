package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;

/**
 * Scheme {@code scaled}: numbers that their producer has already unskewed. The estimate is the
 * value; negative values and NaN count as 0.
 *
 * <p>What the samples were is lost, but where the sampling interval T is known, a bound on the
 * variance is not. One sampled allocation of size a stands for {@code b = a/q} bytes and
 * contributes the variance {@code b^2 (1 - q)} = {@code b T x/(e^x - 1)}, {@code x = a/T}, and
 * {@code x/(e^x - 1) <= 1}: the variance of an unbiased total of B bytes is at most {@code T B}
 * whatever the sizes, and the same holds where a sampled byte stands for T bytes. So bytes get the
 * gamma interval with variance {@code T B} and step T: honest for small allocations, wide for
 * stacks of few large ones. Each sample stands for at most as many objects as one of the {@link
 * Intervals#MIN_BLOCK}.
 */
public final class ScaledNumbers {

  /** A mean is whole by accident in one of so many stacks of several sizes. */
  private static final double ONE_SIZE = 0.02;

  private final long interval;
  private final Intervals intervals;

  /**
   * @param interval mean sampling interval in bytes; at most 1 if unknown, so that there are no
   *     intervals
   */
  public ScaledNumbers(long interval, Intervals intervals) {
    this.interval = interval;
    this.intervals = intervals;
  }

  /** How the estimates are computed, as a clause for comments. */
  public String method() {
    return "numbers are used as scaled by the producer"
        + (interval > 1 ? "; intervals are valid for any mix of sizes" : ", intervals unknown");
  }

  /** Bytes. */
  public Estimate space(double bytes) {
    if (interval <= 1) {
      return Estimate.withoutInterval(bytes);
    }
    double y = bytes > 0 ? Math.min(bytes, Double.MAX_VALUE) : 0;
    return intervals.gamma(y, y * interval, interval, 1.0 / interval);
  }

  /**
   * Objects.
   *
   * @param bytes their bytes
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
   * Objects that were scaled together by their mean size, or their bytes. Several sizes have one
   * mean, by which too few small ones are counted: {@link RecordedSamples#addPlainLine}. A mean
   * that is a whole number, up to rounding, is the size of all.
   *
   * @param value the objects or the bytes
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
   * Objects of one size a, or their bytes: each sample stands for {@code 1/q} objects and adds the
   * variance {@code (1 - q)/q^2}, so that counts are as certain as bytes.
   *
   * @param value the objects or the bytes
   * @param size that of each object in bytes
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

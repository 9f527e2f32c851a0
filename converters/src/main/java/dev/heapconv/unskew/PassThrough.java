package dev.heapconv.unskew;

/**
 * Scheme 5: inputs of which nothing is left to unskew. The estimate is the value; negative values
 * and NaN count as 0.
 *
 * <ul>
 *   <li>{@code exact}: every allocation was recorded; the interval is a point.
 *   <li>{@code scaled} with an unknown sampling interval: no interval.
 *   <li>{@code scaled} with a known T: what the samples were is lost, but a bound on the variance
 *       is not. One sampled allocation of size a stands for {@code b = a/q} bytes and contributes
 *       the variance {@code b^2 (1 - q)} = {@code b T x/(e^x - 1)}, {@code x = a/T}, and {@code
 *       x/(e^x - 1) <= 1}: the variance of an unbiased total of B bytes is at most {@code T B}
 *       whatever the sizes, and the same holds where a sampled byte stands for T bytes. So bytes
 *       get the gamma interval with variance {@code T B} and step T: honest for small allocations,
 *       wide for stacks of few large ones (of which the mean size, if it is known to be the only
 *       one, tells).
 * </ul>
 */
public final class PassThrough {

  private PassThrough() {}

  /** A number from a complete log. */
  public static Estimate exact(double value) {
    return Estimate.exact(value);
  }

  /** A number that its producer has scaled, sampling interval unknown. */
  public static Estimate scaled(double value) {
    return Estimate.withoutInterval(value);
  }

  /**
   * Bytes that their producer has scaled, sampled every {@code interval} bytes; interval 0 or
   * below: unknown.
   */
  public static Estimate scaledSpace(double bytes, long interval, Intervals intervals) {
    if (interval <= 0) {
      return scaled(bytes);
    }
    if (interval == 1) {
      return exact(bytes);
    }
    double y = bytes > 0 ? Math.min(bytes, Double.MAX_VALUE) : 0;
    return intervals.gamma(y, y * interval, interval, 1.0 / interval);
  }

  /**
   * Objects that their producer has scaled. Their interval depends on the sizes: {@code smallest}
   * is the smallest that may occur (16 if unknown, the size itself where the profile has one line
   * per size), each sample standing for at most {@code w(smallest)} objects.
   */
  public static Estimate scaledObjects(
      double objects, double bytes, long interval, double smallest, Intervals intervals) {
    if (interval <= 0) {
      return scaled(objects);
    }
    if (interval == 1) {
      return exact(objects);
    }
    double y = objects > 0 ? Math.min(objects, Double.MAX_VALUE) : 0;
    double b = bytes > 0 ? bytes : 0;
    double weight = RecordedUnskewer.weight(smallest, interval);
    double missed = Math.exp(-Math.max(1, smallest) / interval);
    double rate = y > 0 ? b / y / interval : 0;
    return intervals.gamma(y, y * weight * missed, weight * Math.sqrt(missed), rate);
  }
}

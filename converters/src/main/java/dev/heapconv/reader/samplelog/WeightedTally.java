package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;

/**
 * Samples of the scheme {@code weighted} whose sizes are known. An allocation of a bytes below the
 * cutoff is recorded with the weight {@code T K}, K ~ Poisson(a/T): the weight is an unbiased
 * estimate of its bytes, and weight/a of its one object, with the variances {@code T weight} and
 * {@code T weight/a^2}. One whose weight is its size was above the cutoff, where everything is
 * recorded: it is exact.
 */
final class WeightedTally implements StackTally {

  /** The smallest block of common allocators: the size that may remain unseen. */
  private static final double SMALLEST = 16;

  private final double interval;
  private double exactObjects;
  private double exactBytes;
  private double objects;
  private double objectsVariance;
  private double largestStep;
  private double bytes;

  WeightedTally(long interval) {
    this.interval = interval;
  }

  @Override
  public void add(long size, long allocated, double weight) {
    if (interval <= 1 || weight == size) {
      exactObjects++;
      exactBytes += size;
      return;
    }
    double a = Math.max(1, size);
    objects += weight / a;
    objectsVariance += weight / a * (interval / a);
    largestStep = Math.max(largestStep, interval / a);
    bytes += weight;
  }

  @Override
  public Estimate objects(Intervals intervals) {
    if (interval <= 1) {
      return Estimate.exact(exactObjects);
    }
    double rate = objects > 0 ? bytes / objects / interval : 0;
    double step = Math.max(largestStep, interval / SMALLEST);
    return beside(exactObjects, intervals.gamma(objects, objectsVariance, step, rate));
  }

  @Override
  public Estimate space(Intervals intervals) {
    if (interval <= 1) {
      return Estimate.exact(exactBytes);
    }
    return beside(exactBytes, intervals.gamma(bytes, bytes * interval, interval, 1 / interval));
  }

  private static Estimate beside(double exact, Estimate sampled) {
    return Estimate.of(exact + sampled.value(), exact + sampled.low(), exact + sampled.high());
  }
}

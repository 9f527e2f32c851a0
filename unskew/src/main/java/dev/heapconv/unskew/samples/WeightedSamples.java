package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code weighted} if the sizes of the samples are known. An allocation of a bytes below the
 * cutoff is recorded with the weight {@code T K}, K ~ Poisson(a/T). The weight is an unbiased
 * estimate of its bytes, and weight/a is an unbiased estimate of its one object. Their variances
 * are {@code T weight} and {@code T weight/a^2}. If the weight is the size, the allocation was
 * above the cutoff, where everything is recorded, so it is exact. {@code WeightedUnskewer}
 * estimates from sums alone, as traces contain them.
 */
final class WeightedSamples extends StackSamples {

  private final double interval;
  private double exactObjects;
  private double exactBytes;
  private double objects;
  private double objectsVariance;
  private double largestStep;
  private double bytes;

  WeightedSamples(long interval) {
    this.interval = interval;
  }

  @Override
  public String method() {
    return "bytes are the sum of the weights; each sample counts as weight/size allocations";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    return weight ? null : "weight (or probability, without an interval)";
  }

  @Override
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return sums ? null : "a total needs count and bytes";
  }

  @Override
  public double extra(long toSample, double weight) {
    return weight;
  }

  @Override
  public long recordedBytes(long size, long allocated, double weight) {
    return Math.round(weight);
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
    double step = Math.max(largestStep, interval / Intervals.MIN_BLOCK);
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
    return new Estimate(exact + sampled.value(), exact + sampled.low(), exact + sampled.high());
  }
}

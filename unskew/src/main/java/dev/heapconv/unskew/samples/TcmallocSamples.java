package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code tcmalloc}: the sampler counts {@code k = r + 1} bytes for a request of r bytes. A
 * sampled allocation that was hit at byte f has the weight {@code W = T + k - f}. It stands for
 * {@code W/(r + 1)} allocations of {@code c W/(r + 1)} bytes in total, where c is the allocated
 * (size-class) size (google/tcmalloc, {@code sampler.h} and {@code Sample::weight}).
 *
 * <p>Every sampled allocation contributes the variance {@code (T^2 - T) (c/(r + 1))^2} in bytes and
 * {@code (T^2 - T)/(r + 1)^2} in objects. The interval is that of {@link TrialTotals}.
 *
 * <p>A negative request counts as 0. An unknown allocated size (at most 0) counts as the request.
 * {@code T <= 1} is exact.
 */
final class TcmallocSamples extends StackSamples {

  private final long interval;
  private TrialTotals objects = new TrialTotals();
  private TrialTotals space = new TrialTotals();

  /**
   * @param interval mean sampling interval T in bytes; at most 1 if everything was sampled
   */
  TcmallocSamples(long interval) {
    this.interval = Math.max(1, interval);
  }

  @Override
  public StackSamples copy() {
    TcmallocSamples copy = (TcmallocSamples) super.copy();
    copy.objects = objects.copy();
    copy.space = space.copy();
    return copy;
  }

  @Override
  public String method() {
    return "each sample of requested size r and weight W counts as W/(r + 1) allocations of its"
        + " allocated size";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    if (!size) {
      return "size";
    }
    return weight || toSample ? null : "weight or to_sample";
  }

  /** Returns the weight. If it is unknown, it follows from {@code toSample = k - f}. */
  @Override
  public double extra(long toSample, double weight) {
    return Double.isNaN(weight) ? (double) interval + toSample : weight;
  }

  @Override
  public long recordedBytes(long size, long allocated, double extra) {
    return allocated > 0 ? allocated : size;
  }

  /** Adds a sample of weight W, which is at least T if it comes from the same sampler. */
  @Override
  public void add(long requested, long allocated, double weight) {
    double perByte = 1 / (Math.max(0, requested) + 1.0);
    double bytes = allocated > 0 ? allocated : Math.max(0, requested);
    double rest = restOf(requested, weight);
    objects.add(rest, perByte);
    space.add(rest, perByte * bytes);
  }

  /** Returns W - T, or at {@code T <= 1} the number that gives the weight of one allocation. */
  private double restOf(long requested, double weight) {
    if (interval == 1) {
      return Math.max(0, requested);
    }
    return weight >= 0 ? Math.min(weight, Double.MAX_VALUE / 4) - interval : -(double) interval;
  }

  @Override
  public Estimate objects(Intervals intervals) {
    if (interval == 1) {
      return Estimate.exact(objects.value(1));
    }
    double unseen = 1 / (Intervals.MIN_BLOCK + 1);
    return objects.estimate(intervals, interval, unseen, objects.samples());
  }

  @Override
  public Estimate space(Intervals intervals) {
    if (interval == 1) {
      return Estimate.exact(space.value(1));
    }
    // Without any sample, a counted byte stands for one allocated byte.
    return space.estimate(intervals, interval, space.samples() > 0 ? 0 : 1, 0);
  }
}

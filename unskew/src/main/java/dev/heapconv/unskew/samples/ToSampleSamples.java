package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Saturation;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code to-sample}: an allocator steps through the bytes that it hands out and samples each
 * with probability {@code p = 1/T}. For a sampled allocation of size a that was hit at byte f, it
 * records one sampled byte ({@code s += 1}) and the bytes after it ({@code u += a - f}).
 *
 * <p>Bytes: {@code B = u + s T}, which is unbiased, and the maximum a posteriori under a flat
 * prior. The interval is that of {@link Intervals#trials}. Objects, if sizes are known: every
 * sampled allocation stands for {@code (T + a - f)/a} objects, with the variance {@code (T^2 -
 * T)/a^2}; the interval is that of {@link TrialTotals}. If only totals are known, objects have the
 * mean size, and the interval is that of the bytes, scaled.
 *
 * <p>Negative sizes and positions count as 0, and {@code toSample} is at most {@code size - 1}.
 * {@code T <= 1} is exact.
 */
final class ToSampleSamples extends StackSamples {

  private final long interval;

  /** Null if there is one sample at most, as of most of many stacks, and no totals. */
  private @Nullable TrialTotals objects;

  /** The objects per byte of the first sample; 0 before it. */
  private double first;

  private long sampled;
  private long toSample;
  private double totalCount;
  private boolean totals;
  private boolean objectsUnknown;

  /**
   * @param interval mean sampling interval T in bytes; at most 1 if every byte was sampled
   */
  ToSampleSamples(long interval) {
    this.interval = Math.max(1, interval);
  }

  @Override
  public StackSamples copy() {
    ToSampleSamples copy = (ToSampleSamples) super.copy();
    copy.objects = objects == null ? null : objects.copy();
    return copy;
  }

  @Override
  public String method() {
    return "bytes = bytes to sample + sampled bytes * "
        + interval
        + " (unbiased, maximum a posteriori)";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSampleKnown, boolean weight) {
    if (!size) {
      return "size";
    }
    return toSampleKnown ? null : "to_sample";
  }

  @Override
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return sampledBytes ? null : "a total needs sampled and to_sample";
  }

  @Override
  public boolean addsTotals() {
    return true;
  }

  @Override
  public double extra(long bytesToSample, double weight) {
    return bytesToSample;
  }

  @Override
  public void add(long size, long allocated, double bytesToSample) {
    long rest = Math.max(0, Math.min((long) bytesToSample, size - 1));
    double perByte = 1.0 / Math.max(1, size);
    if (sampled == 0 && objects == null) {
      first = perByte;
    } else {
      objects = trials();
      objects.add(rest, perByte);
    }
    sampled++;
    toSample = Saturation.add(toSample, rest);
  }

  private TrialTotals trials() {
    if (objects != null) {
      return objects;
    }
    TrialTotals ofFirst = new TrialTotals();
    if (sampled > 0) {
      ofFirst.add(toSample, first);
    }
    return ofFirst;
  }

  /** Adds totals; negative numbers are subtracted. */
  @Override
  public void addTotals(long sampledBytes, long bytesToSample, double count) {
    objects = trials();
    sampled = Saturation.add(sampled, sampledBytes);
    toSample = Saturation.add(toSample, bytesToSample);
    totalCount += Double.isFinite(count) ? count : 0;
    totals = true;
    objectsUnknown |= count == 0 && sampledBytes != 0;
  }

  /**
   * Estimates the bytes. The smallest sizes need no assumption, because every byte is sampled
   * alike.
   */
  @Override
  public Estimate space(Intervals intervals) {
    return intervals.trials(sampled, toSample, interval);
  }

  @Override
  public Estimate objects(Intervals intervals) {
    if (totals) {
      return objectsOfMeanSize(intervals);
    }
    if (interval == 1) {
      return Estimate.exact(trials().value(1));
    }
    TrialTotals trials = trials();
    return trials.estimate(intervals, interval, 1 / Intervals.MIN_BLOCK, trials.samples());
  }

  private Estimate objectsOfMeanSize(Intervals intervals) {
    double value = Math.max(0, totalCount) + trials().value(interval);
    Estimate bytes = space(intervals);
    if (objectsUnknown || interval > 1 && !(bytes.value() > 0 && value > 0)) {
      return Estimate.withoutInterval(value);
    }
    if (interval == 1) {
      return Estimate.exact(value);
    }
    double perByte = value / bytes.value();
    return new Estimate(value, bytes.low() * perByte, bytes.high() * perByte);
  }
}

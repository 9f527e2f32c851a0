package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code weighted} of samplers that record how likely each sample was, whatever decided
 * that: an interval, a rate limit, or one after the other. An allocation of a bytes that was
 * included with probability p has the weight {@code w = a/p} in bytes and stands for {@code n =
 * w/a} allocations (Horvitz and Thompson 1952). If allocations are included independently of each
 * other, an unbiased estimate of the variance of the sum is that of {@code n (n - 1)}, for bytes of
 * {@code w (w - a)}. One with p = 1 is exact.
 *
 * <p>What one more sample could change, for upper ends, is the largest weight of a sample in bytes,
 * and that of it in objects: in blocks as far below the smallest size as that is below the largest,
 * but no smaller than {@link Intervals#MIN_BLOCK}.
 *
 * <p>So far a stack of one size would be taken to have no other. But two buffers say nothing of the
 * thousands of nodes beside them of which none was sampled: there may be {@link Intervals#unseen}
 * samples' worth of blocks of the smallest size, each of which weighs as much as those of the whole
 * recording allow ({@link SampleWeights}). This adds to the upper end as independent noise does.
 * docs/dev/benchmarks.md says how often such intervals hold for programs.
 */
final class InclusionSamples extends StackSamples {

  /** Of the whole recording: copies share it. */
  private final SampleWeights weights = new SampleWeights();

  private long certain;
  private double certainBytes;
  private long samples;
  private double sampledBytes;
  private double objects;
  private double objectsVariance;
  private double bytes;
  private double bytesVariance;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest;
  private double objectsStep;
  private double bytesStep;

  /** Samples of the stack that are not of this part of it. */
  private long others;

  @Override
  public String method() {
    return "each sample counts as weight/size allocations, of weight bytes together";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    if (!size) {
      return "size";
    }
    return weight ? null : "weight or probability";
  }

  @Override
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return "a total needs an interval in the header";
  }

  @Override
  public double extra(long toSample, double weight) {
    return weight;
  }

  @Override
  public long recordedBytes(long size, long allocated, double weight) {
    return Math.round(weight);
  }

  /** The size is at least 1, the weight at least the size; anything below counts as that. */
  @Override
  public void add(long size, long allocated, double weight) {
    double a = Math.max(1, size);
    smallest = Math.min(smallest, a);
    largest = Math.max(largest, a);
    if (!(weight > a)) {
      certain++;
      certainBytes += size;
      return;
    }
    weights.add(a, weight);
    double n = weight / a;
    samples++;
    sampledBytes += a;
    objects += n;
    bytes += weight;
    objectsVariance += n * (n - 1);
    bytesVariance += weight * (weight - a);
    bytesStep = Math.max(bytesStep, Math.sqrt(weight * (weight - a)));
    double unseen =
        Math.max(Math.min(smallest, Intervals.MIN_BLOCK), smallest * smallest / largest);
    objectsStep = bytesStep / unseen;
  }

  @Override
  public StackSamples unsampled(StackSamples none) {
    InclusionSamples unsampled = (InclusionSamples) none.copy();
    unsampled.objectsStep = objectsStep;
    unsampled.bytesStep = bytesStep;
    unsampled.others = certain + samples;
    return unsampled;
  }

  @Override
  public Estimate objects(Intervals intervals) {
    double rate = objects > 0 ? samples / objects : 0;
    Estimate sampled = intervals.gamma(objects, objectsVariance, objectsStep, rate);
    return estimate(intervals, sampled, certain, samples, weights.objectsOfUnseen() - objectsStep);
  }

  @Override
  public Estimate space(Intervals intervals) {
    double rate = bytes > 0 ? samples / bytes : 0;
    Estimate sampled = intervals.gamma(bytes, bytesVariance, bytesStep, rate);
    return estimate(
        intervals, sampled, certainBytes, sampledBytes, weights.bytesOfUnseen() - bytesStep);
  }

  /**
   * @param known what was certain to be sampled
   * @param seen what the other samples themselves are: no estimate is below
   * @param unseen by how much a block that was never sampled may weigh more than one more sample
   */
  private Estimate estimate(
      Intervals intervals, Estimate sampled, double known, double seen, double unseen) {
    double beside = intervals.unseen(certain + samples + others) * Math.max(0, unseen);
    return new Estimate(
        known + sampled.value(),
        known + Math.max(seen, sampled.low()),
        known + sampled.value() + Math.hypot(sampled.high() - sampled.value(), beside));
  }
}

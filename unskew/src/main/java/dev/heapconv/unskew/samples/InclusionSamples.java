package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code weighted} for samplers that record how likely each sample was. The cause of that
 * probability does not matter: an interval, a rate limit, or both. An allocation of a bytes that
 * was included with probability p has the weight {@code w = a/p} in bytes and stands for {@code n =
 * w/a} allocations (Horvitz and Thompson 1952). If allocations are included independently of each
 * other, {@code n (n - 1)} is an unbiased estimate of the variance of the sum in objects, and
 * {@code w (w - a)} of the variance in bytes. An allocation with p = 1 is exact.
 *
 * <p>Upper ends allow for one more sample. In bytes it is worth the largest {@code sqrt(w (w - a))}
 * of the samples. In objects it consists of blocks that are as far below the smallest size as that
 * size is below the largest, but not smaller than {@link Intervals#MIN_BLOCK} or the smallest size.
 *
 * <p>So far a stack of one size would be assumed to have no other sizes. But two buffers do not
 * show the thousands of nodes beside them that were never sampled. So there may be {@link
 * Intervals#unseen} samples' worth of blocks of the smallest size, and each weighs as much as the
 * samples of the whole recording allow ({@link SampleWeights}). This adds to the upper end as
 * independent noise does. docs/dev/benchmarks.md has measurements of how often such intervals hold
 * for programs.
 */
final class InclusionSamples extends StackSamples {

  /** The weights of the whole recording, which all copies share. */
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

  /** Number of samples of the stack that belong to other parts of it. */
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

  /** Adds a sample. A size below 1 counts as 1, and a weight below the size counts as the size. */
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
   * @param known total of the samples that were certain
   * @param seen what the other samples themselves add up to: no estimate is below
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

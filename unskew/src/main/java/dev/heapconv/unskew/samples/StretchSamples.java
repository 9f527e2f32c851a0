package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Samples that each stand for a stretch of allocated bytes of known length. An allocation sample of
 * the Flight Recorder stands for everything that its thread allocated since its last sample; a new
 * thread-local buffer (TLAB) stands for everything that will be allocated in it. All stretches
 * together are all bytes. But a stretch counts as a whole for the stack at its end, as if one of
 * its bytes had been drawn. If the sampled object has a of the w bytes of a stretch, {@code w - a}
 * bytes may belong to other stacks. So the variance is at most {@code sum (w - a)^2}.
 *
 * <p>The Flight Recorder stops sampling for a while whenever it has enough samples. The next
 * stretch contains everything that was allocated meanwhile, whatever stack ends it. So the upper
 * end allows for a part of the longest stretch of the recording: twice the share of the stack among
 * all samples. In a program that allocates in phases, which is the worst case, 127 of 128 numbers
 * were in their intervals.
 *
 * <p>These samples do not show the number of objects.
 */
public final class StretchSamples extends StackSamples {

  /** The samples of all stacks of the recording; null if this object is that sum. */
  private final @Nullable StretchSamples all;

  private long count;
  private double certain;
  private double stretches;
  private double squares;
  private double longest;

  /**
   * @param all the samples of all stacks, which also receive each sample added here; null if this
   *     object is that sum
   */
  public StretchSamples(@Nullable StretchSamples all) {
    this.all = all;
  }

  @Override
  public String method() {
    return "each sample counts as the bytes that its thread allocated since the one before";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    return weight ? null : "weight";
  }

  /**
   * Adds a stretch.
   *
   * @param size bytes of the sampled object; 0 if unknown
   * @param allocated ignored
   * @param weight bytes of the stretch; equal to the size if the object is a stretch of its own
   */
  @Override
  public void add(long size, long allocated, double weight) {
    if (all != null) {
      all.add(size, allocated, weight);
    }
    count++;
    certain += size;
    if (weight > size) {
      double rest = weight - size;
      stretches += rest;
      squares += rest * rest;
      longest = Math.max(longest, rest);
    }
  }

  @Override
  public Estimate objects(Intervals intervals) {
    return Estimate.withoutInterval(0);
  }

  @Override
  public Estimate space(Intervals intervals) {
    double step = longest;
    if (all != null && all.count > 0) {
      double share = 2 * intervals.gammaUpper(count, count, 1) / all.count;
      step = Math.max(step, all.longest * Math.min(1, share));
    }
    double low = intervals.gammaLower(stretches, squares, 0, longest > 0 ? 1 / longest : 0);
    double high = intervals.gammaUpper(stretches, squares, step);
    return new Estimate(certain + stretches, certain + low, certain + high);
  }
}

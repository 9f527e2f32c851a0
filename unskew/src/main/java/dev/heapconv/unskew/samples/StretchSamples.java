package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Samples that each stand for a stretch of allocated bytes whose length is known: the Flight
 * Recorder's allocation samples stand for all that their thread allocated since the last one, and a
 * thread's new buffer (TLAB) for all that is allocated in it. All stretches together are all bytes,
 * but a stretch counts whole for the stack that was seen at its end, as if a byte of it had been
 * drawn: of a stretch of w bytes, of which a are the sampled object, {@code w - a} may belong to
 * other stacks. The variance is at most {@code sum (w - a)^2}.
 *
 * <p>The Flight Recorder stops sampling for a while whenever it has enough, and what is allocated
 * meanwhile is in the next stretch, whoever ends it. So the upper end allows for a part of the
 * longest stretch of the recording: twice the share of the stack among all samples. Of 128 numbers
 * of a program that allocates in phases, the worst case, 127 were in their intervals.
 *
 * <p>Nothing tells how many objects there were.
 */
public final class StretchSamples extends StackSamples {

  /** All samples of the recording; null if these are they. */
  private final @Nullable StretchSamples all;

  private long count;
  private double certain;
  private double stretches;
  private double squares;
  private double longest;

  /**
   * @param all those of all stacks, to which what is added is added too; null for these
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
   * @param size bytes of the object that was sampled, as far as known; 0 if not
   * @param weight bytes of the stretch; the same for an object that is a stretch of its own
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

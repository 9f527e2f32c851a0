package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import org.jspecify.annotations.Nullable;

/**
 * The sampled allocations of one call stack, added up by the rules of their sampling scheme.
 *
 * <pre>{@code
 * StackSamples stack = StackSamples.of(Scheme.RECORDED, 524288);
 * stack.add(96, 0, 0);
 * Estimate objects = stack.objects(Intervals.of(0.95)); // 5,462 allocations of 96 bytes
 * }</pre>
 *
 * <p>If it has no samples, its estimates are those of memory that was never sampled: 0, with an
 * upper end for what the sampler may have missed.
 *
 * <p>Add samples from one thread only. Afterwards any thread may compute estimates, because they
 * change nothing.
 */
public abstract sealed class StackSamples implements Cloneable
    permits ExactSamples,
        InclusionSamples,
        RecordedSamples,
        StretchSamples,
        TcmallocSamples,
        ToSampleSamples,
        WeightedSamples {

  /**
   * Creates a stack without samples.
   *
   * @param scheme how the profiler sampled
   * @param interval mean sampling interval T in bytes; below 1 under {@link Scheme#WEIGHTED} if
   *     each sample states how likely it was
   * @throws IllegalStateException for {@link Scheme#SCALED}, because scaled numbers have no samples
   */
  public static StackSamples of(Scheme scheme, long interval) {
    return switch (scheme) {
      case WEIGHTED -> interval < 1 ? new InclusionSamples() : new WeightedSamples(interval);
      case RECORDED -> new RecordedSamples(interval);
      case TO_SAMPLE -> new ToSampleSamples(interval);
      case TCMALLOC -> new TcmallocSamples(interval);
      case EXACT -> new ExactSamples();
      case SCALED -> throw new IllegalStateException("scaled numbers have no samples");
    };
  }

  /**
   * Returns a copy to which you can add further samples. A copy of a stack without samples is
   * another stack of the same recording. Create the stacks of a recording in this way, because
   * under some schemes the samples of all stacks show how they were taken.
   */
  public StackSamples copy() {
    try {
      return (StackSamples) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns how the estimates are computed, as a clause for comments in profiles. */
  public abstract String method();

  /**
   * Returns which field the scheme needs of each sample but does not have.
   *
   * @param size whether the requested size is known
   * @param toSample whether the number of bytes after the sampled one is known
   * @param weight whether the weight is known
   * @return the name of the field in a sample log; null if nothing is missing
   */
  public abstract @Nullable String missing(boolean size, boolean toSample, boolean weight);

  /**
   * Returns why the scheme cannot use totals in place of single samples.
   *
   * @param sampledBytes whether the numbers of sampled bytes and of bytes to sample are known
   * @param sums whether the number of samples and their bytes are known
   * @return a clause for an error message; null if the scheme can use the totals
   */
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return "the scheme does not allow totals: record each sample";
  }

  /** Whether the scheme supports {@link #addTotals}. */
  public boolean addsTotals() {
    return false;
  }

  /**
   * Returns the number that the scheme needs of a sample besides its sizes, as {@link #add} takes
   * it.
   *
   * @param toSample bytes after the sampled one
   * @param weight the weight; NaN if unknown
   * @return the bytes to sample, the weight, or 0 if the scheme needs neither
   */
  public double extra(long toSample, double weight) {
    return 0;
  }

  /**
   * Returns the recorded bytes of a sample, before any correction.
   *
   * @param size requested bytes
   * @param allocated allocated bytes; 0 if unknown
   * @param extra the result of {@link #extra}
   */
  public long recordedBytes(long size, long allocated, double extra) {
    return size;
  }

  /**
   * Adds a sampled allocation.
   *
   * @param size requested bytes
   * @param allocated allocated bytes; 0 if unknown
   * @param extra the result of {@link #extra}
   */
  public abstract void add(long size, long allocated, double extra);

  /**
   * Adds totals of an allocator that keeps no sizes.
   *
   * @param sampled number of sampled bytes s
   * @param toSample number of bytes to sample u
   * @param objects the number of objects they stand for; 0 if unknown
   * @throws IllegalStateException if the scheme does not support totals; see {@link #addsTotals}
   */
  public void addTotals(long sampled, long toSample, double objects) {
    throw new IllegalStateException("this scheme does not allow totals");
  }

  /**
   * Returns the estimate for a part of these allocations, such as the live ones, of which there is
   * no sample.
   *
   * @param none a stack of the same recording without samples
   */
  public StackSamples unsampled(StackSamples none) {
    return none;
  }

  /**
   * Estimates the number of objects.
   *
   * @param intervals the confidence level of the interval
   */
  public abstract Estimate objects(Intervals intervals);

  /**
   * Estimates the number of bytes.
   *
   * @param intervals the confidence level of the interval
   */
  public abstract Estimate space(Intervals intervals);
}

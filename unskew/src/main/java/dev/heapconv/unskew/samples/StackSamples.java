package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import org.jspecify.annotations.Nullable;

/**
 * The sampled allocations of one call stack, added up by the rules of their sampling scheme.
 *
 * <p>Without a sample it is the estimate of memory that was never sampled: 0, with the upper end of
 * what may have been missed.
 *
 * <p>Confined to one thread while samples are added; afterwards any thread may compute estimates,
 * which change nothing.
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
   * No samples yet of a stack that was sampled by a scheme.
   *
   * @param interval mean sampling interval T in bytes; below 1 under {@link Scheme#WEIGHTED} if
   *     each sample says how likely it was
   * @throws IllegalStateException for {@link Scheme#SCALED}, whose samples are not known
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
   * A copy, to which other samples can be added. One of no samples is of another stack of the same
   * recording, of which the samples of all stacks tell how they were taken.
   */
  public StackSamples copy() {
    try {
      return (StackSamples) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** How the estimates are computed, as a clause for comments. */
  public abstract String method();

  /**
   * What the scheme needs of a sample and does not have; null if nothing.
   *
   * @param size whether the requested size is known
   * @param toSample whether the bytes after the sampled one are known
   * @param weight whether the weight is known
   */
  public abstract @Nullable String missing(boolean size, boolean toSample, boolean weight);

  /**
   * What is wrong with totals of samples that are not known one by one, as a clause; null if the
   * scheme can use them.
   *
   * @param sampledBytes whether numbers of sampled bytes and of bytes to sample are known
   * @param sums whether the number of samples and their bytes are known
   */
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return "the scheme does not allow totals: record each sample";
  }

  /** Whether {@link #addTotals} is supported. */
  public boolean addsTotals() {
    return false;
  }

  /**
   * What the scheme records of a sample besides its sizes, for {@link #add}: the bytes to sample,
   * the weight, or nothing.
   *
   * @param weight the weight, not a number if it is not known
   */
  public double extra(long toSample, double weight) {
    return 0;
  }

  /** The recorded bytes of a sample, as they are without unskewing. */
  public long recordedBytes(long size, long allocated, double extra) {
    return size;
  }

  /**
   * Adds a sampled allocation.
   *
   * @param size requested bytes
   * @param allocated allocated bytes; 0 if unknown
   * @param extra what {@link #extra} makes of the rest
   */
  public abstract void add(long size, long allocated, double extra);

  /**
   * Adds totals of an allocator that keeps no sizes.
   *
   * @param sampled sampled bytes s
   * @param toSample bytes to sample u
   * @param objects the objects these stand for; 0 if unknown
   */
  public void addTotals(long sampled, long toSample, double objects) {
    throw new IllegalStateException("this scheme does not allow totals");
  }

  /**
   * What is known of a part of these allocations that none of the samples is of.
   *
   * @param none no samples of any stack
   */
  public StackSamples unsampled(StackSamples none) {
    return none;
  }

  /** The number of objects. */
  public abstract Estimate objects(Intervals intervals);

  /** The bytes. */
  public abstract Estimate space(Intervals intervals);
}

package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * Scheme {@code recorded}: the profiler records the size of each sampled allocation, and samples an
 * allocation of size a with probability {@code q = 1 - exp(-a/T)} (classic jemalloc, gperftools, Go
 * text, raw Fuchsia). This class keeps sums only.
 *
 * <p>A unit is a line of the profile, or a single sample if samples are known one by one. A unit
 * with n allocations of S bytes in total stands for {@code n w} allocations and {@code S w} bytes,
 * {@code w = 1/q(S/n)} (Horvitz and Thompson 1952). Each unit is unskewed first and then summed.
 * Never add up units of several sizes before you pass them. The interval is the gamma interval (Fay
 * and Feuer 1997) with variance {@code sum n w^2 (1 - q)}, or for bytes with {@code w a} in place
 * of {@code w}. It never reaches below what was recorded.
 *
 * <p>Sizes below one byte count as one byte, and negative numbers count as 0. The scheme cannot
 * sample allocations of size 0 (n > 0, S = 0): they count as recorded, and the number of objects
 * then has no interval. Bytes without a count also count as recorded, and then neither number has
 * an interval. {@code T <= 1} is exact.
 */
public final class RecordedSamples extends StackSamples {

  private final long interval;
  private double recordedObjects;
  private double recordedSpace;
  private double objects;
  private double objectsVariance;
  private double objectsDeviation;
  private double space;
  private double spaceVariance;
  private double spaceDeviation;
  private double mixedObjects;
  private double plainCount;
  private double plainObjects;
  private double spareSpace;

  /** The longest interval at which any unit was drawn. */
  private double longest;

  private double objectsFactor = 1;
  private double spaceFactor = 1;
  private boolean objectsUnknown;
  private boolean spaceUnknown;

  /**
   * @param interval mean sampling interval T in bytes; at most 1 if every allocation was recorded
   */
  public RecordedSamples(long interval) {
    this.interval = interval;
    longest = interval;
  }

  /** The factor {@code 1/q(size)} that multiplies a sampled allocation; 1 at {@code T <= 1}. */
  static double weight(double size, double interval) {
    return interval <= 1 ? 1 : -1 / Math.expm1(-Math.max(1, size) / interval);
  }

  /**
   * The probability {@code 1 - q} of not being sampled, which is the share of the variance that
   * remains.
   */
  static double missed(double size, double interval) {
    return Math.exp(-Math.max(1, size) / interval);
  }

  private static double deviation(double size, double interval) {
    return weight(size, interval) * Math.sqrt(missed(size, interval));
  }

  @Override
  public String method() {
    return "each sample of size a counts as 1/(1 - exp(-a/"
        + interval
        + ")) allocations, then summed";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    return size ? null : "size";
  }

  @Override
  public void add(long size, long allocated, double extra) {
    add(1, size);
  }

  /**
   * Adds a unit of recorded allocations of one size.
   *
   * @param count number of recorded allocations
   * @param bytes their bytes in total
   */
  public void add(long count, long bytes) {
    addDrawn(count, bytes, (double) bytes / count, interval);
  }

  /**
   * Adds recorded allocations of one size that the profiler sampled by the size class, as
   * gperftools does with tcmalloc.
   *
   * @param count number of recorded allocations
   * @param bytes their requested bytes in total
   */
  public void addByClass(long count, long bytes) {
    addDrawn(count, bytes, SizeClasses.ofTcmalloc((double) bytes / count), interval);
  }

  /**
   * @param drawn the size that decides how likely a sample is
   * @param every the interval at which it is drawn
   */
  private void addDrawn(long count, long bytes, double drawn, double every) {
    if (isOrdinary(count, bytes)) {
      double size = (double) bytes / count;
      double weight = weight(drawn, every);
      double missed = missed(drawn, every);
      recordedObjects += count;
      recordedSpace += bytes;
      addWeighted(count, bytes, weight);
      objectsVariance += count * weight * weight * missed;
      spaceVariance += count * (weight * size) * (weight * size) * missed;
      double deviation = deviation(drawn, every);
      objectsDeviation = Math.max(objectsDeviation, deviation);
      spaceDeviation = Math.max(spaceDeviation, deviation * size);
    }
  }

  /**
   * Adds a line of jemalloc 5.3 or later, whose numbers are adjusted so that the rule of this
   * scheme gives unbiased totals for allocations of several sizes. The estimates are those of
   * {@link #add(long, long)}. The sizes are lost, so the variance is bounded instead. In bytes it
   * is {@code b e^-x B <= T B} for every mix ({@code b = a/q}, {@code b e^-x = T x/(e^x - 1) <=
   * T}); in objects it is at most {@code N w(smallest)}. If the mean of the line is a size class to
   * 0.1 %, all its allocations count as that size.
   *
   * @param count printed number of allocations
   * @param bytes printed bytes
   */
  public void addCookedLine(long count, long bytes) {
    if (SizeClasses.isNearSizeClass(count, bytes)) {
      add(count, bytes);
    } else if (isOrdinary(count, bytes)) {
      addMixed(count, bytes, weight((double) bytes / count, interval), interval);
    }
  }

  /**
   * Returns the recorded count and bytes of a line that jemalloc 5.3 or later printed at T = 1,
   * where it records every allocation. For example, it prints 1,000 blocks of 8 bytes as 7,997
   * bytes.
   *
   * @param count printed number of allocations
   * @param bytes printed bytes
   * @return the count and the bytes, in this order; unchanged if either number is not positive
   */
  public static long[] uncooked(long count, long bytes) {
    if (count <= 0 || bytes <= 0) {
      return new long[] {count, bytes};
    }
    double mean = (double) bytes / count;
    if (!SizeClasses.isNearSizeClass(count, bytes)) {
      double sampled = -Math.expm1(-mean);
      return new long[] {Math.round(count / sampled), Math.round(bytes / sampled)};
    }
    double size = SizeClasses.nearest(mean);
    long objects = Math.round(bytes / (-Math.expm1(-size) * size));
    return new long[] {objects, objects * Math.round(size)};
  }

  /**
   * Adds a line that sums the recorded allocations of several sizes, as jemalloc before 5.3 and
   * {@code prof_unbias:false} print it. The estimates are those of {@link #add(long, long)}, and
   * they are too low: w and {@code a w} are convex in a, so by Jensen's inequality one size for all
   * gives the least. The most is {@code n w(smallest)} objects and {@code S + n T} bytes ({@code a
   * w <= a + T}). The interval reaches from the lower end of the least to the upper end of the
   * most. If the mean of the line is a size class to 0.1 %, all its allocations count as that size.
   *
   * @param count printed number of allocations
   * @param bytes printed bytes
   */
  public void addPlainLine(long count, long bytes) {
    addPlainLine(count, bytes, interval);
  }

  /**
   * Adds a line like {@link #addPlainLine(long, long)}, of a sampler that draws blocks of this size
   * as if its interval was another.
   *
   * @param every that interval in bytes; 0 if the sampler draws each such block
   */
  public void addPlainLine(long count, long bytes, double every) {
    if (every == 0 && isOrdinary(count, bytes)) {
      recordedObjects += count;
      recordedSpace += bytes;
      addWeighted(count, bytes, 1);
      return;
    }
    longest = Math.max(longest, every);
    // A single allocation has one size.
    if (count == 1 || SizeClasses.isNearSizeClass(count, bytes)) {
      addDrawn(count, bytes, (double) bytes / count, every);
    } else if (isOrdinary(count, bytes)) {
      double weight = weight((double) bytes / count, every);
      addMixed(count, bytes, weight, every);
      plainCount += count;
      plainObjects += count * weight;
      spareSpace += Math.max(0, bytes + count * every - bytes * weight);
    }
  }

  private void addMixed(long count, long bytes, double weight, double every) {
    addWeighted(count, bytes, weight);
    mixedObjects += count * weight;
    spaceVariance += every * bytes * weight;
    spaceDeviation = Math.max(spaceDeviation, every);
  }

  private void addWeighted(long count, long bytes, double weight) {
    objects += count * weight * objectsFactor;
    space += bytes * weight * spaceFactor;
  }

  /**
   * Multiplies the estimates of the units that are added from now on. Use it for the parts of a
   * line that are estimated one by one but have to add up to the line.
   *
   * @param ofObjects factor for objects; 1 for none
   * @param ofSpace factor for bytes; 1 for none
   */
  public void setFactors(double ofObjects, double ofSpace) {
    objectsFactor = ofObjects;
    spaceFactor = ofSpace;
  }

  /** Returns the estimated objects and the estimated bytes, in this order. */
  public double[] values() {
    return new double[] {objects, space};
  }

  /**
   * Adds every unit that is not a positive count of positive bytes under sampling, and returns
   * false.
   */
  private boolean isOrdinary(long count, long bytes) {
    if (count > 0 && bytes > 0 && interval > 1) {
      return true;
    }
    double n = Math.max(0, count);
    double s = Math.max(0, bytes);
    recordedObjects += n;
    recordedSpace += s;
    objects += n;
    space += s;
    objectsUnknown |= interval > 1 && n + s > 0;
    spaceUnknown |= interval > 1 && s > 0;
    return false;
  }

  @Override
  public Estimate objects(Intervals intervals) {
    if (objectsUnknown) {
      return Estimate.withoutInterval(objects);
    }
    if (interval <= 1) {
      return Estimate.exact(objects);
    }
    double variance = objectsVariance;
    double deviation = Math.max(objectsDeviation, deviation(Intervals.MIN_BLOCK, longest));
    double spare = 0;
    double smallestWeight = 0;
    if (mixedObjects > 0) {
      smallestWeight = weight(Intervals.MIN_BLOCK, longest);
      variance += mixedObjects * smallestWeight;
      deviation = Math.max(deviation, smallestWeight);
      spare = Math.max(0, plainCount * smallestWeight - plainObjects);
    }
    double rate = objects > 0 ? space / objects / longest : 0;
    double low = intervals.gammaLower(objects, variance, 0, rate);
    double high =
        intervals.gammaUpper(objects + spare, variance + spare * smallestWeight, deviation);
    return new Estimate(objects, Math.max(low, recordedObjects), high);
  }

  @Override
  public Estimate space(Intervals intervals) {
    if (spaceUnknown) {
      return Estimate.withoutInterval(space);
    }
    if (interval <= 1) {
      return Estimate.exact(space);
    }
    double deviation =
        Math.max(spaceDeviation, Intervals.MIN_BLOCK * deviation(Intervals.MIN_BLOCK, longest));
    double low = intervals.gammaLower(space, spaceVariance, 0, 1.0 / longest);
    double high =
        intervals.gammaUpper(space + spareSpace, spaceVariance + spareSpace * longest, deviation);
    return new Estimate(space, Math.max(low, recordedSpace), high);
  }
}

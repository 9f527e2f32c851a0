package dev.heapconv.unskew.samples;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Decides from the rows of a heap that heapprofd recorded whether their bytes are weights or sizes.
 * heapprofd's own sampler records a weight for each sample: for an allocation smaller than the
 * sampling interval T a multiple of T, at least T, and for a larger one its size. A heap can also
 * have its own sampler and pass its samples to heapprofd ({@code AHeapProfile_reportSample}).
 * Android's runtime passes the size of each sampled object. heapprofd stores both kinds of numbers
 * in the same fields.
 *
 * <p>Not thread-safe.
 */
public final class HeapprofdRows {

  /** The meaning of the numbers of bytes. */
  public enum Content {
    /** Sums of weights: heapprofd's own sampler took the samples, or nothing contradicts this. */
    WEIGHTS,
    /** Sums of the sizes of sampled allocations. */
    SIZES,
    /** Neither weights nor sizes fit the rows. */
    UNKNOWN
  }

  /** The sampler of a heap, as far as the name of the heap tells. */
  public enum Sampler {
    /** heapprofd's sampler, which is the only one for malloc. */
    HEAPPROFD,
    /** The heap's own sampler. */
    OWN,
    /** Either sampler. */
    ANY
  }

  /** Fewer rows than this are no evidence. */
  private static final int ENOUGH = 2;

  /**
   * A sum of sizes is a multiple of T by chance in at most one of this many rows: sizes are
   * multiples of 8 or 16, and T is a multiple of many more.
   */
  private static final int ACCIDENTS = 4;

  /** This many rows of one size are no accident. */
  private static final int MIN_ALIKE = 3;

  private final LongArrayList objects = new LongArrayList();
  private final LongArrayList bytes = new LongArrayList();
  private long least = Long.MAX_VALUE;

  /** Whether all samples of all rows have the same weight. */
  private boolean isAlike = true;

  /**
   * Adds a row. A row without objects or bytes has no effect.
   *
   * @param count recorded allocations
   * @param space recorded bytes
   */
  public void add(long count, long space) {
    if (count > 0 && space > 0) {
      isAlike &=
          space % count == 0
              && (objects.isEmpty() || space / count == bytes.getLong(0) / objects.getLong(0));
      objects.add(count);
      bytes.add(space);
      least = space % count == 0 ? Math.min(least, space / count) : least;
    }
  }

  /** Whether the rows already prove that the bytes of malloc are weights, whatever rows follow. */
  public boolean decidesForMalloc() {
    return !isAlike;
  }

  /**
   * Finds the sampling interval of numbers that are weights. It is the smallest mean that is a
   * whole number, if rows that weigh a multiple of it show samples of different weights.
   *
   * @return T in bytes; 0 if the rows do not show it
   */
  public long interval() {
    for (int i = 0; i < objects.size(); i++) {
      if (bytes.getLong(i) / objects.getLong(i) < least) {
        return 0;
      }
    }
    return least > 1 && unequalWeights(least) >= ENOUGH ? least : 0;
  }

  /**
   * Returns how many rows weigh a multiple of an interval, but not the same multiple for each
   * sample.
   */
  private int unequalWeights(long interval) {
    int rows = 0;
    for (int i = 0; i < objects.size(); i++) {
      long weights = bytes.getLong(i) / interval;
      boolean isMultiple = bytes.getLong(i) % interval == 0;
      rows +=
          isMultiple && weights > objects.getLong(i) && weights % objects.getLong(i) != 0 ? 1 : 0;
    }
    return rows;
  }

  /** Whether more rows weigh a multiple of an interval than chance explains. */
  private boolean areWeights(long interval) {
    int others = 0;
    for (int i = 0; i < objects.size(); i++) {
      long n = objects.getLong(i);
      others += n > 1 && bytes.getLong(i) / interval > n ? 1 : 0;
    }
    int unequal = unequalWeights(interval);
    return unequal >= ENOUGH && ACCIDENTS * unequal > others;
  }

  /**
   * Decides what the numbers of bytes mean.
   *
   * @param interval mean sampling interval T in bytes; at most 1 if everything was recorded
   * @param first the interval at the beginning, in bytes, if the recording states that it grew;
   *     otherwise T
   * @param sampler the sampler of the heap
   */
  public Content content(long interval, long first, Sampler sampler) {
    if (interval <= 1 || objects.isEmpty()) {
      return Content.WEIGHTS;
    }
    boolean isLight = false;
    boolean isMultiple = false;
    for (int i = 0; i < objects.size(); i++) {
      long n = objects.getLong(i);
      long sum = bytes.getLong(i);
      // n T can be too large for a long.
      isLight |= sum / n < first;
      isMultiple |= sum % interval == 0;
    }
    boolean areWeights = areWeights(interval);
    if (isLight && sampler != Sampler.HEAPPROFD) {
      return areWeights ? Content.UNKNOWN : Content.SIZES;
    }
    if (sampler == Sampler.OWN && !areWeights) {
      return isMultiple ? Content.WEIGHTS : Content.SIZES;
    }
    // No program allocates only one large size, but a heap's own sampler may use such a weight.
    return isAlike
            && objects.size() >= MIN_ALIKE
            && bytes.getLong(0) / objects.getLong(0) > interval
        ? Content.UNKNOWN
        : Content.WEIGHTS;
  }
}

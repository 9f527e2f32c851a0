package dev.heapconv.unskew.samples;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What the rows of a heap show that heapprofd recorded. Its own sampler records a weight for each
 * sample: a multiple of the sampling interval T, at least T, for allocations smaller than T, and
 * the size of larger ones. A heap can have a sampler of its own, which hands over samples that it
 * took ({@code AHeapProfile_reportSample}): that of Android's runtime gives the size of each
 * sampled object. heapprofd stores these numbers in the same fields.
 */
public final class HeapprofdRows {

  /** What the numbers of bytes are. */
  public enum Content {
    /** Sums of weights: heapprofd's own sampler took the samples, and nothing speaks against it. */
    WEIGHTS,
    /** Sums of the sizes of sampled allocations. */
    SIZES,
    /** Neither. */
    UNKNOWN
  }

  /** Who took the samples of a heap, as far as its name tells. */
  public enum Sampler {
    /** heapprofd: of malloc, it is the only one. */
    HEAPPROFD,
    /** The heap. */
    OWN,
    /** Either. */
    ANY
  }

  /** So few rows show nothing. */
  private static final int ENOUGH = 2;

  /**
   * One of so many sums of sizes is a multiple of T by accident, or fewer: sizes are multiples of 8
   * or 16, and T of many more.
   */
  private static final int ACCIDENTS = 4;

  /** So many rows of one size are no accident. */
  private static final int MIN_ALIKE = 3;

  private final LongArrayList objects = new LongArrayList();
  private final LongArrayList bytes = new LongArrayList();
  private long least = Long.MAX_VALUE;

  /** Whether the samples of all rows weigh the same. */
  private boolean isAlike = true;

  /** Adds a row; one without objects or bytes says nothing. */
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

  /** Whether more rows cannot change that those of malloc hold weights. */
  public boolean decidesForMalloc() {
    return !isAlike;
  }

  /**
   * T in bytes, if the numbers are weights; 0 if the rows do not show it. The smallest mean that is
   * a whole number is T if rows that weigh a multiple of it show that their samples had different
   * weights.
   */
  public long interval() {
    for (int i = 0; i < objects.size(); i++) {
      if (bytes.getLong(i) / objects.getLong(i) < least) {
        return 0;
      }
    }
    return least > 1 && unequalWeights(least) >= ENOUGH ? least : 0;
  }

  /** How many rows weigh a multiple of an interval, but not the same for each sample. */
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

  /** Whether more rows than accident explains weigh a multiple of an interval. */
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
   * What the numbers are.
   *
   * @param interval T in bytes
   * @param first the interval that sampling began with, if the recording states that it grew;
   *     otherwise T
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
      // Not n T, which can be too large for a long.
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
    // No program allocates one large size only, but a sampler of its own may weigh so.
    return isAlike
            && objects.size() >= MIN_ALIKE
            && bytes.getLong(0) / objects.getLong(0) > interval
        ? Content.UNKNOWN
        : Content.WEIGHTS;
  }
}

package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * Adaptive sampling, where the interval was doubled during the run: some of what was recorded was
 * sampled at the first interval T1, some at the last one T, and what at which is not recorded.
 *
 * <p>The number of objects is that of bytes by their mean size, which shows in how often sampled
 * intervals fell into one allocation. They did most often if all was sampled at T1: then there are
 * the fewest objects, as many as under that constant interval. If enough was sampled at T instead,
 * they never did: n samples with S bytes fit n1 = (n T - S) / (T - T1) of them at T1 without any
 * that fell into one allocation, and if S is above n T the rest may be of large blocks. Then sizes
 * are as small as sizes are. The truth is between these two, whenever and in whatever steps the
 * interval grew.
 */
final class GrownInterval {

  /** Nearly all call sites allocate more on average, and half of those of small sizes do. */
  private static final double SMALLEST = 8;

  private static final double TYPICAL = 64;

  /**
   * What has grown by doubling, such as a hash table, left at most so many times the bytes of its
   * small entries behind in large arrays, those in use among them.
   */
  private static final double ARRAYS = 2;

  private GrownInterval() {}

  /**
   * The cells of a stack whose blocks are so large that the last interval describes them all; null
   * if they may be small ones with some large ones. Of those whose sum shows no size nothing is
   * known: blocks of T1, 2 T1 or a page look like small ones.
   */
  static @Nullable StackCells large(StackCells cells, long last) {
    boolean areEqual = cells.equalSize >= last && cells.pureCount == 0;
    return areEqual || cells.mixedCount > 0 && isLarge(cells.count(), cells.bytes(), last)
        ? cells
        : null;
  }

  private static boolean isLarge(double n, double bytes, long last) {
    return bytes > (1 + ARRAYS) * n * last;
  }

  /**
   * The objects between the fewest and the most that there may be.
   *
   * @param first if all was sampled at the first interval
   * @param last if all was sampled at the last one; null if that may not be
   * @param noise ln of how many more samples may be expected
   */
  static CountEstimate between(
      CountEstimate first,
      @Nullable CountEstimate last,
      long n,
      long bytes,
      long interval,
      double noise) {
    double small = Math.min(bytes, (double) n * interval);
    double most = Math.max(n, last == null ? small / SMALLEST : last.modelHigh());
    double high = last == null ? most * Math.exp(noise) : last.high();
    double other = Math.max(n, last == null ? small / TYPICAL : last.value());
    if (last == null && isLarge(n, bytes, interval)) {
      other = first.value();
    }
    return new CountEstimate(
        Math.sqrt(first.value() * other),
        Math.min(first.low(), last == null ? first.low() : last.low()),
        Math.max(first.high(), high),
        Math.min(first.modelLow(), last == null ? first.modelLow() : last.modelLow()),
        Math.max(first.modelHigh(), most),
        first.exact() && last != null && last.exact(),
        last == null ? bytes : Math.min(bytes, Math.max(first.smallBytes(), last.smallBytes())));
  }
}

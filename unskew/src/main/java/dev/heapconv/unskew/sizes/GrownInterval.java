package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * Estimates for adaptive sampling, where the sampler doubled its interval during the run. It took
 * some samples at the first interval T1 and some at the last interval T, and the recording does not
 * show which.
 *
 * <p>The number of objects is the number of bytes divided by the mean size, and the mean size
 * follows from how often several sampled intervals fell into one allocation. That happened most
 * often if all samples were taken at T1. Then there are the fewest objects, as many as at that
 * constant interval. If enough samples were taken at T instead, it never happened: n samples with S
 * bytes fit n1 = (n T - S) / (T - T1) samples at T1, with one interval each. If S is above n T, the
 * rest may belong to large blocks. Then the sizes are as small as sizes can be. The truth is
 * between these two cases, whenever and in whatever steps the interval grew.
 */
final class GrownInterval {

  /**
   * Nearly all call sites allocate more bytes than this on average. Half of the call sites with
   * small sizes allocate more than the typical size below.
   */
  private static final double SMALLEST = 8;

  private static final double TYPICAL = 64;

  /**
   * A structure that grows by doubling, such as a hash table, leaves behind large arrays with at
   * most this many times the bytes of its small entries, including the array in use.
   */
  private static final double ARRAYS = 2;

  private GrownInterval() {}

  /**
   * Returns the cells of a stack whose blocks are so large that the last interval describes them
   * all. Sums that show no size are no evidence, because blocks of T1, 2 T1 or a page look like
   * small ones.
   *
   * @return null if the blocks may be small ones with some large ones
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
   * Returns an estimate between the fewest objects and the most.
   *
   * @param first the estimate if all samples were taken at the first interval
   * @param last the estimate if all samples were taken at the last one; null if that is impossible
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

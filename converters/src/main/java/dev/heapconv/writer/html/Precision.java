package dev.heapconv.writer.html;

import dev.heapconv.model.View;

/**
 * How exactly a report states the numbers of single stacks, as bits after the leading one; sums of
 * whole heaps are always exact.
 *
 * @param bytes for values in bytes, which are whole numbers in most recordings
 * @param counts for other values
 * @param halfWidths for the half-widths of intervals
 */
record Precision(int bytes, int counts, int halfWidths) {

  /** Whole numbers below 8 G are exact. */
  private static final Precision FINE = new Precision(32, 32, 30);

  /**
   * Values to 0.1 %, half-widths to 1.6 %. The estimates of all stacks of a function drift a little
   * from dump to dump, far less than their intervals are wide.
   */
  private static final Precision COARSE = new Precision(32, 9, 5);

  /** Rows of all dumps from which a report would become too large for a page. */
  private static final long MANY_ROWS = 1_000_000;

  /** The binary exponent of the smallest number. */
  private static final long MIN_EXPONENT = -20;

  private static final int MANTISSA_BITS = 52;
  private static final long EXPONENT_BIAS = 1023;

  static Precision of(long rows) {
    return rows < MANY_ROWS ? FINE : COARSE;
  }

  int values(View view) {
    return view.isBytes() ? bytes : counts;
  }

  /**
   * A number as an integer that grows with it: 0 for 0, 1 for infinity, and else from 2 its
   * exponent and the given number of bits of its mantissa; with its sign.
   */
  static long code(double number, int bits) {
    double size = Math.abs(number);
    if (size == 0) {
      return 0;
    }
    if (!(size < Double.POSITIVE_INFINITY)) {
      return 1;
    }
    int dropped = MANTISSA_BITS - bits;
    long kept = Double.doubleToRawLongBits(size) + (1L << dropped >> 1) >> dropped;
    long code = Math.max(2, kept - (EXPONENT_BIAS + MIN_EXPONENT << bits) + 2);
    return number < 0 ? -code : code;
  }
}

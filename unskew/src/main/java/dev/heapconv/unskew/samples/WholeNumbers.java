package dev.heapconv.unskew.samples;

/**
 * Rounds the numbers of a column one after the other, and carries what rounding leaves: each is
 * less than 1 from its whole number, whole ones stay as they are, and sums of all are next to the
 * sum. (Half up each by itself, thousands of small counts add up to some per cent more.) Not
 * thread-safe.
 */
public final class WholeNumbers {

  /** Beyond it doubles are whole numbers. */
  private static final double LARGE = 1L << 52;

  private double carried;

  /** The next number, rounded; at most {@link Long#MAX_VALUE}. */
  public long next(double value) {
    if (!(Math.abs(value) < LARGE) || value == Math.rint(value)) {
      return Math.round(value);
    }
    long whole = Math.round(value + carried);
    carried += value - whole;
    return whole;
  }
}

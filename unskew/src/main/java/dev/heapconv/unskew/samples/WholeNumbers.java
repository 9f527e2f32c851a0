package dev.heapconv.unskew.samples;

/**
 * Rounds the numbers of a column one after the other and carries the remainder along. Each result
 * is less than 1 from its number, whole numbers do not change, and the sum of all results is next
 * to the sum of the numbers. (If each number were rounded half up by itself, thousands of small
 * counts would add up to some per cent more.) Not thread-safe.
 */
public final class WholeNumbers {

  /** Beyond this number all doubles are whole. */
  private static final double LARGE = 1L << 52;

  private double carried;

  /**
   * Rounds the next number of the column.
   *
   * @param value any number
   * @return a whole number, at most {@link Long#MAX_VALUE}
   */
  public long next(double value) {
    if (!(Math.abs(value) < LARGE) || value == Math.rint(value)) {
      return Math.round(value);
    }
    long whole = Math.round(value + carried);
    carried += value - whole;
    return whole;
  }
}

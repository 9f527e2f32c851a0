package dev.heapconv.unskew;

/**
 * What may hide in a stack beside the sizes that were sampled: the assumption behind the upper end
 * of an interval.
 *
 * <p>A stack that shows ten buffers of 50,000 bytes may also have made a thousand blocks of 24
 * bytes of which none was sampled; no estimate can know. Fay and Feuer take, for the upper end, the
 * largest weight of all strata, those without a sample included. Here that is the weight of the
 * smallest allocation that may exist ({@link #possible}); {@link #NONE} looks only at the sizes
 * that were seen, which gives much narrower upper ends for object counts and is right for stacks of
 * one size, but misses stacks that mix sizes.
 *
 * @param smallest the smallest size in bytes that unseen allocations may have, at least 1;
 *     +Infinity for "there are none"
 */
record UnseenSizes(double smallest) {

  /** Every size of the stack has been sampled. */
  public static final UnseenSizes NONE = new UnseenSizes(Double.POSITIVE_INFINITY);

  /** The smallest block that the common allocators hand out on 64-bit systems: 16 bytes. */
  public static final UnseenSizes POSSIBLE = new UnseenSizes(16);

  /** Sizes below a byte count as a byte. */
  public UnseenSizes {
    smallest = smallest >= 1 ? smallest : 1;
  }

  /** Anything from a given size on may hide. */
  public static UnseenSizes possible(double smallest) {
    return new UnseenSizes(smallest);
  }

  /** This assumption, or the usual one where there has to be a smallest size. */
  UnseenSizes orPossible() {
    return smallest < Double.POSITIVE_INFINITY ? this : POSSIBLE;
  }

  /** {@code w sqrt(1 - q)} of the smallest unseen allocation, 0 when there is none. */
  double deviation(double interval) {
    double x = smallest / interval;
    return x > 700 ? 0 : Math.exp(-x / 2) / -Math.expm1(-x);
  }

  /** The same in bytes. */
  double deviationOfSpace(double interval) {
    double deviation = deviation(interval);
    return deviation > 0 ? deviation * smallest : 0;
  }
}

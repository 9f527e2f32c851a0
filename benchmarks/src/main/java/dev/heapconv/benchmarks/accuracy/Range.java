package dev.heapconv.benchmarks.accuracy;

/**
 * An estimate with its interval, as an output of heapconv has it.
 *
 * @param high positive infinity where there is no interval
 */
record Range(double value, double low, double high) {

  static final Range NONE = new Range(0, 0, Double.POSITIVE_INFINITY);

  boolean hasInterval() {
    return high < Double.POSITIVE_INFINITY;
  }

  /** With room for the rounding of doubles, no more. */
  boolean covers(double truth) {
    return truth >= low * (1 - 1e-9) && truth <= high * (1 + 1e-9);
  }

  /** Whether the estimate is at least half and at most twice the truth. */
  boolean isWithinTwo(double truth) {
    return value >= truth / 2 && value <= truth * 2;
  }

  /** Upper by lower end, which counts as at least one. */
  double width() {
    return high / Math.max(low, 1);
  }
}

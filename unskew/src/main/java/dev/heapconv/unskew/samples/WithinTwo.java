package dev.heapconv.unskew.samples;

/**
 * The probability that a number is at least half and at most twice the truth, from the shape of its
 * interval. Verdicts rest on this probability, and the page of a report follows the same rule
 * (numbers.js).
 *
 * <p>Errors count as normal on the log scale, separately on each side of the number. Rows and
 * totals each deviate from this in one respect, as programs with every allocation logged show.
 * docs/dev/benchmarks.md compares predicted and true errors, and {@code benchmarks/accuracy.sh
 * chances} measures them.
 */
public final class WithinTwo {

  /**
   * The weight of the lower end of a row whose interval begins at what was recorded. Possibly
   * everything was recorded, so that the truth is this end; it is hardly ever between the end and
   * the number. The farther the upper end, the less is known about the row, and the more this end
   * weighs. Let p be the probability of a factor of two by the upper side alone. The result is
   * {@code 1 - (1 - AT_END) (1 - p)} if the end is within a factor of two of the number, and {@code
   * p - (1 - AT_END) (1 - p)} if it is not.
   */
  public static final double AT_END = 0.75;

  /** Rounding may move the ends of an interval by this fraction of its number. */
  public static final double ROUNDING = 1e-7;

  /**
   * The errors of totals are smaller than their intervals say by this factor, so these intervals
   * contain nearly every truth.
   */
  private static final double OF_TOTALS = 1.25;

  private final double quantile;

  private WithinTwo(double quantile) {
    this.quantile = quantile;
  }

  /**
   * @param confidence level of the intervals, between 0 and 1, such as 0.95
   * @throws IllegalArgumentException for any other level
   */
  public static WithinTwo of(double confidence) {
    return new WithinTwo(Intervals.of(confidence).normalQuantile());
  }

  /**
   * Returns the probability for the number of a stack or of a function.
   *
   * @param value the number
   * @param low lower end of its interval
   * @param high upper end of its interval; infinite if unknown
   * @param recorded recorded allocations, each of which counts in the number; 0 if no model of
   *     sizes was used
   * @return from 0 to 1; NaN if the interval is unknown
   */
  public double ofRow(double value, double low, double high, long recorded) {
    double rounding = ROUNDING * value;
    boolean isKnown = high < Double.POSITIVE_INFINITY;
    if (!isKnown || recorded == 0 || low > recorded + rounding || low > value - rounding) {
      return probability(value, low, high, 1);
    }
    double above = within(high / value, 1);
    boolean isNear = value <= 2 * recorded + rounding;
    return Math.max(0, (isNear ? 1 : above) - (1 - AT_END) * (1 - above));
  }

  /**
   * Returns the probability for a sum over all rows.
   *
   * @param value the number
   * @param low lower end of its interval
   * @param high upper end of its interval; infinite if unknown
   * @return from 0 to 1; NaN if the interval is unknown
   */
  public double ofTotal(double value, double low, double high) {
    return probability(value, low, high, OF_TOTALS);
  }

  private double probability(double value, double low, double high, double sharpness) {
    return high < Double.POSITIVE_INFINITY
        ? (within(value / low, sharpness) + within(high / value, sharpness)) / 2
        : Double.NaN;
  }

  private double within(double factor, double sharpness) {
    return CountQuantiles.normalWithin(sharpness * quantile * Math.log(2) / Math.log(factor));
  }
}

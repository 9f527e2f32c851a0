package dev.heapconv.unskew.samples;

/**
 * How probably a number is at least half and at most twice the truth, read off the shape of its
 * interval. Verdicts rest on it; the page of a report follows the same rule (numbers.js).
 *
 * <p>Errors count as normal on the log scale, to each side of the number by itself. Rows and totals
 * differ from that in one thing each, which programs with every allocation logged show
 * (docs/unskewing.md has what is said beside what is true; {@code benchmarks/accuracy.sh chances}
 * measures it).
 */
public final class WithinTwo {

  /**
   * Of a row whose interval begins at what was recorded, everything may have been recorded: below
   * its number the truth is that end, and hardly ever in between. The farther its upper end, the
   * less is known of it, and the more does that end weigh: of what the upper side leaves, three
   * quarters are near where the end itself is within a factor of two of the number; where it is
   * not, the rest is lost to the end.
   */
  public static final double AT_END = 0.75;

  /** By which part of a number rounding may move its interval's ends. */
  public static final double ROUNDING = 1e-7;

  /**
   * Errors of totals are so much smaller than their intervals have them, which hold nearly every
   * truth.
   */
  private static final double OF_TOTALS = 1.25;

  private final double quantile;

  private WithinTwo(double quantile) {
    this.quantile = quantile;
  }

  /**
   * @param confidence of the intervals
   */
  public static WithinTwo of(double confidence) {
    return new WithinTwo(Intervals.of(confidence).normalQuantile());
  }

  /**
   * The probability for the number of a stack, or of a function.
   *
   * @param recorded allocations, each of which counts in it; 0 if no model of sizes made it
   * @return NaN if the interval is unknown
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
   * The probability for a sum over all rows.
   *
   * @return NaN if the interval is unknown
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

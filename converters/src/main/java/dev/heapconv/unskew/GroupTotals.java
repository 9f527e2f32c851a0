package dev.heapconv.unskew;

/**
 * Sums the estimates of independent stacks (of a function, library, process or heap) without an
 * object per stack. The result is that of {@link Estimate#plus} over all of them, whatever their
 * order, up to rounding.
 *
 * <p>Half-widths are kept as sums of squares: beyond about 1e154 they overflow and the total
 * reports no interval. Not thread-safe.
 */
public final class GroupTotals {

  private double value;
  private double lowerSquares;
  private double upperSquares;
  private boolean withoutInterval;

  /**
   * Adds one stack's estimate. The same conventions as {@link Estimate} hold: {@code high =
   * +Infinity} is "no interval".
   */
  public void add(double stackValue, double low, double high) {
    value += stackValue;
    if (!(high < Double.POSITIVE_INFINITY)) {
      withoutInterval = true;
      return;
    }
    double lower = stackValue - low;
    double upper = high - stackValue;
    lowerSquares += lower * lower;
    upperSquares += upper * upper;
  }

  /** Adds one stack's estimate. */
  public void add(Estimate estimate) {
    add(estimate.value(), estimate.low(), estimate.high());
  }

  /** Adds everything another accumulator has seen (independent stacks). */
  public void add(GroupTotals other) {
    value += other.value;
    lowerSquares += other.lowerSquares;
    upperSquares += other.upperSquares;
    withoutInterval |= other.withoutInterval;
  }

  /** The sum of the values. */
  public double value() {
    return value;
  }

  /** Lower end of the interval, 0 when there is none. */
  public double low() {
    return withoutInterval ? 0 : Math.max(0, value - Math.sqrt(lowerSquares));
  }

  /** Upper end of the interval, +Infinity when there is none. */
  public double high() {
    return withoutInterval ? Double.POSITIVE_INFINITY : value + Math.sqrt(upperSquares);
  }

  /** The totals so far as an estimate. */
  public Estimate toEstimate() {
    return Estimate.of(value, low(), high());
  }

  /** Forgets everything, for reuse. */
  public void reset() {
    value = 0;
    lowerSquares = 0;
    upperSquares = 0;
    withoutInterval = false;
  }
}

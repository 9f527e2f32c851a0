package dev.heapconv.unskew;

/**
 * An estimated total, in objects or bytes, with its confidence interval.
 *
 * <p>Every instance satisfies {@code 0 <= low <= value <= high}. No component is NaN, and {@code
 * value} and {@code low} are finite. The constructor corrects any other input: a value that is NaN
 * or negative becomes 0, a NaN upper bound becomes infinite, a NaN lower bound becomes 0, and a
 * bound on the wrong side of the value becomes the value. If no interval is known, {@code low} is 0
 * and {@code high} is +Infinity; an interval that is open above always has this form.
 *
 * <p>Values stay {@code double} until a format needs an integer. Then {@link #rounded()} rounds
 * once, half up.
 *
 * <p>An interval has two causes, which add up differently in sums. The noise of sampling is
 * independent between stacks, so it partly cancels. The error of the model of sizes is common to
 * all stacks, so it does not. {@code modelLow} and {@code modelHigh} are the interval that the
 * model error alone would give. It lies within {@code [low, high]}, and it is just the value if the
 * estimate needed no model.
 *
 * @param value the estimate, in objects or bytes
 * @param low lower end of the interval
 * @param high upper end of the interval, or +Infinity if no interval is known
 * @param modelLow lower end of the interval due to the model error alone
 * @param modelHigh upper end of the interval due to the model error alone; finite
 */
public record Estimate(double value, double low, double high, double modelLow, double modelHigh) {

  /** A total that is known to be 0: nothing was allocated. */
  public static final Estimate ZERO = new Estimate(0, 0, 0);

  /** Corrects numbers that are out of range, as the class description states. Never throws. */
  public Estimate {
    value = value > 0 ? Math.min(value, Double.MAX_VALUE) : 0.0;
    high = Double.isNaN(high) ? Double.POSITIVE_INFINITY : Math.max(high, value);
    low = low > 0 && high < Double.POSITIVE_INFINITY ? Math.min(low, value) : 0.0;
    boolean known = high < Double.POSITIVE_INFINITY;
    modelLow = known && modelLow < value ? Math.max(modelLow, low) : value;
    modelHigh = known && modelHigh > value ? Math.min(modelHigh, high) : value;
  }

  /**
   * Creates an estimate that depends on no model, so that its interval covers sampling noise only.
   */
  public Estimate(double value, double low, double high) {
    this(value, low, high, value, value);
  }

  /**
   * Returns an estimate that is known exactly: its interval is a point.
   *
   * @param value in objects or bytes
   */
  public static Estimate exact(double value) {
    return new Estimate(value, value, value);
  }

  /**
   * Returns an estimate without an interval, from 0 to +Infinity.
   *
   * @param value in objects or bytes
   */
  public static Estimate withoutInterval(double value) {
    return new Estimate(value, 0, Double.POSITIVE_INFINITY);
  }

  /**
   * Caps the value and both ends of the interval at those of a total that contains this one.
   *
   * @param whole the estimate of the containing total
   */
  public Estimate atMost(Estimate whole) {
    return new Estimate(
        Math.min(value, whole.value),
        Math.min(low, whole.low),
        Math.min(high, whole.high),
        modelLow,
        modelHigh);
  }

  /** Whether an interval is known. An interval that is a point counts as known. */
  public boolean hasInterval() {
    return high < Double.POSITIVE_INFINITY;
  }

  /** Whether the value is known exactly. */
  public boolean isExact() {
    return low == high;
  }

  /** Returns the value as an integer, rounded half up and at most {@link Long#MAX_VALUE}. */
  public long rounded() {
    return Math.round(value);
  }
}

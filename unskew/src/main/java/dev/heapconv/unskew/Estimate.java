package dev.heapconv.unskew;

/**
 * An estimated total (objects or bytes) with its confidence interval.
 *
 * <p>Every instance is well formed: {@code 0 <= low <= value <= high}, never NaN, and {@code value}
 * and {@code low} are finite. The constructor brings anything else into that range (NaN value: 0;
 * NaN bound: unknown; a bound on the wrong side of the value: the value). "No interval can be
 * given" is {@code low = 0, high = +Infinity}; an interval that is open above is always of that
 * form.
 *
 * <p>Values stay {@code double} until a format needs an integer; then {@link #rounded()} rounds
 * once, half up.
 *
 * <p>An interval has two causes, which add up differently in sums: the noise of sampling, which is
 * independent between stacks, and the error of the model of sizes, which stacks have in common.
 * {@code modelLow} and {@code modelHigh} are the interval if there were only the latter; it lies
 * within {@code [low, high]} and is the value alone where no model was needed.
 *
 * @param value the estimate, in objects or bytes
 * @param low lower end of the interval
 * @param high upper end of the interval, or +Infinity when no interval can be given
 * @param modelLow lower end by the error of the model alone
 * @param modelHigh upper end by the error of the model alone; finite
 */
public record Estimate(double value, double low, double high, double modelLow, double modelHigh) {

  /** Nothing allocated, known exactly. */
  public static final Estimate ZERO = new Estimate(0, 0, 0);

  /** Normalises; see the class description. */
  public Estimate {
    value = value > 0 ? Math.min(value, Double.MAX_VALUE) : 0.0;
    high = Double.isNaN(high) ? Double.POSITIVE_INFINITY : Math.max(high, value);
    low = low > 0 && high < Double.POSITIVE_INFINITY ? Math.min(low, value) : 0.0;
    boolean known = high < Double.POSITIVE_INFINITY;
    modelLow = known && modelLow < value ? Math.max(modelLow, low) : value;
    modelHigh = known && modelHigh > value ? Math.min(modelHigh, high) : value;
  }

  /** An estimate that depends on no model: its uncertainty is the noise of sampling. */
  public Estimate(double value, double low, double high) {
    this(value, low, high, value, value);
  }

  /** A value known exactly: the interval is a point. */
  public static Estimate exact(double value) {
    return new Estimate(value, value, value);
  }

  /** A value of which nothing but the value is known. */
  public static Estimate withoutInterval(double value) {
    return new Estimate(value, 0, Double.POSITIVE_INFINITY);
  }

  /** This estimate as that of a part of a whole: no number is above that of the whole. */
  public Estimate atMost(Estimate whole) {
    return new Estimate(
        Math.min(value, whole.value),
        Math.min(low, whole.low),
        Math.min(high, whole.high),
        modelLow,
        modelHigh);
  }

  /** Whether an interval is known (a point counts as one). */
  public boolean hasInterval() {
    return high < Double.POSITIVE_INFINITY;
  }

  /** Whether the value is known exactly. */
  public boolean isExact() {
    return low == high;
  }

  /** The value as an integer, rounded half up, at most {@link Long#MAX_VALUE}. */
  public long rounded() {
    return Math.round(value);
  }
}

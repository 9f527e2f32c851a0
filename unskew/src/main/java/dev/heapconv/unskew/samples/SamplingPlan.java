package dev.heapconv.unskew.samples;

/**
 * What a recording with a sampling interval of T bytes will show of B bytes: the theory behind
 * {@code heapconv accuracy}. The number of sampled bytes is {@code k ~ Poisson(lambda)}, {@code
 * lambda = B/T}, and the estimate is k T.
 *
 * <p>Relative errors are {@code E|k T - B| / B = E|k/lambda - 1|}. The mean absolute deviation of a
 * Poisson variable has a closed form (Crow 1958, Biometrika 45; Johnson, Kemp and Kotz, Univariate
 * Discrete Distributions, 4.3): {@code 2 e^-lambda lambda^(m+1) / m!}, {@code m = floor(lambda)}.
 * Valid to about twelve digits for lambda from 1e-300 to 1e15.
 *
 * @param interval mean sampling interval T in bytes; at most 1 samples every byte
 * @param bytes the total B to be measured, in bytes
 */
public record SamplingPlan(double interval, double bytes) {

  /** Negative and NaN count as 0. */
  public SamplingPlan {
    interval = interval > 0 ? interval : 0;
    bytes = bytes > 0 ? bytes : 0;
  }

  /** Expected number of samples, {@code B/T}. */
  public double expectedSamples() {
    return bytes / Math.max(1, interval);
  }

  /**
   * Probability of at least one sample: {@code 1 - exp(-B/T)}; 1 at {@code T <= 1} unless there is
   * nothing.
   */
  public double probabilityOfSample() {
    if (interval <= 1) {
      return bytes > 0 ? 1 : 0;
    }
    return -Math.expm1(-expectedSamples());
  }

  /**
   * {@code E|k T - B| / B}: 2 exp(-lambda) below one expected sample, sqrt(2/(pi lambda)) for many.
   * 0 when {@code T <= 1} or B = 0.
   */
  public double expectedRelativeError() {
    return isExact() ? 0 : relativeDeviation(expectedSamples());
  }

  /**
   * The same given that there is a sample. k = 0 contributes {@code |0 - 1| exp(-lambda)}, so it is
   * {@code (E|k/lambda - 1| - exp(-lambda)) / (1 - exp(-lambda))}; below one expected sample that
   * is {@code 1/(exp(lambda) - 1)}.
   */
  public double expectedRelativeErrorGivenSample() {
    if (isExact()) {
      return 0;
    }
    double lambda = expectedSamples();
    if (lambda < 1) {
      return Math.min(Double.MAX_VALUE, 1 / Math.expm1(lambda));
    }
    return (relativeDeviation(lambda) - Math.exp(-lambda)) / -Math.expm1(-lambda);
  }

  /**
   * The number of bytes that are sampled at least once with the given probability: {@code -T ln(1 -
   * probability)}.
   */
  public static double bytesSeenWith(double probability, double interval) {
    return -Math.max(0, interval) * Math.log1p(-Math.max(0, Math.min(1, probability)));
  }

  private boolean isExact() {
    return interval <= 1 || bytes == 0;
  }

  /**
   * {@code 2 P(k = m)}, m = floor(lambda), by Loader's saddle point form: no difference of large
   * numbers.
   */
  private static double relativeDeviation(double lambda) {
    double m = Math.floor(lambda);
    if (m < 16) {
      double probability = Math.exp(-lambda);
      for (int i = 1; i <= m; i++) {
        probability *= lambda / i;
      }
      return 2 * probability;
    }
    double rest = lambda - m;
    double stirling = 1 / (12 * m) - 1 / (360 * m * m * m) + 1 / (1260 * Math.pow(m, 5));
    return 2 * Math.exp(m * Math.log1p(rest / m) - rest - stirling) / Math.sqrt(2 * Math.PI * m);
  }
}

package dev.heapconv.unskew.samples;

/**
 * Predicts how well a recording with a sampling interval of T bytes will measure B bytes: the
 * theory behind {@code heapconv plan}. The number of samples is {@code k ~ Poisson(lambda)}, {@code
 * lambda = B/T}, and the estimate is k T.
 *
 * <p>Relative errors are {@code E|k T - B| / B = E|k/lambda - 1|}. The mean absolute deviation of a
 * Poisson variable has a closed form (Crow 1958, Biometrika 45; Johnson, Kemp and Kotz, Univariate
 * Discrete Distributions, 4.3): {@code 2 e^-lambda lambda^(m+1) / m!}, {@code m = floor(lambda)}.
 * It is valid to about twelve digits for lambda from 1e-300 to 1e15.
 *
 * <pre>{@code
 * SamplingPlan plan = new SamplingPlan(524288, 100 << 20); // 100 MiB at an interval of 512 KiB
 * double samples = plan.expectedSamples(); // 200
 * double error = plan.expectedRelativeError(); // 0.056
 * }</pre>
 *
 * @param interval mean sampling interval T in bytes; at most 1 samples every byte
 * @param bytes the total B to be measured, in bytes
 */
public record SamplingPlan(double interval, double bytes) {

  /** Replaces negative numbers and NaN by 0. */
  public SamplingPlan {
    interval = interval > 0 ? interval : 0;
    bytes = bytes > 0 ? bytes : 0;
  }

  /** Returns the expected number of samples, {@code B/T}. */
  public double expectedSamples() {
    return bytes / Math.max(1, interval);
  }

  /**
   * Returns the probability of at least one sample: {@code 1 - exp(-B/T)}.
   *
   * @return from 0 to 1; at {@code T <= 1} it is 1 unless B is 0
   */
  public double probabilityOfSample() {
    if (interval <= 1) {
      return bytes > 0 ? 1 : 0;
    }
    return -Math.expm1(-expectedSamples());
  }

  /**
   * Returns the mean relative error {@code E|k T - B| / B}. It is 2 exp(-lambda) below one expected
   * sample and about sqrt(2/(pi lambda)) for many.
   *
   * @return 0 if {@code T <= 1} or B = 0
   */
  public double expectedRelativeError() {
    return isExact() ? 0 : relativeDeviation(expectedSamples());
  }

  /**
   * Returns the mean relative error, given that there is at least one sample. k = 0 contributes
   * {@code |0 - 1| exp(-lambda)}, so it is {@code (E|k/lambda - 1| - exp(-lambda)) / (1 -
   * exp(-lambda))}. Below one expected sample that is {@code 1/(exp(lambda) - 1)}.
   *
   * @return 0 if {@code T <= 1} or B = 0
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
   * Returns how many bytes are sampled at least once with the given probability: {@code -T ln(1 -
   * probability)}.
   *
   * @param probability from 0 to 1
   * @param interval mean sampling interval T in bytes
   * @return in bytes; infinite if the probability is 1
   */
  public static double bytesSeenWith(double probability, double interval) {
    return -Math.max(0, interval) * Math.log1p(-Math.max(0, Math.min(1, probability)));
  }

  private boolean isExact() {
    return interval <= 1 || bytes == 0;
  }

  /**
   * {@code 2 P(k = m)}, m = floor(lambda), in Loader's saddle point form, which avoids a difference
   * of large numbers.
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

package dev.heapconv.unskew;

import java.util.Arrays;

/**
 * The reference estimator of the design document, written down plainly: log-normal sizes with
 * median m and spread s, a log-uniform prior on m and eight spreads. Slow, and too sure of itself
 * where a stack mixes sizes; it is the yardstick that {@link WeightedUnskewer} is held against.
 */
final class WeightedReference {

  private static final int MEDIANS = 260;
  private static final double[] SPREADS = {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2};
  private static final double[] WEIGHTS = {0.5, 0.08, 0.08, 0.08, 0.08, 0.06, 0.06, 0.06};
  private static final double Z = 1.959963984540054;

  private final long interval;
  private final double[] recorded = new double[MEDIANS * SPREADS.length];
  private final double[] mean = new double[recorded.length];
  private final double[] variance = new double[recorded.length];
  private final double[] large = new double[recorded.length];

  WeightedReference(long interval) {
    this.interval = interval;
    double low = Math.log(8.0 / interval);
    double high = Math.log(64);
    for (int i = 0; i < MEDIANS; i++) {
      for (int j = 0; j < SPREADS.length; j++) {
        integrate(
            i * SPREADS.length + j, Math.exp(low + (high - low) * i / (MEDIANS - 1)), SPREADS[j]);
      }
    }
  }

  private void integrate(int at, double median, double spread) {
    double sum = 0;
    double p = 0;
    double first = 0;
    double second = 0;
    double above = 0;
    for (int i = 0; i <= 160; i++) {
      double z = -4 + i / 20.0;
      double weight = Math.exp(-z * z / 2);
      double x = Math.max(median * Math.exp(spread * z), 1.0 / interval);
      sum += weight;
      p += weight * (x >= 1 ? 1 : -Math.expm1(-x));
      first += weight * x;
      second += weight * (x >= 1 ? x * x : x + x * x);
      above += weight * (x >= 1 ? 1 : 0);
    }
    recorded[at] = p / sum;
    mean[at] = first / p;
    variance[at] = second / p - mean[at] * mean[at];
    large[at] = above / p;
  }

  Estimate objects(long n, long bytes) {
    double k = bytes / (double) interval;
    boolean pure = bytes % interval == 0 && bytes < 1.7 * interval * n;
    double[] evidence = new double[recorded.length];
    double sum = 0;
    for (int at = 0; at < evidence.length; at++) {
      double likelihood =
          pure
              ? Math.exp(n * Math.log1p(-Math.min(large[at], 1 - 1e-15)))
                  * collisions(k - n, n * (mean[at] - 1), n * variance[at])
              : -Math.expm1(n * Math.log1p(-Math.min(large[at], 1 - 1e-15)))
                  * logNormal(
                      k, n * mean[at], Math.max(n * variance[at], 0.001 * n * mean[at] * mean[at]));
      evidence[at] = WEIGHTS[at % SPREADS.length] / MEDIANS * likelihood;
      sum += evidence[at];
    }
    double point = 0;
    if (pure && bytes == n * interval) {
      point = 0.1 / (0.1 + 0.9 * sum);
    } else if (!pure && bytes % n == 0 && bytes / n >= interval) {
      point = 0.97;
    }
    return interval(n, evidence, sum, point);
  }

  private Estimate interval(long n, double[] evidence, double sum, double point) {
    Integer[] order = new Integer[evidence.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(recorded[b], recorded[a]));
    double[] quantiles = {0.025, 0.5, 0.975};
    double[] found = new double[3];
    for (int q = 0; q < 3; q++) {
      double mass = point;
      found[q] = n;
      for (int i = 0; mass < quantiles[q] && i < order.length; i++) {
        mass += (1 - point) * evidence[order[i]] / sum;
        found[q] = n / recorded[order[i]];
      }
    }
    double noise = Z * Math.sqrt(Math.max(0, 1 - n / found[1]) / n);
    double below = Math.hypot(Math.log(found[1] / found[0]), noise);
    double above = Math.hypot(Math.log(found[2] / found[1]), noise);
    return new Estimate(
        found[1], Math.max(n, found[1] * Math.exp(-below)), found[1] * Math.exp(above));
  }

  private static double collisions(double excess, double mean, double variance) {
    double rest = Math.max(mean, 1e-12);
    if (variance <= rest * (1 + 1e-9)) {
      return Math.exp(excess * Math.log(rest) - rest - logFactorial(excess));
    }
    double size = rest * rest / (variance - rest);
    double p = rest / variance;
    return Math.exp(
        CountQuantiles.logGamma(size + excess + 1)
            - Math.log(size + excess)
            - CountQuantiles.logGamma(size + 1)
            + Math.log(size)
            - logFactorial(excess)
            + size * Math.log(p)
            + excess * Math.log1p(-p));
  }

  private static double logFactorial(double x) {
    return CountQuantiles.logGamma(x + 1);
  }

  private static double logNormal(double k, double mean, double variance) {
    double spread = Math.log1p(variance / (mean * mean));
    double z = Math.log(k / mean) + spread / 2;
    return Math.exp(-z * z / (2 * spread)) / (k * Math.sqrt(2 * Math.PI * spread));
  }
}

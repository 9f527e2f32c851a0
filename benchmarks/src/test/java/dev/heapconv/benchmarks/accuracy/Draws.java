package dev.heapconv.benchmarks.accuracy;

import java.util.SplittableRandom;

/** Random numbers of the distributions that the suite needs. Equal seeds give equal numbers. */
final class Draws {

  private static final long SEED = 20260801;

  /** Below this mean a binomial is drawn by the gaps between successes. */
  private static final double FEW = 10;

  private static final double[] LOG_FACTORIALS = new double[32];

  static {
    for (int i = 2; i < LOG_FACTORIALS.length; i++) {
      LOG_FACTORIALS[i] = LOG_FACTORIALS[i - 1] + Math.log(i);
    }
  }

  private final SplittableRandom random;

  private Draws(long seed) {
    random = new SplittableRandom(seed);
  }

  /** For one part of what is measured, the same whatever else is measured. */
  static Draws of(Object... part) {
    long seed = SEED;
    for (Object key : part) {
      seed = seed * 0x9E3779B97F4A7C15L + key.hashCode();
    }
    return new Draws(seed);
  }

  /** Uniform from 0 to below {@code bound}. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  double logUniform(double low, double high) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }

  /** Exponential with mean 1. */
  double exponential() {
    return -Math.log1p(-random.nextDouble());
  }

  /**
   * Successes of {@code n} trials with chance {@code p}: exact, in a time that does not grow with n
   * (BTRS of Hörmann 1993, The generation of binomial random variates).
   */
  long binomial(long n, double p) {
    if (n <= 0 || p <= 0) {
      return 0;
    }
    if (p >= 1) {
      return n;
    }
    if (p > 0.5) {
      return n - binomial(n, 1 - p);
    }
    return n * p < FEW ? byGaps(n, p) : byRejection(n, p);
  }

  private long byGaps(long n, double p) {
    double logMiss = Math.log1p(-p);
    long successes = 0;
    double at = Math.floor(-exponential() / logMiss);
    while (at < n) {
      successes++;
      at += 1 + Math.floor(-exponential() / logMiss);
    }
    return successes;
  }

  private long byRejection(long n, double p) {
    double deviation = Math.sqrt(n * p * (1 - p));
    double b = 1.15 + 2.53 * deviation;
    double a = -0.0873 + 0.0248 * b + 0.01 * p;
    double centre = n * p + 0.5;
    double box = 0.92 - 4.2 / b;
    double alpha = (2.83 + 5.1 / b) * deviation;
    double logOdds = Math.log(p) - Math.log1p(-p);
    long mode = (long) Math.floor((n + 1) * p);
    double atMode = logFactorial(mode) + logFactorial(n - mode);
    while (true) {
      double u = random.nextDouble() - 0.5;
      double v = random.nextDouble();
      double distance = 0.5 - Math.abs(u);
      double at = Math.floor((2 * a / distance + b) * u + centre);
      if (!(at >= 0 && at <= n)) {
        continue;
      }
      long k = (long) at;
      if (distance >= 0.07 && v <= box) {
        return k;
      }
      double bound = Math.log(v * alpha / (a / (distance * distance) + b));
      if (bound <= atMode - logFactorial(k) - logFactorial(n - k) + (k - mode) * logOdds) {
        return k;
      }
    }
  }

  /** Stirling's series; its error is below 1e-12 from 32 on. */
  private static double logFactorial(long n) {
    if (n < LOG_FACTORIALS.length) {
      return LOG_FACTORIALS[(int) n];
    }
    double square = (double) n * n;
    double series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / n;
    return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
  }
}

package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.apache.commons.statistics.distribution.PascalDistribution;

/**
 * Confidence intervals of sampled totals, at one confidence level. Immutable and thread-safe;
 * create one for each run.
 *
 * <p>All intervals are equal-tailed: the truth lies beyond each end with probability {@code (1 -
 * confidence) / 2}. They are accurate to about nine digits, and never NaN or negative.
 *
 * <p>The lower end allows for the fact that you see a stack only because it was sampled at least
 * once. Stacks without a sample do not appear in a profile. So of the many stacks that expect far
 * less than one sample, only the lucky ones appear, and the usual lower end would always miss them.
 * Dividing by the probability of appearing, as for a zero-truncated Poisson variable, restores the
 * level. With one sample the lower end is 0 samples, with two it is 0.05, and with ten it is 4.789.
 */
public final class Intervals {

  /**
   * The smallest block, in bytes, that common allocators hand out on 64-bit systems. Upper ends
   * assume that blocks of this size may exist beside the sizes that were sampled.
   *
   * <p>A stack that shows ten buffers of 50,000 bytes may also have made a thousand blocks of 24
   * bytes that were never sampled; no estimate can know. For the upper end, Fay and Feuer take the
   * largest weight of all strata, including those without a sample: here that of the smallest
   * block. With only the sampled sizes, upper ends of object counts would be much narrower. They
   * would be right for stacks of one size, but would miss stacks that mix sizes.
   */
  static final double MIN_BLOCK = 16;

  /** Sampling intervals below this number of bytes use the exact negative binomial distribution. */
  private static final long EXACT_INTERVAL = 64;

  private static final long LARGE_COUNT = 10_000;

  /**
   * At usual levels the start is off by a few trials. Far in the tails, where no step would matter,
   * it stays as it is.
   */
  private static final int MAX_STEPS = 100;

  /**
   * Shapes outside these limits come from inconsistent input (less than a sample), or are normal
   * for every purpose.
   */
  private static final double MIN_SHAPE = 1e-3;

  private static final double MAX_SHAPE = 1e12;

  private final double tail;
  private final double z;

  /** The upper end for one sample, which is all that most stacks have. */
  private final double highOfOne;

  private Intervals(double confidence) {
    tail = (1 - confidence) / 2;
    z = -CountQuantiles.normal(tail);
    highOfOne = CountQuantiles.gammaHigh(2, tail);
  }

  /**
   * Creates intervals of one confidence level.
   *
   * @param confidence the level, such as 0.95; between 0 and 1, both excluded
   * @throws IllegalArgumentException for any other level
   */
  public static Intervals of(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must lie between 0 and 1, but is " + confidence);
    }
    return new Intervals(confidence);
  }

  /** Returns the normal quantile of the upper end: 1.96 for 95 %. */
  public double normalQuantile() {
    return z;
  }

  /**
   * The gamma interval for a weighted sum of Poisson variables (Fay and Feuer 1997, Statistics in
   * Medicine 16), with the sampling variance in place of the Poisson variance: {@code lower =
   * v/(2y) chi2(alpha/2; 2y^2/v)}, {@code upper = (v+m^2)/(2(y+m)) chi2(1-alpha/2;
   * 2(y+m)^2/(v+m^2))}.
   *
   * @param y the weighted sum
   * @param v its variance; 0 with {@code m = 0} gives a point
   * @param m the largest change that one more sample can make
   * @param rate expected samples per unit of y
   */
  Estimate gamma(double y, double v, double m, double rate) {
    return new Estimate(y, gammaLower(y, v, 0, atLeastZero(rate)), gammaUpper(y, v, m));
  }

  /** Lower end of the gamma interval for a total y that expects {@code seen + rate y} samples. */
  double gammaLower(double y, double v, double seen, double rate) {
    double scale = v / y;
    double shape = y / scale;
    if (!(y > 0) || shape < MIN_SHAPE) {
      return 0;
    }
    if (!(shape < MAX_SHAPE)) {
      return Math.max(0, y - z * Math.sqrt(Math.max(0, v)));
    }
    return scale * CountQuantiles.gammaLow(shape, tail, seen, scale * rate);
  }

  /**
   * Returns the upper end of the gamma interval for a weighted sum of Poisson variables (Fay and
   * Feuer 1997, Statistics in Medicine 16): {@code (v+m^2)/(2(y+m)) chi2(1-alpha/2;
   * 2(y+m)^2/(v+m^2))}.
   *
   * @param y the weighted sum; negative and NaN count as 0
   * @param v its variance
   * @param m the largest change that one more sample can make
   * @return 0 if y and m are 0
   */
  public double gammaUpper(double y, double v, double m) {
    double mean = atLeastZero(y) + m;
    if (!(mean > 0)) {
      return 0;
    }
    double scale = (v + m * m) / mean;
    double shape = mean / scale;
    if (!(shape > MIN_SHAPE && shape < MAX_SHAPE)) {
      return mean + z * Math.sqrt(Math.max(0, v) + m * m);
    }
    return scale * CountQuantiles.gammaHigh(shape, tail);
  }

  /**
   * Returns how many samples a kind of allocation may have expected, at the upper end, although
   * none of it was sampled beside other samples of the stack. The prior gives every second stack
   * such a kind, with an unknown share of the samples (Jeffreys' prior). The more samples are all
   * of the other kind, the less probable it is that the stack has one. From about 500 samples on,
   * the result is 0 at 95 %.
   *
   * @param samples number of samples of the stack
   */
  double unseen(long samples) {
    // Gamma(k + 1/2) / (sqrt(pi) k!): the probability that all k samples are of the other kind
    double allOther = Math.min(1, 1 / Math.sqrt(Math.PI * (samples + 0.25)));
    double isMixed = allOther / (1 + allOther);
    if (isMixed <= tail) {
      return 0;
    }
    double quantile = CountQuantiles.normal(tail / isMixed / 2);
    return quantile * quantile / 2;
  }

  /**
   * The interval for a number of bytes, each of which was sampled with probability {@code 1/T}:
   * {@code certain + [Q(alpha/2; s), Q(1 - alpha/2; s + 1)]}, where Q(.; r) is the quantile of the
   * number of trials up to the r-th success. The value is {@code certain + s T}.
   *
   * @param sampled number of sampled bytes s; negative counts as 0
   * @param certain bytes that are known to follow the sampled ones
   * @param interval mean sampling interval T in bytes; {@code T <= 1} samples every byte and gives
   *     a point
   */
  Estimate trials(long sampled, double certain, long interval) {
    long s = Math.max(0, Math.min(sampled, Long.MAX_VALUE - 1));
    double u = atLeastZero(certain);
    if (interval <= 1) {
      return Estimate.exact(u + s);
    }
    return new Estimate(
        u + (double) s * interval,
        u + lowerTrials(s, interval, u / interval),
        u + upperTrials(s + 1, interval));
  }

  private double lowerTrials(long successes, long interval, double seen) {
    if (successes == 0) {
      return 0;
    }
    if (successes > LARGE_COUNT) {
      return Math.max(successes, trialsExpansion(successes, interval, -z));
    }
    double g = CountQuantiles.gammaLow(successes, tail, seen, 1);
    double trials = trialsOfGamma(successes, interval, g);
    if (interval < EXACT_INTERVAL) {
      double appears = -Math.expm1(-seen - g);
      trials = exactTrials(successes, interval, trials, tail * appears, false);
    }
    return Math.max(successes, Math.ceil(trials));
  }

  private double upperTrials(long successes, long interval) {
    if (successes > LARGE_COUNT) {
      return Math.max(successes, trialsExpansion(successes, interval, z));
    }
    double g = successes == 2 ? highOfOne : CountQuantiles.gammaHigh(successes, tail);
    double trials = trialsOfGamma(successes, interval, g);
    if (interval < EXACT_INTERVAL) {
      trials = exactTrials(successes, interval, trials, tail, true);
    }
    return Math.max(successes, Math.ceil(trials));
  }

  /**
   * The quantile of the number of trials, from that of a gamma variable of the same shape: Wise
   * (1950, Biometrika 37) with one more term, {@code y = N L}, {@code N = t - (r - 1)/2}, {@code L
   * = -ln(1 - p)}, {@code y = g (1 + (r - 1)(r + 1 + g) / (24 N^2))}. The relative error is about
   * L^4/500: less than a byte from T = 64 on.
   */
  private static double trialsOfGamma(double r, long interval, double g) {
    double logMiss = -Math.log1p(-1.0 / interval);
    // Far in the lower tail, a few bytes from the certain minimum of r, the series does not hold:
    // stay below
    double correction =
        g > 0 ? Math.min(g / 8, logMiss * logMiss * (r - 1) * (r + 1 + g) / (24 * g)) : 0;
    return (r - 1) / 2 + (g + correction) / logMiss;
  }

  /**
   * Cornish and Fisher's expansion with the cumulants of the negative binomial distribution, for at
   * least 10,000 successes.
   */
  private static double trialsExpansion(double r, double interval, double z) {
    double p = 1 / interval;
    double q = 1 - p;
    double skewness = (2 - p) / Math.sqrt(r * q);
    double excess = (6 + p * p / q) / r;
    double w =
        z
            + skewness * (z * z - 1) / 6
            + excess * z * (z * z - 3) / 24
            - skewness * skewness * z * (2 * z * z - 5) / 36;
    return r * interval + interval * Math.sqrt(r * q) * w;
  }

  /**
   * Moves an almost correct number of trials to the smallest one that has at most (upper end) or at
   * least (lower end) the tail probability.
   */
  private static double exactTrials(
      long successes, long interval, double start, double tail, boolean upper) {
    PascalDistribution failures = PascalDistribution.of((int) successes, 1.0 / interval);
    int f = (int) Math.max(0, Math.round(start) - successes);
    int steps = 0;
    while (f > 0 && steps < MAX_STEPS && reaches(failures, f, tail, upper)) {
      f--;
      steps++;
    }
    while (steps < MAX_STEPS && !reaches(failures, f, tail, upper)) {
      f++;
      steps++;
    }
    return (double) successes + f;
  }

  private static boolean reaches(PascalDistribution failures, int f, double tail, boolean upper) {
    return upper
        ? failures.survivalProbability(f) <= tail
        : failures.cumulativeProbability(f) >= tail;
  }

  private static double atLeastZero(double x) {
    return x > 0 ? x : 0;
  }
}

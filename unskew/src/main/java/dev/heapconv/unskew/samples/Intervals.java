package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.apache.commons.statistics.distribution.PascalDistribution;

/**
 * Confidence intervals of totals that were sampled, at one level. Immutable and thread-safe; create
 * one per run.
 *
 * <p>All intervals are equal-tailed: each end is missed with probability {@code (1 - confidence) /
 * 2}. They are accurate to about nine digits and never NaN or negative. The lower end is that of a
 * quantity that is only looked at because it was sampled at least once: stacks without a sample do
 * not appear in a profile, so among the many stacks that expect far less than one sample exactly
 * those appear that were lucky, and the usual lower end would always miss them. Dividing by the
 * chance to appear (as for a zero-truncated Poisson variable) restores the level: with one sample
 * the lower end is 0, with two 0.05 samples, with ten 4.795.
 */
public final class Intervals {

  /**
   * The smallest block, in bytes, that the common allocators hand out on 64-bit systems: what may
   * hide beside the sizes that were sampled, the assumption behind upper ends.
   *
   * <p>A stack that shows ten buffers of 50,000 bytes may also have made a thousand blocks of 24
   * bytes of which none was sampled; no estimate can know. Fay and Feuer take, for the upper end,
   * the largest weight of all strata, those without a sample included: here that of this block. The
   * sizes that were seen alone would give much narrower upper ends for object counts, right for
   * stacks of one size, but miss stacks that mix sizes.
   */
  static final double MIN_BLOCK = 16;

  /**
   * Failures below which the exact negative binomial distribution is consulted for small intervals.
   */
  private static final long EXACT_INTERVAL = 64;

  private static final long LARGE_COUNT = 10_000;

  /**
   * The start is off by a few trials at usual levels; far in the tails, where no step would matter,
   * it is left as it is.
   */
  private static final int MAX_STEPS = 100;

  /**
   * Shapes outside come from inconsistent input (less than a sample) or are normal for every
   * purpose.
   */
  private static final double MIN_SHAPE = 1e-3;

  private static final double MAX_SHAPE = 1e12;

  private final double tail;
  private final double z;

  /** The upper end for one sample, which is all that most of many stacks have. */
  private final double highOfOne;

  private Intervals(double confidence) {
    tail = (1 - confidence) / 2;
    z = -CountQuantiles.normal(tail);
    highOfOne = CountQuantiles.gammaHigh(2, tail);
  }

  /**
   * @param confidence level, between 0 and 1, both excluded
   * @throws IllegalArgumentException for any other level
   */
  public static Intervals of(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must lie between 0 and 1, but is " + confidence);
    }
    return new Intervals(confidence);
  }

  /** The normal quantile of the upper end: 1.96 for 95 %. */
  public double normalQuantile() {
    return z;
  }

  /**
   * The gamma interval for a weighted sum of Poisson variables (Fay and Feuer 1997, Statistics in
   * Medicine 16), with the sampling variance in place of the Poisson one: {@code lower = v/(2y)
   * chi2(alpha/2; 2y^2/v)}, {@code upper = (v+m^2)/(2(y+m)) chi2(1-alpha/2; 2(y+m)^2/(v+m^2))}.
   *
   * @param y the weighted sum
   * @param v its variance; 0 with {@code m = 0} gives a point
   * @param m the largest change one more sample can make
   * @param rate expected samples per unit of y
   */
  Estimate gamma(double y, double v, double m, double rate) {
    return new Estimate(y, gammaLower(y, v, 0, atLeastZero(rate)), gammaUpper(y, v, m));
  }

  /** Lower end of y of a total that expects {@code seen + rate y} samples. */
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

  /** Upper end likewise. */
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
   * How many samples may have been expected, at the upper end, of a kind of allocation of which
   * none was taken, beside others of the stack. Every other stack is taken to have such a kind,
   * with a share of the samples that nothing is known of (Jeffreys' prior). So the more samples are
   * all of the other kind, the less probable it is that there is one: from some 500 on it is left
   * out at 95 %.
   *
   * @param samples of the stack that were taken
   */
  double unseen(long samples) {
    // Gamma(k + 1/2) / (sqrt(pi) k!): the chance that all of k are of the other kind
    double allOther = Math.min(1, 1 / Math.sqrt(Math.PI * (samples + 0.25)));
    double isMixed = allOther / (1 + allOther);
    if (isMixed <= tail) {
      return 0;
    }
    double quantile = CountQuantiles.normal(tail / isMixed / 2);
    return quantile * quantile / 2;
  }

  /**
   * The interval for a number of bytes of which every one was sampled with probability {@code 1/T},
   * {@code sampled} were, and {@code certain} more are known to follow samples: {@code certain +
   * [Q(alpha/2; s), Q(1 - alpha/2; s + 1)]}, Q(.; r) the quantile of the number of trials up to the
   * r-th success. The value is {@code certain + s T}.
   *
   * @param sampled sampled bytes s; negative counts as 0
   * @param certain bytes known beside them
   * @param interval mean sampling interval T; {@code T <= 1} samples every byte: a point
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
   * The quantile of the number of trials from that of a gamma variable of the same shape: Wise
   * (1950, Biometrika 37) with one more term, {@code y = N L}, {@code N = t - (r - 1)/2}, {@code L
   * = -ln(1 - p)}, {@code y = g (1 + (r - 1)(r + 1 + g) / (24 N^2))}. The relative error is about
   * L^4/500: less than a byte from T = 64 on.
   */
  private static double trialsOfGamma(double r, long interval, double g) {
    double logMiss = -Math.log1p(-1.0 / interval);
    // far in the lower tail, a few bytes from the certain minimum of r, the series does not hold:
    // stay below
    double correction =
        g > 0 ? Math.min(g / 8, logMiss * logMiss * (r - 1) * (r + 1 + g) / (24 * g)) : 0;
    return (r - 1) / 2 + (g + correction) / logMiss;
  }

  /**
   * Cornish-Fisher with the cumulants of the negative binomial distribution, for at least 10,000
   * successes.
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
   * Moves an almost right number of trials to the smallest one with at most (upper) or at least
   * (lower) the tail.
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

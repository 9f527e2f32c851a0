package dev.heapconv.unskew.plan;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Draws what heapprofd records of a call site, given that it records anything: an allocation of a
 * bytes below the interval T as T K bytes, K ~ Poisson(a/T), if K is at least 1; one of T or more
 * as a bytes. The time of a draw does not grow with the number of allocations.
 */
final class HeapprofdDraws {

  private static final long SEED = 20261121;

  /** Below this mean a binomial is summed up term by term. */
  private static final double MANY = 250;

  /** Below this probability of a sample, a second one is out of the question. */
  private static final double HARDLY_EVER = 1e-9;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final long interval;
  private final long count;
  private final long[] sizes;

  /** Weight of each size, times the probability that an allocation of it is recorded. */
  private final double[] recordedShares;

  private final double recordedShare;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long recorded;
  private long bytes;

  HeapprofdDraws(long interval, long count, List<CountPlanner.Size> mix) {
    this.interval = interval;
    this.count = count;
    sizes = new long[mix.size()];
    recordedShares = new double[sizes.length];
    double weights = 0;
    double weighted = 0;
    for (int i = 0; i < sizes.length; i++) {
      CountPlanner.Size size = mix.get(i);
      if (count < 1 || size.bytes() > CountPlanner.MAX_BYTES / count) {
        throw new IllegalArgumentException(count + " allocations of " + size.bytes() + " bytes");
      }
      sizes[i] = size.bytes();
      recordedShares[i] =
          size.share()
              * (size.bytes() >= interval ? 1 : -Math.expm1(-(double) size.bytes() / interval));
      weights += size.share();
      weighted += recordedShares[i];
    }
    recordedShare = weighted / weights;
  }

  double expectedRecorded() {
    return count * recordedShare;
  }

  double probabilityOfSample() {
    return -Math.expm1(count * Math.log1p(-recordedShare));
  }

  /** Allocations recorded in the last draw, at least 1. */
  long recorded() {
    return recorded;
  }

  /** Their recorded bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * @param quantile of the number of recorded allocations, above 0 and below 1; all else is random
   */
  void next(double quantile) {
    double seen = probabilityOfSample();
    recorded =
        seen < HARDLY_EVER
            ? 1
            : Math.max(1, binomial(count, recordedShare, 1 - seen + seen * quantile));
    bytes = 0;
    long rest = recorded;
    double shares = 0;
    for (double share : recordedShares) {
      shares += share;
    }
    for (int i = 0; i < sizes.length && rest > 0; i++) {
      long hit = i == sizes.length - 1 ? rest : binomial(rest, recordedShares[i] / shares);
      bytes += sizes[i] >= interval ? hit * sizes[i] : interval * intervals(hit, sizes[i]);
      rest -= hit;
      shares -= recordedShares[i];
    }
  }

  /** The sum of K over so many recorded allocations of a size below the interval. */
  private long intervals(long allocations, long size) {
    double x = (double) size / interval;
    long sum = 0;
    long rest = allocations;
    double exactly = x * Math.exp(-x);
    double atLeast = -Math.expm1(-x);
    for (int k = 1; rest > 0; k++) {
      long hit = atLeast > exactly ? binomial(rest, exactly / atLeast) : rest;
      sum += k * hit;
      rest -= hit;
      atLeast -= exactly;
      exactly *= x / (k + 1);
    }
    return sum;
  }

  private long binomial(long n, double p) {
    // The quantiles of 0 and 1 may be infinite.
    return binomial(n, p, random.nextDouble(1e-15, 1 - 1e-15));
  }

  /**
   * The quantile of the successes of n trials: exact below a mean of {@link #MANY} successes or
   * failures, from there on the expansion of Cornish and Fisher to the skewness.
   */
  static long binomial(long n, double p, double quantile) {
    if (p > 0.5) {
      return n - binomial(n, Math.max(0, 1 - p), 1 - quantile);
    }
    double mean = n * p;
    double deviation = Math.sqrt(mean * (1 - p));
    if (mean > MANY) {
      double z = NORMAL.inverseCumulativeProbability(quantile);
      double value = mean + deviation * z + (1 - 2 * p) * (z * z - 1) / 6;
      return Math.max(0, Math.min(n, Math.round(value)));
    }
    // Beyond, the terms are too small to be added.
    long last = (long) Math.min(n, mean + 12 * deviation + 40);
    double term = Math.exp(n * Math.log1p(-p));
    double sum = term;
    long successes = 0;
    while (sum < quantile && successes < last) {
      term *= (n - successes) / (successes + 1.0) * (p / (1 - p));
      sum += term;
      successes++;
    }
    return successes;
  }
}

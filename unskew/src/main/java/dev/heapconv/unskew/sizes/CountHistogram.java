package dev.heapconv.unskew.sizes;

import java.util.function.DoubleUnaryOperator;

/**
 * A distribution of u = ln(allocations per recorded allocation) of a stack. It is a histogram whose
 * bins remember the mean of their content, with an atom at u = 0, where everything was recorded.
 * Weights are probabilities of the observation. They are not normalised: their sum is the evidence.
 */
final class CountHistogram {

  private static final int BINS = 160;

  /** The width of the bins grows with the root of u: 0.6 % near u = 0.01, 16 % near u = 6. */
  private static final double BINS_PER_ROOT = 32;

  /** The share outside the interval that is used to choose its place. */
  private static final double OUTSIDE = 0.05;

  /** The exponent that prefers short intervals to longer ones. */
  private static final double SHORTNESS = 16;

  private final double[] mass = new double[BINS];
  private final double[] moment = new double[BINS];
  private double atom;
  private double evidence;

  /** Adds weight to u, at least 0. */
  void add(double u, double weight) {
    int bin = Math.min((int) (Math.sqrt(u) * BINS_PER_ROOT), BINS - 1);
    mass[bin] += weight;
    moment[bin] += weight * u;
    evidence += weight;
  }

  /** Adds weight to the hypothesis that every allocation was recorded, to the byte. */
  void addExact(double weight) {
    atom += weight;
    evidence += weight;
  }

  /** Posterior probability that every allocation was recorded, to the byte. */
  double exactShare() {
    return evidence > 0 ? atom / evidence : 0;
  }

  /**
   * Returns the mean of a function of u between two shares of the posterior. It is a quantile that
   * does not jump at a gap of the distribution. Without evidence, u is 0.
   */
  double mean(double from, double to, DoubleUnaryOperator of) {
    double begin = from * evidence;
    double end = to * evidence;
    double before = atom;
    double sum = of.applyAsDouble(0) * Math.max(0, Math.min(atom, end) - begin);
    for (int i = 0; i < BINS && before < end; i++) {
      double after = before + mass[i];
      if (after > begin && mass[i] > 0) {
        double inside = Math.min(after, end) - Math.max(before, begin);
        sum += inside * of.applyAsDouble(moment[i] / mass[i]);
      }
      before = after;
    }
    return evidence > 0 ? sum / (end - begin) : of.applyAsDouble(0);
  }

  /** Returns the mean of u around a share of the posterior. */
  double quantile(double share, double width) {
    return mean(share - width, share + width, u -> u);
  }

  /**
   * Returns the share of the probability outside a short interval that lies below it. It is between
   * a quarter and three quarters, so that no end jumps. It does not depend on the level, so wider
   * intervals contain narrower ones.
   */
  double shareBelow() {
    double sum = 0;
    double all = 0;
    for (double share = 0.25; share < 0.8; share += 0.25) {
      double length =
          quantile(1 - OUTSIDE * (1 - share), OUTSIDE / 4) - quantile(OUTSIDE * share, OUTSIDE / 4);
      double weight = Math.pow(length + 1e-3, -SHORTNESS);
      sum += weight * share;
      all += weight;
    }
    return sum / all;
  }
}

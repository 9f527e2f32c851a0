package dev.heapconv.unskew.occupancy;

import java.util.Arrays;

/**
 * How probable what was recorded of a stack (n allocations with k = S/T intervals) is at the nodes
 * of a {@link SizeTable}. If S is no multiple of T (not <em>pure</em>), some allocation was at or
 * above the cutoff. If it is one, most likely none was, or their sizes are multiples of T
 * themselves:
 *
 * <pre>
 *   pure      (1 - large)^n pmf(k - n) + multiples (1 - (1 - large)^n) density(k)
 *   not pure  (1 - multiples) (1 - (1 - large)^n) density(k) / T
 * </pre>
 *
 * pmf is the negative binomial of the collisions (intervals beyond the first in an allocation) with
 * the mean and variance of n allocations below the cutoff; density is log-normal with the mean and
 * variance of n of which some are at or above it: where few are expected, one sum over their
 * number. Both are probabilities of S to the byte, so they can be compared with the hypothesis that
 * all sizes are equal and above the cutoff. Where an observation is sharper than the step between
 * nodes, its variance is enlarged by that of a uniform distribution over the step.
 */
final class SizeLikelihood {

  private static final double SQRT_2PI = 2.5066282746310002;

  /** Nodes whose share in the posterior is below this are left out. */
  private static final double NEGLIGIBLE = 1e-4;

  private static final double LEAST_LN = -20;

  /** Up to so many collisions their distribution is taken as it is, beyond as log-normal. */
  private static final int FEW_COLLISIONS = 24;

  /** With so many large ones expected their number is taken as its mean and variance. */
  private static final double MANY_LARGE = 6;

  /** Groups of numbers of large ones, each up to: beyond, so many more at most. */
  private static final int[] LARGE_COUNTS = {1, 3, 24};

  /** Standard deviations beyond which nothing is looked at. */
  private static final double FAR = 4.5;

  /** Up to so many intervals per allocation small ones explain a pure sum better than any large. */
  private static final double SMALL_ONLY = 1.5;

  /** The nodes that matter, in ascending order, and the likelihood there. */
  final int[] nodes;

  final float[] values;

  private final SizeTable table;
  final double n;
  final double k;
  private final double rootN;
  private final double lnK;
  private final double collisions;
  private final boolean pure;

  SizeLikelihood(SizeTable table, double n, double k, boolean pure) {
    this.table = table;
    this.n = n;
    this.k = Math.max(n, Math.min(k, n * table.largestMean()));
    this.pure = pure;
    rootN = Math.sqrt(n);
    lnK = Math.log(this.k);
    collisions = Math.rint(this.k - n);
    int size = table.mean.length;
    double[] found = new double[size];
    double most = 0;
    for (int s = 0; s < table.shapes.size(); s++) {
      double multiples = table.shapes.get(s).kind.multiples;
      double remainder =
          pure ? multiples + (1 - multiples) / table.interval : (1 - multiples) / table.interval;
      boolean smallOnly = pure && multiples < 0.1 && this.k < SMALL_ONLY * n;
      for (int at = s * table.nodes; at < (s + 1) * table.nodes; at++) {
        if (table.cautious[at] > 0) {
          found[at] = at(at, smallOnly ? 0 : remainder);
          most = Math.max(most, found[at] * table.cautious[at]);
        }
      }
    }
    if (pure && collisions == 0) {
      found[table.exactlyInterval] = 1;
    }
    int count = 0;
    int[] kept = new int[size];
    for (int at = 0; at < size; at++) {
      if (found[at] * table.cautious[at] > NEGLIGIBLE * most) {
        kept[count++] = at;
      }
    }
    nodes = Arrays.copyOf(kept, count);
    values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) found[nodes[i]];
    }
  }

  // Equal numbers have equal likelihoods, whether or not both come from the cache of the model.
  // Stacks are counted by likelihood: if identity decided, the order of sums, and with it their
  // last digits, would depend on what other threads estimate.

  @Override
  public int hashCode() {
    return Double.hashCode(n) * 31 + Double.hashCode(k) + (pure ? 1 : 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizeLikelihood that
        && table == that.table
        && n == that.n
        && k == that.k
        && pure == that.pure;
  }

  private double at(int at, double remainder) {
    double result = 0;
    double lnNoneLarge = n * table.lnSmall[at];
    if (pure && lnNoneLarge > LEAST_LN) {
      double mean = n * table.smallExcess[at];
      double step = n * (table.smallExcess[table.beside(at)] - table.smallExcess[at]);
      double variance = n * table.smallVariance[at] + step * step / 12;
      double distance = collisions - mean;
      if (distance * distance < FAR * FAR * (variance + collisions + 4)) {
        result = Math.exp(lnNoneLarge) * collisions(collisions, mean, variance);
      }
    }
    if (remainder > 0 && lnNoneLarge < -1e-9 && isNear(at, lnNoneLarge)) {
      result += remainder * withLarge(at, lnNoneLarge);
    }
    return result;
  }

  /** Negative binomial probability of the collisions seen. */
  private static double collisions(double seen, double mean, double variance) {
    if (seen > FEW_COLLISIONS) {
      return logNormal(Math.log(seen), seen, mean, variance);
    }
    double over = Math.max(variance / mean, 1.0001);
    double size = mean / (over - 1);
    double ln = -size * Math.log(over);
    if (ln < LEAST_LN) {
      return 0;
    }
    double product = Math.exp(ln);
    double failure = 1 - 1 / over;
    for (int i = 0; i < seen; i++) {
      product *= failure * (size + i) / (i + 1);
    }
    return product;
  }

  private boolean isNear(int at, double lnNoneLarge) {
    double mean = n * table.mean[at];
    double distance = k - mean;
    double deviation = FAR * rootN * table.deviation[at] + 0.1 * mean;
    // Sums of few large ones are skewed.
    return distance > 0 ? distance < 1.5 * deviation : lnNoneLarge > -8 || -distance < deviation;
  }

  /** Density of k where some of the n are at or above the cutoff, times the chance of that. */
  private double withLarge(int at, double lnNoneLarge) {
    double large = table.large[at];
    double noneLarge = Math.exp(lnNoneLarge);
    double expected = n * large;
    if (expected > MANY_LARGE || n == 1 || large >= 1) {
      double some = 1 - noneLarge;
      double count = Math.min(n, Math.max(1, expected / some));
      return some * density(at, count, expected * (1 - large));
    }
    double odds = large / (1 - large);
    double chance = noneLarge;
    double sum = 0;
    int number = 0;
    for (int most : LARGE_COUNTS) {
      double weight = 0;
      double first = 0;
      double second = 0;
      while (number < most && number < n) {
        number++;
        chance *= odds * (n - number + 1) / number;
        weight += chance;
        first += chance * number;
        second += chance * number * number;
      }
      if (weight > 1e-12) {
        double count = first / weight;
        sum += weight * density(at, count, Math.max(0, second / weight - count * count));
      }
    }
    return sum;
  }

  private double density(int at, double count, double countVariance) {
    double small = 1 + table.smallExcess[at];
    double step = table.largeMean[at] - small;
    double across = n * (table.mean[table.beside(at)] - table.mean[at]);
    double mean = (n - count) * small + count * table.largeMean[at];
    double variance =
        (n - count) * table.smallVariance[at]
            + count * table.largeVariance[at]
            + countVariance * step * step
            + across * across / 12;
    return logNormal(lnK, k, mean, variance);
  }

  private static double logNormal(double lnValue, double value, double mean, double variance) {
    // Not log1p: it is no intrinsic, and the ratio is never tiny.
    double spread = Math.log(1 + variance / (mean * mean));
    double root = Math.sqrt(spread);
    double z = (lnValue - Math.log(mean) + spread / 2) / root;
    return z * z > 2 * -LEAST_LN ? 0 : Math.exp(-z * z / 2) / (SQRT_2PI * root * value);
  }
}

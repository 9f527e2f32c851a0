package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;

/**
 * What the likelihoods of all stacks with so many recorded allocations have in common, under each
 * entry of a {@link SizeTable}: that there are so many; and if they are those without a visible
 * size, that none is visible, and the negative binomial distribution of their excess. Immutable.
 */
final class CountTerms {

  /** A product of so many factors takes less than two gamma functions. */
  private static final int SHORT = 8;

  /** ln of the prior density of so many, but a constant. */
  final double[] lnDensity;

  final double[] density;

  /** ln of the probability that none of them is visible. */
  final double[] lnNoneVisible;

  private final double[] shape;
  private final double[] lnGammaOfShape;
  private final double[] lnRatio;

  /** ln(1 + ratio). */
  private final double[] lnScale;

  CountTerms(SizeTable table, double count) {
    lnDensity = new double[table.entries];
    density = new double[table.entries];
    lnNoneVisible = new double[table.entries];
    shape = new double[table.entries];
    lnGammaOfShape = new double[table.entries];
    lnRatio = new double[table.entries];
    lnScale = new double[table.entries];
    double lnAll = lnRising(SizeEvidence.CONCENTRATION, count);
    for (int at = 0; at < table.entries; at++) {
      add(table, at, count, lnAll);
    }
  }

  // As a method of its own it is compiled long before the loop would be.
  private void add(SizeTable table, int at, double count, double lnAll) {
    lnDensity[at] = table.lnCountDensity(at, count);
    density[at] = Math.exp(lnDensity[at]);
    if (table.visible[at] > SizeTable.TINY) {
      double hidden = SizeEvidence.CONCENTRATION - SizeEvidence.CONCENTRATION * table.visible[at];
      lnNoneVisible[at] = lnRising(hidden, count) - lnAll;
    }
    double mean = count * table.hiddenExcess[at];
    double error = table.excessError[at] * mean;
    double variance = count * table.hiddenVariance[at] + error * error;
    double ratio = Math.max(variance / mean - 1, 1e-6);
    shape[at] = mean / ratio;
    lnGammaOfShape[at] = CountQuantiles.logGamma(shape[at]);
    lnRatio[at] = Math.log(ratio);
    lnScale[at] = Math.log1p(ratio);
  }

  /**
   * ln of the probability of their excess.
   *
   * @param lnGamma ln(gamma(excess + 1))
   */
  double lnExcess(int at, double excess, double lnGamma) {
    double k = shape[at];
    if (excess == 0) {
      return -k * lnScale[at];
    }
    double lnRising =
        excess > SHORT
            ? CountQuantiles.logGamma(k + excess) - lnGammaOfShape[at]
            : lnProduct(k, excess);
    return lnRising - lnGamma + excess * lnRatio[at] - (k + excess) * lnScale[at];
  }

  /** ln of gamma(x + n) / gamma(x) for an integer n. */
  static double lnRising(double x, double n) {
    return n > SHORT
        ? CountQuantiles.logGamma(x + n) - CountQuantiles.logGamma(x)
        : lnProduct(x, n);
  }

  private static double lnProduct(double x, double n) {
    double product = 1;
    for (int i = 0; i < n; i++) {
      product *= x + i;
    }
    return Math.log(product);
  }
}

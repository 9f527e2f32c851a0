package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The distribution of the excess of a number of hits under each law of small sizes. The excess is
 * the number of recorded intervals beyond one for each hit. It is negative binomial.
 */
final class HitsExcess {

  /** With a mean excess this large relative to its spread, an excess of 0 is impossible. */
  private static final double SURELY = 14;

  /** Up to this excess, each probability is computed from the one before. */
  private static final int SHORT = 40;

  /** Beyond this number 1 + e^-x is 1. */
  private static final double SURE = 37;

  /** A cache of distributions; stacks have few different numbers of hits. Thread-safe. */
  static final class Kept {
    private static final int MAX = 2000;

    private final SizeTable table;
    private final ConcurrentHashMap<Double, HitsExcess> ofHits = new ConcurrentHashMap<>();

    Kept(SizeTable table) {
      this.table = table;
    }

    /**
     * @param hits number of hits, above 0
     */
    HitsExcess of(double hits) {
      HitsExcess known = ofHits.get(hits);
      if (known == null) {
        if (ofHits.size() >= MAX) {
          ofHits.clear();
        }
        known = new HitsExcess(table, hits);
        ofHits.put(hits, known);
      }
      return known;
    }
  }

  // One element for each law.
  private final double[] meanRoot;
  private final double[] ratio;
  private final double[] shape;
  private final double[] lnNone;
  private final double[] none;
  private final double[] ninth;
  private final double[] steepness;

  private HitsExcess(SizeTable table, double hits) {
    int laws = table.laws;
    meanRoot = new double[laws];
    ratio = new double[laws];
    shape = new double[laws];
    lnNone = new double[laws];
    none = new double[laws];
    ninth = new double[laws];
    steepness = new double[laws];
    double root = Math.cbrt(hits);
    for (int law = 0; law < laws; law++) {
      double mean = hits * table.excess[law];
      double error = table.excessError[law] * mean;
      double variance = hits * table.variance[law] + error * error;
      meanRoot[law] = root * table.excessRoot[law];
      ratio[law] = Math.max(variance / mean - 1, 1e-6);
      shape[law] = mean / ratio[law];
      lnNone[law] = -shape[law] * Math.log1p(ratio[law]);
      none[law] = mean > SURELY * (1 + ratio[law]) ? 0 : Math.exp(lnNone[law]);
      ninth[law] = variance / (9 * mean * mean);
      steepness[law] = 1.702 / Math.sqrt(ninth[law]);
    }
  }

  /** Returns the log probability of an excess under each law. */
  double[] lnChances(double excess) {
    double[] chances = new double[shape.length];
    for (int law = 0; law < chances.length; law++) {
      chances[law] = lnChance(law, excess);
    }
    return chances;
  }

  private double lnChance(int law, double excess) {
    double next = ratio[law] / (1 + ratio[law]);
    if (excess <= SHORT) {
      double product = 1;
      for (int i = 0; i < excess; i++) {
        product *= next * (shape[law] + i) / (i + 1);
      }
      return lnNone[law] + (excess > 0 ? Math.log(product) : 0);
    }
    return lnNone[law]
        + CountQuantiles.logGamma(shape[law] + excess)
        - CountQuantiles.logGamma(shape[law])
        - CountQuantiles.logGamma(excess + 1)
        + excess * Math.log(next);
  }

  /**
   * Returns the probability that the excess is at most the given one, by Wilson and Hilferty's
   * transformation.
   *
   * @param root the cube root of {@code excess + 0.5}, which many laws need
   */
  double atMost(int law, double excess, double root) {
    if (excess < 1) {
      return none[law];
    }
    double x = steepness[law] * (root / meanRoot[law] - 1 + ninth[law]);
    return x > SURE ? 1 : Math.max(none[law], 1 / (1 + Math.exp(-x)));
  }
}

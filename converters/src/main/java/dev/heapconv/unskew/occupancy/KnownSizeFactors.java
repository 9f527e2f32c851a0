package dev.heapconv.unskew.occupancy;

/**
 * Makes the mean size of a stack's allocations as probable as {@link KnownSizes} say, whatever the
 * shape of the distribution around it. Immutable.
 */
final class KnownSizeFactors implements SizeFactors {

  private final Means means;
  private final KnownSizes known;

  /** How probable mean sizes are before, under the weights of a recording. */
  static final class Means {
    /** The bin of the mean size of each hypothesis of the table. */
    private final short[] bins;

    private final double[] shares = new double[KnownSizes.BINS];

    Means(SizeTable table, SizeWeights weights) {
      bins = new short[table.mean.length];
      double sum = 0;
      for (int at = 0; at < bins.length; at++) {
        double mean = at == table.exactlyInterval ? table.interval : table.meanBytes(at);
        bins[at] = (short) KnownSizes.bin(mean);
        shares[bins[at]] += weights.cautious[at];
        sum += weights.cautious[at];
      }
      // One size at or above the cutoff is a hypothesis outside of the table.
      int first = KnownSizes.bin(table.cutoff * table.interval);
      double each = OccupancyModel.CAUTIOUS_EQUAL / (KnownSizes.BINS - first);
      for (int bin = first; bin < KnownSizes.BINS; bin++) {
        shares[bin] += each;
        sum += each;
      }
      for (int bin = 0; bin < KnownSizes.BINS; bin++) {
        shares[bin] /= sum;
      }
    }
  }

  KnownSizeFactors(Means means, KnownSizes known) {
    this.means = means;
    this.known = known;
  }

  @Override
  public double[] factors(SizeLikelihood side) {
    double[] factors = new double[side.nodes.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = factor(means.bins[side.nodes[i]]);
    }
    return factors;
  }

  @Override
  public double ofRecorded(double mean) {
    return factor(KnownSizes.bin(mean));
  }

  private double factor(int bin) {
    double before = means.shares[bin];
    double doubt = known.doubt();
    return before > 0 ? doubt + (1 - doubt) * known.share(bin) / before : doubt;
  }
}

package dev.heapconv.unskew.sizes;

/**
 * What is known of the sizes of a stack's allocations besides what was recorded of it: the size of
 * each, which the code of the program states, or a distribution over their mean on a logarithmic
 * grid, which other recordings of the program show. Immutable.
 */
public final class KnownSizes {

  private static final int BINS_PER_OCTAVE = 3;

  /** Up to 2^48 bytes. */
  static final int BINS = 48 * BINS_PER_OCTAVE;

  private static final double STEP = Math.log(2) / BINS_PER_OCTAVE;

  /** Deviations (e-folds) by which a stack's mean size differs from run to run, at least. */
  private static final double MIN_DEVIATION = 0.2;

  /**
   * What intervals of mean sizes are widened by: they come from estimates with errors in common.
   */
  private static final double CAUTION = 1.3;

  /** Beyond so many deviations nothing is added. */
  private static final double FAR = 5;

  private final double[] shares;
  private final double doubt;
  private final long size;

  private KnownSizes(double[] shares, double doubt, long size) {
    this.shares = shares;
    this.doubt = doubt;
    this.size = size;
  }

  /**
   * Each allocation has one size.
   *
   * @param bytes above 0
   */
  public static KnownSizes ofCode(long bytes) {
    return new KnownSizes(new double[0], 0, bytes);
  }

  /** The size of each allocation in bytes; 0 if it is not known. */
  public long size() {
    return size;
  }

  /** Collects the mean sizes of stacks. */
  public static final class Builder {
    private final double[] sums = new double[BINS];

    /**
     * Adds a stack.
     *
     * @param mean mean size of its allocations in bytes, above 0
     * @param low lower end of the interval of the mean size
     * @param high upper end
     * @param quantile normal quantile of the ends, such as 1.96
     * @param weight its weight, above 0
     */
    public void add(double mean, double low, double high, double quantile, double weight) {
      double middle = Math.log(mean);
      double below = Math.max(MIN_DEVIATION, CAUTION * (middle - Math.log(low)) / quantile);
      double above = Math.max(MIN_DEVIATION, CAUTION * (Math.log(high) - middle) / quantile);
      int first = bin(Math.exp(middle - FAR * below));
      int last = bin(Math.exp(middle + FAR * above));
      double scale = 2 * STEP * weight / (below + above);
      for (int bin = first; bin <= last; bin++) {
        double distance = bin * STEP - middle;
        double z = distance / (distance < 0 ? below : above);
        sums[bin] += scale * Math.exp(-z * z / 2);
      }
    }

    /**
     * @param doubt the chance that the stack has other sizes after all, above 0
     */
    public KnownSizes build(double doubt) {
      double sum = 0;
      for (double part : sums) {
        sum += part;
      }
      double[] shares = new double[BINS];
      for (int bin = 0; bin < BINS; bin++) {
        shares[bin] = sum > 0 ? sums[bin] / sum : 1.0 / BINS;
      }
      return new KnownSizes(shares, doubt, 0);
    }
  }

  /** The bin of a size in bytes. */
  static int bin(double bytes) {
    return (int) Math.max(0, Math.min(BINS - 1, Math.rint(Math.log(bytes) / STEP)));
  }

  /** Probability that the mean size is in a bin, if it is as in the other recording. */
  double share(int bin) {
    return shares[bin];
  }

  /** The chance that it is not as in the other recording. */
  public double doubt() {
    return doubt;
  }

  /** How probable mean sizes are before anything is known of them: under a prior of the table. */
  static final class Weights {
    private final SizeTable table;
    private final double[] shares = new double[BINS];

    Weights(SizeTable table) {
      this.table = table;
      for (int site = 0; site < table.entryOf.length; site++) {
        shares[bin(table.siteMean[site])] += table.siteWeight[site];
      }
    }

    /**
     * Probabilities of the entries once something is known of the mean size, whatever the shape of
     * the distribution around it.
     */
    double[] apply(KnownSizes known, double[] prior) {
      float[] ofSites = new float[table.entryOf.length];
      for (int site = 0; site < ofSites.length; site++) {
        int bin = bin(table.siteMean[site]);
        ofSites[site] = (float) (known.shares[bin] / shares[bin]);
      }
      double[] probabilities = table.factors(ofSites, known.doubt);
      for (int at = 0; at < prior.length; at++) {
        probabilities[at] *= prior[at];
      }
      return probabilities;
    }
  }
}

package dev.heapconv.unskew.sizes;

/**
 * Facts about the sizes of a stack's allocations that do not come from the recording. Either each
 * allocation has one size, which the code of the program states. Or other recordings of the program
 * give a distribution of the mean size, on a logarithmic grid. Immutable.
 */
public final class KnownSizes {

  private static final int BINS_PER_OCTAVE = 3;

  /** The bins reach up to 2^48 bytes. */
  static final int BINS = 48 * BINS_PER_OCTAVE;

  private static final double STEP = Math.log(2) / BINS_PER_OCTAVE;

  /**
   * The mean size of a stack differs from run to run by at least this deviation of its logarithm.
   */
  private static final double MIN_DEVIATION = 0.2;

  /**
   * Factor by which intervals of mean sizes are widened, because their estimates have errors in
   * common.
   */
  private static final double CAUTION = 1.3;

  /** Beyond this many deviations nothing is added. */
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
   * Returns the fact that each allocation has one size, which the code of the program states.
   *
   * @param bytes the size in bytes, above 0
   */
  public static KnownSizes ofCode(long bytes) {
    return new KnownSizes(new double[0], 0, bytes);
  }

  /** Returns the size of each allocation in bytes; 0 if it is unknown. */
  public long size() {
    return size;
  }

  /** Collects the mean sizes of a stack, or of similar stacks, from other recordings. */
  public static final class Builder {
    private final double[] sums = new double[BINS];

    /**
     * Adds the mean size of a stack.
     *
     * @param mean mean size of its allocations in bytes, above 0
     * @param low lower end of the interval of the mean size, in bytes, above 0
     * @param high upper end of the interval, in bytes
     * @param quantile normal quantile of the ends, such as 1.96
     * @param weight its weight among the added stacks, above 0
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
     * Returns the distribution of the mean size. If no stack was added, it is uniform over the
     * grid.
     *
     * @param doubt probability that the stack has different sizes after all, above 0
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

  /** Returns the bin of a size in bytes. */
  static int bin(double bytes) {
    return (int) Math.max(0, Math.min(BINS - 1, Math.rint(Math.log(bytes) / STEP)));
  }

  /**
   * Returns the probability that the mean size is in a bin, if the sizes are those of the other
   * recordings.
   */
  double share(int bin) {
    return shares[bin];
  }

  /**
   * Returns the probability that the sizes are not those of the other recordings; 0 for a size from
   * the code.
   */
  public double doubt() {
    return doubt;
  }

  /** The prior distribution of mean sizes under the sites of a table. */
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
     * Returns the probabilities of the entries, up to a factor, given the distribution of the mean
     * size. Nothing is assumed about the shape of the distribution of sizes around the mean.
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

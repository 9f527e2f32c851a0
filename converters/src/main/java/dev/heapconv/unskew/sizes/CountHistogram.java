package dev.heapconv.unskew.sizes;

/**
 * A distribution of u = ln(allocations per recorded allocation) of a stack: a histogram whose bins
 * remember the mean of what fell into them, and an atom at u = 0 (everything was recorded). Weights
 * are probabilities of the observation, not normalised: their sum is the evidence.
 */
final class CountHistogram {

  private static final int BINS = 160;

  /** The bins widen with the root of u: 0.6 % near u = 0.01, 16 % near u = 6. */
  private static final double BINS_PER_ROOT = 32;

  private final double[] mass = new double[BINS];
  private final double[] moment = new double[BINS];
  private double atom;
  private double evidence;

  /** The bin that holds u. */
  static int bin(double u) {
    return Math.min((int) (Math.sqrt(u) * BINS_PER_ROOT), BINS - 1);
  }

  /** Adds weight to u, which lies in the given bin. */
  void add(int bin, double u, double weight) {
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

  /** Posterior probability that u is at most {@code far} away from a value. */
  double shareAround(double middle, double far) {
    double inside = middle <= far ? atom : 0;
    for (int i = 0; i < BINS; i++) {
      inside += mass[i] > 0 && Math.abs(moment[i] / mass[i] - middle) <= far ? mass[i] : 0;
    }
    return evidence > 0 ? inside / evidence : 0;
  }

  /**
   * The mean of u between two shares of the posterior, 0 without evidence: a quantile that does not
   * jump where the distribution has a gap.
   */
  double mean(double from, double to) {
    if (!(evidence > 0)) {
      return 0;
    }
    double begin = from * evidence;
    double end = to * evidence;
    double before = atom;
    double sum = 0;
    for (int i = 0; i < BINS && before < end; i++) {
      double after = before + mass[i];
      double inside = Math.min(after, end) - Math.max(before, begin);
      if (inside > 0) {
        sum += inside * moment[i] / mass[i];
      }
      before = after;
    }
    return sum / (end - begin);
  }
}

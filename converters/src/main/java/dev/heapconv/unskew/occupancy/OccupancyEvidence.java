package dev.heapconv.unskew.occupancy;

/**
 * What was recorded of one side of a stack (all its allocations, the live ones, or the freed ones),
 * and how probable that is under every hypothesis about its sizes.
 */
final class OccupancyEvidence {

  /** Sizes above the cutoff may be of any of so many magnitudes (e-folds). */
  private static final double LN_MAGNITUDES = 9;

  /** Chance that mixed sizes above the cutoff are all multiples of the interval. */
  private static final double ALL_MULTIPLES = 0.1;

  private static final double SMALL_ONLY = 1.6;

  final long n;

  /** Intervals recorded: S/T, at least n. */
  final double k;

  /** Whether S is a sum of whole intervals. */
  final boolean pure;

  final SizeLikelihood likelihood;

  /**
   * Size of each if all may be of one size at or above the cutoff; 0 otherwise, and if that is the
   * interval, which is a hypothesis of the table.
   */
  final long equalSize;

  /** Prior chance of exactly that size. */
  final double ofEqualSize;

  /** Probability of S if all are at or above the cutoff, of mixed sizes of any magnitude. */
  final double allLarge;

  OccupancyEvidence(
      SizeTable table, SizeLikelihood likelihood, long n, long bytes, double k, boolean pure) {
    this.n = n;
    this.k = k;
    this.pure = pure;
    this.likelihood = likelihood;
    long size = bytes / n;
    // Whole intervals that are little more than the allocations are hits of small ones. Numbers are
    // those that the likelihood was taken at: stacks that share it share all of this.
    boolean small = pure && likelihood.k < SMALL_ONLY * likelihood.n;
    boolean equal = !small && bytes % n == 0 && size >= table.cutoff * table.interval;
    equalSize = equal ? size : 0;
    ofEqualSize = equal ? table.ofExactly(equalSize) : 0;
    double about = likelihood.k;
    double leastOfAbout = likelihood.n * table.cutoff;
    if (about > leastOfAbout && !small) {
      double remainder =
          pure
              ? ALL_MULTIPLES + (1 - ALL_MULTIPLES) / table.interval
              : (1 - ALL_MULTIPLES) / table.interval;
      allLarge = remainder * (1 - 0.6 * leastOfAbout / about) / (about * LN_MAGNITUDES);
    } else {
      allLarge = 0;
    }
  }
}

package dev.heapconv.unskew;

/**
 * What was recorded of one side of a stack (all its allocations, the live ones, or the freed ones),
 * and how probable that is under a cell of an {@link OccupancyTable}.
 *
 * <p>n allocations were recorded with k = S/T intervals. If S is no multiple of T (not
 * <em>pure</em>), some allocation was at or above the cutoff. If it is one, most likely none was,
 * or their sizes are multiples of T themselves:
 *
 * <pre>
 *   pure      (1 - large)^n pmf(k - n) + round (1 - (1 - large)^n) density(k)
 *   not pure  (1 - round) (1 - (1 - large)^n) density(k) / T
 * </pre>
 *
 * pmf is the negative binomial of the collisions (intervals beyond the first in an allocation) with
 * the mean and variance of n allocations below the cutoff; density is log-normal with the mean and
 * variance of n of which at least one is above. Both are probabilities of S to the byte, so they
 * can be compared with the hypothesis that all sizes are equal and above the cutoff.
 */
final class OccupancyEvidence {

  private static final double LN_SQRT_2PI = 0.9189385332046727;

  /**
   * Doubling is a pattern, not a law: k is met within this share, about half of what cells are
   * apart.
   */
  private static final double SHAPE_SLACK = 0.07;

  /**
   * And no collisions are no collisions: what is beyond one interval per allocation is met within
   * this share.
   */
  private static final double EXCESS_SLACK = 0.15;

  private static final int LARGEST_EXACT_EXCESS = 24;
  private static final double LEAST_LN = -60;
  private static final double N_STEPS = 8 / Math.log(2);
  private static final double K_STEPS = 30;

  /**
   * Beyond this many intervals per allocation nothing changes but the scale, and the table ends.
   */
  private static final double MAX_MEAN = 1 << 16;

  /**
   * Chance that sizes above the cutoff are powers of two: families that double, families that do
   * not, and all of them large.
   */
  private static final double POWERS_OF_TWO = 0.5;

  private static final double OTHERS_ROUND = 0.03;
  private static final double ALL_ROUND = 0.3;

  /** Sizes above the cutoff may be of any of so many magnitudes (e-folds). */
  private static final double LN_MAGNITUDES = 8;

  final double n;
  final double k;
  final boolean pure;

  /** The ways to explain S to the byte with one large size. */
  final OccupancyTwoSizes.Split[] splits;

  private final double interval;
  private final double rootN;
  private final double lnMean;
  private final double excess;
  private final boolean roundInterval;
  private final double inverseInterval;
  private final double cutoffIntervals;

  OccupancyEvidence(
      OccupancyTable table, long interval, long cutoff, long unit, long n, long bytes) {
    this(
        table,
        interval,
        n,
        Math.max(
            n,
            Math.min(bytes / (double) interval, n * MAX_MEAN * Math.max(1, table.cutoffIntervals))),
        bytes % unit == 0,
        OccupancyTwoSizes.splits(interval, cutoff, n, bytes));
  }

  private OccupancyEvidence(
      OccupancyTable table,
      double interval,
      double n,
      double k,
      boolean pure,
      OccupancyTwoSizes.Split[] splits) {
    this.n = n;
    this.k = k;
    this.pure = pure;
    this.splits = splits;
    this.interval = interval;
    rootN = Math.sqrt(n);
    lnMean = Math.log(k);
    excess = Math.rint(k - n);
    roundInterval = Long.bitCount((long) interval) == 1;
    inverseInterval = 1 / interval;
    cutoffIntervals = table.cutoffIntervals;
  }

  /** j if all may be of one size that is 2^j intervals, otherwise -1. */
  int doublingsOfInterval() {
    if (!roundInterval || cutoffIntervals != 1 || splits.length == 0 || splits[0].small() > 0) {
      return -1;
    }
    long size = splits[0].large();
    return Long.bitCount(size) == 1
        ? Long.numberOfTrailingZeros(size) - Long.numberOfTrailingZeros((long) interval)
        : -1;
  }

  /**
   * What the families cannot tell from this one: n within 6 %, the collisions within a third of
   * their standard deviation.
   */
  record Rounded(double n, double k, boolean pure) {
    @Override
    public int hashCode() {
      return Long.hashCode(
              Double.doubleToRawLongBits(n) * 0x9E3779B97F4A7C15L + Double.doubleToRawLongBits(k))
          + (pure ? 1 : 0);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Rounded that && n == that.n && k == that.k && pure == that.pure;
    }
  }

  Rounded rounded() {
    double near = n <= 32 ? n : Math.rint(Math.exp(Math.rint(Math.log(n) * N_STEPS) / N_STEPS));
    if (!pure) {
      return new Rounded(
          near, near * Math.exp(Math.rint(Math.log(k / n) * K_STEPS) / K_STEPS), false);
    }
    double collisions = (k - n) * near / n;
    if (collisions <= LARGEST_EXACT_EXCESS) {
      collisions = Math.min(excess, LARGEST_EXACT_EXCESS);
    } else {
      double root = Math.rint(3 * Math.sqrt(collisions)) / 3;
      collisions = root * root;
    }
    return new Rounded(near, near + collisions, true);
  }

  /** The evidence of the rounded numbers, without the splits to the byte. */
  OccupancyEvidence atRounded(OccupancyTable table, Rounded rounded) {
    return new OccupancyEvidence(
        table, interval, rounded.n, rounded.k, pure, new OccupancyTwoSizes.Split[0]);
  }

  /** Distance of the observation from what the cell expects, in standard deviations. */
  double distance(OccupancyTable table, int at) {
    return (k - n * table.mean[at]) / (rootN * table.deviation[at] + 0.3);
  }

  /**
   * Whether this cell and all before it on the line expect less by more than so many standard
   * deviations.
   */
  boolean isBeyond(OccupancyTable table, int at, double far) {
    return k - n * table.meanSoFar[at] > far * (rootN * table.deviationSoFar[at] + 0.3);
  }

  /** Whether this cell and those after it expect more by more than so many standard deviations. */
  boolean isShortOf(OccupancyTable table, int at, double far) {
    return n * table.meanFromHere[at] - k > far * (rootN * table.deviation[at] + 0.3);
  }

  /**
   * Probability of the observation at a cell (part 0), or on the way from there to the cell {@code
   * next} (part 1), averaged over this share of the way.
   */
  double likelihood(
      OccupancyTable table, SizeFamily family, int at, int next, double part, double step) {
    double large = mix(table.large, at, next, part);
    double lnNoneLarge = large == 0 ? 0 : n * mix(table.lnSmall, at, next, part);
    double slack =
        family.powersOfTwo
            ? n * Math.min(SHAPE_SLACK * k / n, EXCESS_SLACK * (table.mean[at] - 1))
            : 0;
    double across = step * n * (table.mean[next] - table.mean[at]);
    double loose = slack * slack + across * across / 12;
    double result = 0;
    if (pure && lnNoneLarge > LEAST_LN) {
      result =
          excess <= LARGEST_EXACT_EXCESS && slack == 0
              ? fewCollisions(table, at, next, part, lnNoneLarge)
              : Math.exp(lnNoneLarge)
                  * collisions(
                      excess,
                      n * mix(table.smallExcess, at, next, part),
                      n * mix(table.smallVariance, at, next, part) + loose);
    }
    // Without sizes that are multiples of T by design, a pure sum with few collisions is one of
    // small ones.
    if (lnNoneLarge < 0 && !(pure && !family.powersOfTwo && k < 1.5 * n)) {
      double noneLarge = Math.exp(lnNoneLarge);
      result +=
          (1 - noneLarge)
              * chanceOfRemainder(family.powersOfTwo ? POWERS_OF_TWO : OTHERS_ROUND)
              * withLarge(table, at, next, part, large, noneLarge, loose);
    }
    return result;
  }

  /** As {@link #collisions}, from what the table knows of one allocation; times exp(factor). */
  private double fewCollisions(OccupancyTable table, int at, int next, double part, double factor) {
    double ln = factor + n * mix(table.lnNoCollision, at, next, part);
    if (ln < LEAST_LN) {
      return 0;
    }
    double size = n * mix(table.collisionSize, at, next, part);
    double mean = n * mix(table.smallExcess, at, next, part);
    double failure = mean / (mean + size);
    double product = Math.exp(ln);
    for (int i = 0; i < excess; i++) {
      product *= failure * (size + i) / (i + 1);
    }
    return product;
  }

  /**
   * Probability of S modulo T if something above the cutoff is in it, {@code round} being the
   * chance of sizes that are powers of two.
   */
  private double chanceOfRemainder(double round) {
    double chance = roundInterval ? round : 0;
    return pure ? chance + inverseInterval : (1 - chance) * inverseInterval;
  }

  /** Probability of S if all are above the cutoff, of mixed sizes and of any magnitude. */
  double allLarge() {
    double above = 1 - n * cutoffIntervals / k;
    return above > 0 ? chanceOfRemainder(ALL_ROUND) * above / (k * LN_MAGNITUDES) : 0;
  }

  /** Negative binomial probability of the collisions seen. */
  static double collisions(double excess, double mean, double variance) {
    if (excess > LARGEST_EXACT_EXCESS) {
      return logNormal(Math.log(excess), excess, mean, variance);
    }
    if (variance < mean * 1.0001) {
      double product = Math.exp(-mean);
      for (int i = 1; i <= excess; i++) {
        product *= mean / i;
      }
      return product;
    }
    double over = variance / mean;
    double size = mean / (over - 1);
    double product = Math.exp(-size * Math.log(over));
    double failure = 1 - 1 / over;
    for (int i = 0; i < excess; i++) {
      product *= failure * (size + i) / (i + 1);
    }
    return product;
  }

  /** Density of k, given that at least one of the n is at or above the cutoff. */
  private double withLarge(
      OccupancyTable table,
      int at,
      int next,
      double part,
      double large,
      double noneLarge,
      double loose) {
    double small = 1 + mix(table.smallExcess, at, next, part);
    double big = mix(table.largeMean, at, next, part);
    double seen = 1 - noneLarge;
    double count = Math.min(n, Math.max(1, n * large / seen));
    double countVariance =
        Math.max(0, (n * large * (1 - large) + n * large * n * large) / seen - count * count);
    double mean = (n - count) * small + count * big;
    double step = big - small;
    double variance =
        (n - count) * mix(table.smallVariance, at, next, part)
            + count * mix(table.largeVariance, at, next, part)
            + countVariance * step * step
            + loose;
    return logNormal(lnMean, k, mean, variance);
  }

  private static double logNormal(double lnValue, double value, double mean, double variance) {
    // Not log1p: it is no intrinsic, and the ratio is never tiny.
    double spread = Math.log(1 + variance / (mean * mean));
    double root = Math.sqrt(spread);
    double z = (lnValue - Math.log(mean) + spread / 2) / root;
    return Math.exp(-z * z / 2 - LN_SQRT_2PI) / (root * value);
  }

  private static double mix(double[] values, int at, int next, double part) {
    return part == 0 ? values[at] : values[at] + part * (values[next] - values[at]);
  }
}

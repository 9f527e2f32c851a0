package dev.heapconv.unskew;

import java.util.Arrays;

/**
 * The hypothesis of one size at or above the cutoff, alone or beside small ones of another size, to
 * the byte.
 *
 * <p>If s of the n recorded allocations were small and hit by j intervals together, the other n - s
 * have the size (S - T j) / (n - s), which must be an integer and at least the cutoff. Few pairs
 * (s, j) pass that test when n is large, which makes the true one stand out, the more so if live
 * and freed ones must agree on the size. For each pair, each size x of the small ones and each
 * share w of the large ones:
 *
 * <pre>
 *   P(n - s large of n)  binomial with chance w / (w + (1 - w) q),  q = 1 - e^-x
 *   P(j | s)             zero-truncated Poisson collisions
 *   N / n                1 / (w + (1 - w) q)
 * </pre>
 *
 * s = 0 is the case of equal sizes, with or without small ones of which none was hit.
 */
final class OccupancyTwoSizes {

  private static final int MOST_SMALL = 40;
  private static final int MOST_COLLISIONS = 6;
  private static final int MOST_SPLITS = 24;

  /** Every so many cells of the small size are enough. */
  private static final int STEP = 2;

  private static final double LEAST_LN = -40;
  private static final int SHARES = SizeFamily.LARGE_SHARES.length;

  private final OccupancyTable table;

  /**
   * Per small size and share: ln N/n, and the ln chances that a recorded one is large, or small.
   */
  private final double[] lnPerRecord;

  private final double[] lnLarge;
  private final double[] lnSmall;
  private final int sizes;

  OccupancyTwoSizes(OccupancyTable table) {
    this.table = table;
    int count = 0;
    while (count < table.cells && table.weight[count] > 0) {
      count++;
    }
    sizes = count;
    lnPerRecord = new double[sizes * SHARES];
    lnLarge = new double[sizes * SHARES];
    lnSmall = new double[sizes * SHARES];
    for (int at = 0; at < sizes; at += STEP) {
      double recorded = Math.exp(-table.lnPerRecord[at]);
      for (int i = 0; i < SHARES; i++) {
        double share = SizeFamily.LARGE_SHARES[i];
        double any = share + (1 - share) * recorded;
        lnPerRecord[at * SHARES + i] = -Math.log(any);
        lnLarge[at * SHARES + i] = -Math.log1p(recorded * (1 - share) / share);
        lnSmall[at * SHARES + i] = Math.log((1 - share) * recorded / any);
      }
    }
  }

  /** One way to split what was recorded: s small ones with j intervals, the rest of one size. */
  record Split(long large, double small, double intervals, double lnWays) {}

  /**
   * All splits of n recorded allocations with {@code bytes} in total that leave equal large ones.
   */
  static Split[] splits(long interval, long cutoff, long n, long bytes) {
    Split[] found = new Split[MOST_SPLITS];
    int count = 0;
    double lnWays = 0;
    for (long small = 0; small < n && small <= MOST_SMALL && count < MOST_SPLITS; small++) {
      if (small > 0) {
        lnWays += Math.log((double) (n - small + 1) / small);
      }
      long large = n - small;
      long most = small == 0 ? 0 : small + Math.min(small, MOST_COLLISIONS);
      for (long intervals = small; intervals <= most && count < MOST_SPLITS; intervals++) {
        long rest = bytes - intervals * interval;
        if (rest / large < cutoff) {
          break;
        }
        // Sizes of exactly T beside small ones are families of their own.
        if (rest % large == 0 && (small == 0 || rest != large * interval)) {
          found[count++] = new Split(rest / large, small, intervals, lnWays);
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Adds the hypothesis given one side, or two sides that must agree on the large size. */
  void addTo(CountPosterior posterior, OccupancyEvidence side, OccupancyEvidence other) {
    for (Split split : side.splits) {
      if (other == null) {
        add(posterior, split, side.n, null, 0);
      } else {
        for (Split second : other.splits) {
          if (second.large == split.large) {
            add(posterior, split, side.n, second, other.n);
          }
        }
      }
    }
  }

  private void add(CountPosterior posterior, Split split, double n, Split second, double secondN) {
    double prior = table.exactWeight(split.large);
    double small = split.small + (second == null ? 0 : second.small);
    if (small == 0) {
      posterior.addExact(SizeFamily.FIXED, SizeFamily.CAUTIOUS_EXACT, prior);
    }
    double all = n + secondN;
    double intervals = split.intervals + (second == null ? 0 : second.intervals);
    double lnWays = split.lnWays + (second == null ? 0 : second.lnWays);
    double each = prior / SizeFamily.LARGE_SHARES.length * STEP;
    for (int at = 0; at < sizes; at += STEP) {
      double typical = table.weight[at] / SizeFamily.FIXED * SizeFamily.TWO_SIZES;
      double cautious =
          table.cautiousWeight[at] / SizeFamily.CAUTIOUS_FIXED * SizeFamily.CAUTIOUS_TWO_SIZES;
      double weight = each;
      if (split.small > 0) {
        weight *= collisions(split, at);
      }
      if (second != null && second.small > 0) {
        weight *= collisions(second, at);
      }
      for (int i = at * SHARES; i < (at + 1) * SHARES; i++) {
        double ln = lnWays + (all - small) * lnLarge[i] + small * lnSmall[i];
        if (ln > LEAST_LN) {
          posterior.add(lnPerRecord[i], typical, cautious, weight * Math.exp(ln), intervals / all);
        }
      }
    }
  }

  private double collisions(Split split, int at) {
    return OccupancyEvidence.collisions(
        split.intervals - split.small,
        split.small * table.smallExcess[at],
        split.small * table.smallVariance[at]);
  }
}

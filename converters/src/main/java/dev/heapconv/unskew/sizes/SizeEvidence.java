package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.Arrays;

/**
 * How probable it is under each entry of a {@link SizeTable} to have recorded the cells of a stack.
 * Entries far below the best one are left out. Immutable.
 *
 * <p>Of the cells without a visible size, together, the excess is negative binomial, of the others
 * it is gamma distributed, with the mean and variance of the entry; to the variance comes the
 * square of the entry's {@link SizeTable#excessError}, once for all cells, because it is the site
 * that differs from the entry and not each of its cells. The visible ones are beta-binomial for the
 * same reason.
 */
final class SizeEvidence {

  /** Samples that the share of visible ones of an entry is worth in telling that of a site. */
  static final double CONCENTRATION = 3;

  /** Natural logarithm of the ratio to the best entry below which an entry is left out. */
  private static final double NEGLIGIBLE = -14;

  /** Share of the sites of which all allocations have one size at or above the cutoff. */
  private static final double EQUAL = 0.15;

  /**
   * Of these, the share whose size is a multiple of the interval; half of it are those of half of
   * the interval, and so on.
   */
  private static final double MULTIPLE = 0.3;

  /** ln of the chance that visible sizes that differ are nearly one. */
  private static final double LN_UNEQUAL = Math.log(0.1);

  /** How much less probable it is, for each cell, that the mean is the same by chance. */
  private static final double LN_REPEATED = Math.log(2);

  private static final int MAX_REPEATED = 20;

  /**
   * ln of the share of the sites of which all visible sizes are multiples of half of the interval,
   * and of those of a quarter, which is the last fraction that is told from any size.
   */
  private static final double LN_FRACTION = Math.log(0.02);

  static final int PARTS = 4;

  /** Natural logarithm of the range that this size is spread over evenly. */
  private static final double EQUAL_RANGE = Math.log(1 << 12);

  /** Recorded allocations. */
  final double count;

  /**
   * The least posterior probability that all allocations have one size: it is certain that blocks
   * of exactly the interval leave what they leave, so nothing that others tell makes them less
   * probable than they were.
   */
  final double leastEqual;

  /** Intervals recorded beyond one for each recorded allocation, for each of them. */
  final double excess;

  final double equalSize;

  /** The entries, in order, and their likelihood, of which the largest is 1. */
  final short[] entries;

  final float[] values;

  /** Share of the recorded allocations that are visible, if an entry holds. */
  final float[] visible;

  /** ln(allocations per recorded one), if an entry holds. */
  final float[] perRecord;

  /** Share of the allocations that were not recorded, if an entry holds. */
  final float[] missed;

  /** Likelihood, times its prior probability, that one visible size is that of all allocations. */
  final double equal;

  SizeEvidence(SizeTable table, StackCells cells) {
    count = cells.count();
    excess = cells.bytes() / table.interval / count - 1;
    equalSize = cells.equalSize;
    int all = table.entries;
    double[] logs = new double[all];
    float[] shown = new float[all];
    Weighing weighing = new Weighing(table, cells);
    CountTerms terms = table.terms(cells.count());
    double best = Double.NEGATIVE_INFINITY;
    for (int at = 0; at < all; at++) {
      logs[at] = weighing.lnLikelihood(at, terms.lnDensity[at]);
      shown[at] = (float) (weighing.visible / count);
      best = Math.max(best, logs[at]);
    }
    double equalLog = weighing.lnEqual();
    best = Math.max(best, equalLog);
    short[] kept = new short[all];
    int size = 0;
    for (int at = 0; at < all; at++) {
      if (logs[at] - best > NEGLIGIBLE) {
        kept[size++] = (short) at;
      }
    }
    entries = Arrays.copyOf(kept, size);
    values = new float[size];
    visible = new float[size];
    equal = Math.exp(equalLog - best);
    leastEqual = equalSize == table.interval ? table.buffers / (1 + table.buffers) : 0;
    perRecord = new float[size];
    missed = new float[size];
    for (int i = 0; i < size; i++) {
      int at = entries[i];
      values[i] = (float) Math.exp(logs[at] - best);
      visible[i] = shown[at];
      // Few allocations say little about the share that is visible.
      double share =
          (CONCENTRATION * table.visible[at] + visible[i] * count) / (CONCENTRATION + count);
      double more = (1 - share) * (table.perHidden[at] - 1);
      perRecord[i] = (float) Math.log(1 + more);
      missed[i] = (float) (more / (1 + more));
    }
  }

  /**
   * Natural logarithm of how probable cells are under each entry, given how many allocations were
   * recorded: for sums over recordings, whose number says nothing of what a site allocates.
   */
  static double[] lnSizes(SizeTable table, StackCells cells) {
    Weighing weighing = new Weighing(table, cells);
    double[] logs = new double[table.entries];
    for (int at = 0; at < logs.length; at++) {
      logs[at] = weighing.lnLikelihood(at, 0);
    }
    return logs;
  }

  /** How probable it is under a prior of all entries, but a factor. */
  double marginal(double[] prior) {
    double sum = equal;
    for (int i = 0; i < entries.length; i++) {
      sum += prior[entries[i]] * values[i];
    }
    return sum;
  }

  private static final class Weighing {
    private final SizeTable table;
    private final StackCells cells;
    private final double count;
    private final double pureExcess;
    private final double mixedExcess;
    private final double lnOfPureExcess;
    private final double lnOfMixedExcess;
    private final double lnGammaOfExcess;
    private final double lnCoincidence;
    private final CountTerms pure;
    private final CellTerms open;
    private final CellTerms mixed;

    /** Visible allocations under the last entry. */
    private double visible;

    Weighing(SizeTable table, StackCells cells) {
      this.table = table;
      this.cells = cells;
      count = cells.count();
      pureExcess = cells.pureExcess(table.interval);
      mixedExcess = cells.mixedExcess(table.interval);
      lnOfPureExcess = Math.log(pureExcess);
      lnOfMixedExcess = Math.log(mixedExcess);
      lnGammaOfExcess = CountQuantiles.logGamma(pureExcess + 1);
      lnCoincidence = lnCoincidence();
      pure = table.terms(cells.pureCount);
      open =
          cells.openCells > 0
              ? table.terms(cells.openCells, cells.pureCount, true)
              : CellTerms.NONE;
      mixed =
          cells.mixedCells > 0
              ? table.terms(cells.mixedCells, cells.mixedCount, false)
              : CellTerms.NONE;
    }

    /**
     * That the visible sizes are multiples of a fraction of the interval, and their sums multiples
     * of the interval in the open cells only.
     */
    private double lnCoincidence() {
      double log = Double.NEGATIVE_INFINITY;
      for (int parts = 2; parts <= PARTS; parts *= 2) {
        double rest = cells.mixedCells * Math.log(1 - 1.0 / parts);
        log = Math.max(log, LN_FRACTION - cells.openCells * Math.log(parts) + rest);
      }
      return log;
    }

    /**
     * @param lnOfCount what the number of allocations says of the entry
     */
    double lnLikelihood(int at, double lnOfCount) {
      double log = lnCells(at, false);
      if (cells.openCells > 0 && open.isPossible(at)) {
        double shown = visible;
        double other = lnCoincidence + lnCells(at, true);
        double ratio = 1 / (1 + Math.exp(log - other));
        visible = shown + ratio * (visible - shown);
        log = Math.max(log, other) - Math.log(Math.max(ratio, 1 - ratio));
      }
      return lnOfCount + log;
    }

    /**
     * @param areOpen whether all open cells hold visible sizes, or none does
     */
    private double lnCells(int at, boolean areOpen) {
      visible = 0;
      if (cells.mixedCells > 0 && !mixed.isPossible(at)) {
        return Double.NEGATIVE_INFINITY;
      }
      double log = 0;
      if (areOpen) {
        log += open.lnExcess(at, pureExcess, lnOfPureExcess);
        visible += open.visible[at];
      } else if (cells.pureCount > 0) {
        log += pure.lnExcess(at, pureExcess, lnGammaOfExcess);
      }
      if (cells.mixedCells > 0) {
        log += mixed.lnExcess(at, mixedExcess, lnOfMixedExcess);
        visible += mixed.visible[at];
      } else if (!areOpen) {
        return log + pure.lnNoneVisible[at];
      }
      if (count > 1 && cells.equalSize <= 0 && table.isOneVisibleSize(at)) {
        log += LN_UNEQUAL;
      }
      if (cells.mixedCells == 0) {
        return log + open.lnShown[at];
      }
      if (cells.pureCount == 0) {
        return log + mixed.lnShown[at];
      }
      long shownCells = cells.mixedCells + (areOpen ? cells.openCells : 0);
      double records = areOpen ? count : cells.mixedCount;
      return log + CellTerms.lnShown(table, at, shownCells, records, count, visible);
    }

    /**
     * That all have one size, times its prior probability: its density on the scale of the mixed
     * cells' excess, or its probability if the sum shows no size. Sites of the interval make as
     * many allocations as any, or as those of a single size: they are not told by their number.
     */
    double lnEqual() {
      double size = cells.equalSize;
      if (size <= 0) {
        return Double.NEGATIVE_INFINITY;
      }
      if (size == table.interval) {
        double density = 0;
        for (int at = 0; at < table.entries; at++) {
          density += table.weight[at] * Math.exp(table.lnCountDensity(at, count));
        }
        double ofSize = Math.exp(table.lnCountDensity(table.exactlyInterval, count));
        return Math.log(table.buffers * Math.max(density, ofSize));
      }
      double share = cells.mixedCount > 0 ? table.interval : MULTIPLE * gcd(size, table.interval);
      return Math.min(cells.number - 1, MAX_REPEATED) * LN_REPEATED
          + Math.log(EQUAL * share / (size * EQUAL_RANGE));
    }

    private static double gcd(double a, double b) {
      return b == 0 ? a : gcd(b, a % b);
    }
  }
}

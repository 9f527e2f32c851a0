package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.List;

/**
 * What heapprofd would record of call sites with the size distributions of the {@link SizeLibrary},
 * and with a single size, for one sampling interval and cutoff. Immutable but for a cache.
 *
 * <p>An allocation of a bytes below the cutoff C is recorded as T K bytes, K ~ Poisson(a/T), if K
 * is at least 1; one of C or more as a bytes. So of a distribution of sizes with probabilities p
 * follow the chance that an allocation is recorded, {@code sum p q}, q = 1 - exp(-a/T) or 1; the
 * share of the recorded ones that are visible, which means that their bytes are no multiple of T;
 * and mean and variance of the excess K - 1 (or a/T - 1) of a recorded one.
 */
final class SizeTable {

  /** Share of the sites that have a single size of any magnitude. */
  private static final double SINGLE = 0.05;

  /** Share of the sites that allocate exactly T, as buffers and pages do, and multiples of it. */
  private static final double INTERVAL = 0.01;

  private static final double MULTIPLES = 0.005;

  /** What is added to it, whatever a recording tells, if T is a round number up to a page. */
  private static final double BUFFERS = 0.05;

  private static final double PAGE = 4096;

  /** Share of the sites that allocate single bytes: few, but nothing tells them from small ones. */
  private static final double BYTES = 0.0165;

  /** Single sizes for each doubling, up to 2^38 bytes. */
  private static final int PER_OCTAVE = 4;

  private static final int OCTAVES = 38;

  /** Mean excesses of sites that allocate several multiples of T. */
  private static final double[] MULTIPLE_EXCESS = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 64, 256};

  /** How far single sizes lie from one of the grid, as a deviation of the logarithm. */
  private static final double SINGLE_ERROR = 0.09;

  /** How many allocations a site of a single size makes: mean and variance of the logarithm. */
  private static final double SINGLE_LN_COUNT = Math.log(3000);

  private static final double SINGLE_LN_COUNT_VARIANCE = 3.5 * 3.5;

  /** Deviation of the logarithm of a real site from the entry that is most like it. */
  private static final double COUNT_ERROR = 0.25;

  private static final double EXCESS_ERROR = 0.25;

  /** Variance of the logarithm of the number of allocations, besides that within a cluster. */
  private static final double LN_COUNT_VARIANCE = 1.2 * 1.2;

  /** So that no number of allocations rules out a distribution of sizes. */
  private static final double MAX_SURPRISE = 6;

  /** Share that is visible of an entry that shows none. */
  static final double TINY = 1e-12;

  /** Entries of which less is visible cannot show a size. */
  private static final double INVISIBLE = 1e-9;

  /** Intervals that are multiples of it have sizes that are multiples of them. */
  private static final int COMMON_STEP = 256;

  /**
   * The sizes of a real site lie around those of an entry, by some 12 %: those near the cutoff are
   * in part above it. Slope of a logistic function in place of the normal one.
   */
  private static final double LOGISTIC = 1.7 / 0.12;

  /** Around the cutoff they lie so far from it, as a factor. */
  private static final double BESIDE_CUTOFF = 1.06;

  private static final double NEGLIGIBLE = 1e-4;

  /** Terms of each kind that are kept, of some 25 KB each. */
  private static final int MAX_TERMS = 500;

  /** Sizes of the small allocations that may be beside large ones. */
  static final double[] BESIDE_SIZES = {4, 64};

  /** Their shares of the recorded ones. */
  static final double[] BESIDE_SHARES = {0.05, 0.3, 0.8};

  /** Allocations of these sizes for each recorded one. */
  final double[] perBeside = new double[BESIDE_SIZES.length];

  final long interval;
  final long cutoff;
  final int entries =
      SizeLibrary.entries().size() + OCTAVES * PER_OCTAVE + 1 + MULTIPLE_EXCESS.length;

  /** Whether sizes of real programs are multiples of the interval, or of half of it. */
  final boolean isRound;

  /** Share of the recorded sites that allocate exactly the interval, besides what entries say. */
  final double buffers;

  /** Prior probability; they add up to 1. */
  final double[] weight = new double[entries];

  /** ln of recorded allocations of a site, and the variance of it. */
  private final double[] lnRecorded = new double[entries];

  private final double[] lnRecordedVariance = new double[entries];

  /** Mean size in bytes. */
  final double[] mean = new double[entries];

  /** Allocations, for each recorded one, of those that are not visible: at least 1. */
  final double[] perHidden = new double[entries];

  /** Share of the recorded allocations that are visible. */
  final double[] visible = new double[entries];

  /** Share of the recorded allocations that were certain to be recorded. */
  final double[] certain = new double[entries];

  /** Mean and variance of the excess of a recorded allocation that is not visible. */
  final double[] hiddenExcess = new double[entries];

  final double[] hiddenVariance = new double[entries];

  /** Mean and variance of the excess of a visible one. */
  final double[] visibleExcess = new double[entries];

  final double[] visibleVariance = new double[entries];

  /** Deviation of the mean excess of a site, as a part of it. */
  final double[] excessError = new double[entries];

  /** Deviation of ln(allocations per recorded one), for a site nothing of which is visible. */
  final double[] countError = new double[entries];

  // What evidence needs of each entry again and again.
  final double[] lnVisible = new double[entries];
  final double[] lnNotVisible = new double[entries];

  /** ln gamma of the parameters of the distribution of a site's visible share. */
  final double[] lnGammaVisible = new double[entries];

  final double[] lnGammaHidden = new double[entries];

  private final BoundedCache<Long, CountTerms> countTerms = new BoundedCache<>(MAX_TERMS);

  private final BoundedCache<List<Long>, CellTerms> cellTerms = new BoundedCache<>(MAX_TERMS);

  /** The entries of single sizes, up to that of exactly the interval. */
  private final int firstSingle;

  final int exactlyInterval;

  private int filled;

  SizeTable(long interval, long cutoff) {
    this.interval = interval;
    this.cutoff = cutoff;
    isRound = interval % COMMON_STEP == 0;
    buffers = isRound && interval <= PAGE ? BUFFERS : 0;
    for (int i = 0; i < perBeside.length; i++) {
      perBeside[i] = -1 / Math.expm1(-BESIDE_SIZES[i] / interval);
    }
    List<SizeLibrary.LibraryEntry> library = SizeLibrary.entries();
    int singles = OCTAVES * PER_OCTAVE;
    firstSingle = library.size();
    exactlyInterval = firstSingle + singles;
    for (SizeLibrary.LibraryEntry entry : library) {
      double variance = LN_COUNT_VARIANCE + entry.lnCountDeviation * entry.lnCountDeviation;
      excessError[filled] = Math.hypot(EXCESS_ERROR, entry.excessError);
      countError[filled] = Math.hypot(COUNT_ERROR, entry.countError);
      add(entry.weight, entry.sizes, entry.shares, entry.lnCount, variance);
    }
    for (int i = 0; i < singles; i++) {
      double[] size = {Math.rint(Math.pow(2, (double) i / PER_OCTAVE))};
      excessError[filled] = SINGLE_ERROR;
      countError[filled] = SINGLE_ERROR;
      double share = i == 0 ? BYTES : SINGLE / singles;
      add(share, size, new double[] {1}, SINGLE_LN_COUNT, SINGLE_LN_COUNT_VARIANCE);
    }
    addMultiples(1e-9, INTERVAL);
    for (double excess : MULTIPLE_EXCESS) {
      addMultiples(excess, MULTIPLES / MULTIPLE_EXCESS.length);
    }
    double sum = 0;
    for (double part : weight) {
      sum += part;
    }
    for (int i = 0; i < entries; i++) {
      weight[i] /= sum;
      lnVisible[i] = Math.log(visible[i]);
      lnNotVisible[i] = Math.log1p(-visible[i]);
      double shown = SizeEvidence.CONCENTRATION * visible[i];
      lnGammaVisible[i] = CountQuantiles.logGamma(shown);
      lnGammaHidden[i] = CountQuantiles.logGamma(SizeEvidence.CONCENTRATION - shown);
    }
  }

  /** Sizes that are multiples of the interval, with geometric excess. */
  private void addMultiples(double excess, double share) {
    int at = filled++;
    weight[at] = share;
    lnRecorded[at] = SINGLE_LN_COUNT;
    lnRecordedVariance[at] = SINGLE_LN_COUNT_VARIANCE;
    mean[at] = (1 + excess) * interval;
    perHidden[at] = 1;
    visible[at] = TINY;
    certain[at] = excess < 1e-6 ? 0 : 1;
    hiddenExcess[at] = excess;
    hiddenVariance[at] = excess * (1 + excess);
    visibleExcess[at] = 1;
    visibleVariance[at] = 1;
    excessError[at] = EXCESS_ERROR;
  }

  /** Adds an entry whose allocations have so many sizes. */
  private void add(
      double share, double[] sizes, double[] shares, double lnCount, double lnCountVariance) {
    int at = filled++;
    PartSums shown = new PartSums();
    PartSums hidden = new PartSums();
    double ofCertain = 0;
    for (int i = 0; i < sizes.length; i++) {
      double size = sizes[i];
      mean[at] += shares[i] * size;
      boolean isMultiple = isRound && size % interval == 0;
      double above = 1 / (1 + Math.exp(LOGISTIC * Math.log(cutoff / size)));
      if (isMultiple) {
        above = size >= cutoff ? 1 : 0;
      }
      double beside = isMultiple ? 1 : BESIDE_CUTOFF;
      if (above > NEGLIGIBLE) {
        double x = Math.max(size, cutoff * beside) / interval;
        (isMultiple ? hidden : shown).add(shares[i] * above, x, 1, (x - 1) * (x - 1));
        ofCertain += shares[i] * above;
      }
      if (above < 1 - NEGLIGIBLE) {
        double x = Math.min(size, cutoff / beside) / interval;
        double recorded = -Math.expm1(-x);
        hidden.add(shares[i] * (1 - above), x, recorded, x * x - x + recorded);
      }
    }
    double recorded = shown.recorded + hidden.recorded;
    weight[at] = share;
    lnRecorded[at] = lnCount + Math.log(recorded);
    lnRecordedVariance[at] = lnCountVariance;
    visible[at] = Math.max(TINY, Math.min(shown.recorded / recorded, 1 - TINY));
    certain[at] = ofCertain / recorded;
    perHidden[at] = hidden.recorded > 0 ? Math.max(1, hidden.allocations / hidden.recorded) : 1;
    hiddenExcess[at] = Math.max(hidden.mean(), 1e-9);
    hiddenVariance[at] = Math.max(hidden.variance(), 1e-12);
    visibleExcess[at] = Math.max(shown.mean(), 1e-6);
    visibleVariance[at] = Math.max(shown.variance(), 1e-9);
  }

  /** Sums over the allocations of an entry that are visible, or that are not. */
  private static final class PartSums {
    private double allocations;
    private double recorded;
    private double excess;
    private double squares;

    /**
     * @param x their size in intervals
     * @param chance that one is recorded
     * @param square mean of the squared excess, if those that are not recorded have none
     */
    void add(double share, double x, double chance, double square) {
      allocations += share;
      recorded += share * chance;
      excess += share * (x - chance);
      squares += share * square;
    }

    double mean() {
      return recorded > 0 ? excess / recorded : 1;
    }

    double variance() {
      return recorded > 0 ? squares / recorded - mean() * mean() : 1;
    }
  }

  /** What stacks with so many recorded allocations without a visible size have in common. */
  CountTerms terms(long count) {
    return countTerms.get(count, () -> new CountTerms(this, count));
  }

  /**
   * What stacks have in common that show a size in so many cells.
   *
   * @param cells at least 1
   * @param records recorded allocations of these cells
   * @param areOpen whether they may as well show none: two visible ones at least are in such a
   *     cell, which entries are out of the question for of which far fewer are to be expected
   */
  CellTerms terms(long cells, long records, boolean areOpen) {
    return cellTerms.get(
        List.of(cells, records, areOpen ? 1L : 0L),
        () -> new CellTerms(this, cells, records, areOpen ? (double) cells / records : INVISIBLE));
  }

  /** ln of the prior density of a number of recorded allocations under an entry, but a constant. */
  double lnCountDensity(int at, double count) {
    double variance = lnRecordedVariance[at] + 1 / count;
    double z = Math.log(count) - lnRecorded[at];
    return -Math.min(z * z / (2 * variance), MAX_SURPRISE) - Math.log(variance) / 2;
  }

  /** The entry of the single size that is nearest to one in bytes. */
  int single(double size) {
    double octaves = Math.log(Math.max(1, size)) / Math.log(2);
    return firstSingle + (int) Math.min(OCTAVES * PER_OCTAVE - 1, Math.rint(PER_OCTAVE * octaves));
  }

  /** Whether all allocations of an entry have one size, at or above the cutoff. */
  boolean isOneVisibleSize(int at) {
    return at >= firstSingle && at < exactlyInterval && visible[at] > 0.9;
  }

  /** Whether each allocation of an entry would be recorded. */
  boolean isAllRecorded(int at) {
    return perHidden[at] <= 1 + 1e-9;
  }
}

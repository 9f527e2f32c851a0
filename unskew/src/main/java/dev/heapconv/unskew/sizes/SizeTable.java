package dev.heapconv.unskew.sizes;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What heapprofd would record of call sites at one sampling interval and cutoff: of the sites of
 * the {@link SizeLibrary}, and of some with a single size. Immutable except for a cache.
 *
 * <p>An allocation of a bytes below the cutoff C is small. heapprofd records it ("hits" it) with
 * the probability q = 1 - exp(-a/T), as T K bytes, K ~ Poisson(a/T) given K &gt; 0. An allocation
 * of C bytes or more is large. heapprofd always records it, with its size. So a recording shows
 * only two things about a site: how its <em>small</em> allocations are hit (how many allocations
 * are behind a hit; mean and variance of the excess K - 1), and how many hits there are for each
 * large allocation. Sites that are alike in both are one entry.
 */
final class SizeTable {

  /**
   * Widths of the classes of ln(allocations per hit), of ln(excess), and of ln(hits per large one).
   */
  private static final double PER_HIT_STEP = 0.25;

  private static final double EXCESS_STEP = 0.5;
  private static final double HITS_STEP = 1;

  private static final double MAX_LN_HITS = 9;

  /** Share of the sites with a single size in each doubling, and the number of such sizes in it. */
  private static final double SINGLE = 0.0025;

  private static final int PER_OCTAVE = 3;

  /** The single sizes reach up to 2^24 bytes. */
  private static final int OCTAVES = 24;

  /**
   * Share of the sites with blocks of a few bytes, and the sizes of these blocks. Hits of one size
   * look exactly like hits of another. If the interval is round and not short, they also look like
   * blocks of one interval.
   */
  private static final double TINY = 0.02;

  private static final double[] TINY_SIZES = {4, 6, 8, 12};

  /**
   * Share of the sites that allocate single bytes. They are rare, but look exactly like other small
   * ones.
   */
  private static final double BYTES = 0.006;

  /** Number of allocations of such a site: mean and standard deviation of the logarithm. */
  private static final double LN_COUNT = Math.log(3000);

  private static final double LN_COUNT_DEVIATION = 3.3;

  /** Standard deviation of the logarithm between a real site and the entry most like it. */
  private static final double ERROR = 0.2;

  /**
   * Variance of the logarithm of the number of allocations, in addition to that within a cluster.
   */
  private static final double LN_COUNT_VARIANCE = 1.2 * 1.2;

  /** Limits the surprise, so that no number of allocations rules out an entry. */
  private static final double MAX_SURPRISE = 6;

  /**
   * If an interval is a multiple of this number, sizes of real programs are multiples of the
   * interval.
   */
  private static final int COMMON_STEP = 256;

  /**
   * This also holds for shorter intervals, up to this many bytes, that are a small multiple of a
   * power of two.
   */
  private static final int MOST_ROUND = 1024;

  private static final int MOST_STEPS = 32;

  /** Among sites with large blocks only, the share whose blocks all have exactly one interval. */
  private static final double EXACTLY = 0.003;

  /** Share of the sites that have such blocks beside small ones. */
  private static final double BESIDE = 0.003;

  /** Variance of the logarithm of the recorded number of these sites. */
  private static final double BESIDE_VARIANCE = 9;

  /**
   * The sizes of a real site lie around those of an entry, by about 3 %, so some sizes near the
   * cutoff are above it. A logistic function with this slope stands for the normal one.
   */
  private static final double NEAR = 0.03;

  private static final double LOGISTIC = 1.7 / NEAR;
  private static final double NEGLIGIBLE = 1e-4;

  final long interval;
  final long cutoff;

  /** Whether sizes of real programs are multiples of the interval. */
  final boolean isRound;

  // One element for each law of small sizes.
  final int laws;

  /** Allocations per hit, at least 1. */
  final double[] perHit;

  /** Mean and variance of the excess of a hit. */
  final double[] excess;

  final double[] variance;

  /** Cube root of the mean excess. */
  final double[] excessRoot;

  /**
   * Standard deviations of the mean excess of a site, as a fraction of it, and of ln(allocations
   * per hit).
   */
  final double[] excessError;

  final double[] countError;

  /**
   * The classes of hits per large allocation, in orders of magnitude, including 0 and infinity. If
   * the interval is round, the last two are for blocks of exactly one interval, alone and beside
   * others.
   */
  final double[] hitsPerLarge;

  /** Number of the other classes. */
  final int hitsClasses;

  // One element for each entry.
  final int entries;

  /** The law of small sizes, and the class of hits per large allocation. */
  final int[] lawOf;

  final int[] hitsOf;

  /** Prior probabilities, which add up to about 1. */
  final double[] weight;

  /** Mean and variance of ln(recorded allocations of a site). */
  private final double[] lnRecorded;

  private final double[] lnRecordedVariance;

  /** The entry of sites without small allocations; -1 if there are none. */
  final int allLarge;

  /**
   * The entry of sites with only blocks of exactly one interval; -1 if the interval is not round.
   */
  final int exact;

  /**
   * The first entry of such blocks beside small ones, one for each law. These entries come last.
   */
  final int firstBeside;

  private final ConcurrentHashMap<Long, double[]> countDensities = new ConcurrentHashMap<>();

  // One element for each site. The sites are the same for every sampling, except for those of a few
  // bytes, which come last.
  final int[] entryOf;
  final double[] siteWeight;

  /** Mean size in bytes. */
  final double[] siteMean;

  SizeTable(long interval, long cutoff) {
    this.interval = interval;
    this.cutoff = cutoff;
    isRound = isRound(interval);
    Sites sites = new Sites();
    entryOf = Arrays.copyOf(sites.entryOf, sites.count);
    siteWeight = sites.column(Sites.WEIGHT);
    siteMean = sites.column(Sites.MEAN);
    double all = 0;
    for (double share : siteWeight) {
      all += share;
    }
    for (int site = 0; site < sites.count; site++) {
      siteWeight[site] /= all;
    }
    laws = sites.laws.size();
    int ofSites = sites.entries.size();
    hitsClasses = sites.hits.size();
    int[] lawOfSites = new int[ofSites];
    int[] hitsOfSites = new int[ofSites];
    for (int site = 0; site < sites.count; site++) {
      lawOfSites[entryOf[site]] = sites.lawOf[site];
      hitsOfSites[entryOf[site]] = sites.hitsOf[site];
    }
    perHit = sites.mean(Sites.LN_PER_HIT, sites.lawOf, laws);
    countError = sites.error(Sites.COUNT_ERROR, sites.lawOf, laws);
    double[] spread = sites.variance(Sites.LN_PER_HIT, perHit, sites.lawOf);
    excess = sites.mean(Sites.LN_EXCESS, sites.lawOf, laws);
    variance = sites.mean(Sites.LN_VARIANCE, sites.lawOf, laws);
    excessError = sites.error(Sites.EXCESS_ERROR, sites.lawOf, laws);
    excessRoot = new double[laws];
    for (int law = 0; law < laws; law++) {
      perHit[law] = Math.exp(perHit[law]);
      countError[law] = Math.sqrt(countError[law] * countError[law] + spread[law]);
      excess[law] = Math.exp(excess[law]);
      variance[law] = Math.exp(variance[law]);
      excessRoot[law] = Math.cbrt(excess[law]);
    }
    double[] lnHits = sites.mean(Sites.LN_HITS, sites.hitsOf, hitsClasses);
    hitsPerLarge = new double[hitsClasses + (isRound ? 2 : 0)];
    for (int at = 0; at < hitsClasses; at++) {
      hitsPerLarge[at] = Math.exp(lnHits[at]);
    }
    double[] ofEntries = sites.sum(Sites.WEIGHT, entryOf, ofSites);
    double[] recorded = sites.mean(Sites.LN_RECORDED, entryOf, ofSites);
    double[] recordedVariance = sites.variance(Sites.LN_RECORDED, recorded, entryOf);
    double[] within = sites.error(Sites.LN_COUNT_ERROR, entryOf, ofSites);
    double meanRecorded = 0;
    int largeOnly = -1;
    double[] ofLaws = new double[laws];
    for (int at = 0; at < ofSites; at++) {
      ofEntries[at] /= all;
      recordedVariance[at] += LN_COUNT_VARIANCE + within[at] * within[at];
      meanRecorded += ofEntries[at] * recorded[at];
      if (hitsPerLarge[hitsOfSites[at]] == 0) {
        largeOnly = at;
      } else {
        ofLaws[lawOfSites[at]] += ofEntries[at];
      }
    }
    IntArrayList lawsBeside = new IntArrayList();
    for (int law = 0; isRound && law < laws; law++) {
      if (ofLaws[law] > 0) {
        lawsBeside.add(law);
      }
    }
    allLarge = largeOnly;
    exact = isRound && allLarge >= 0 ? ofSites : -1;
    firstBeside = ofSites + (exact < 0 ? 0 : 1);
    entries = firstBeside + lawsBeside.size();
    lawOf = Arrays.copyOf(lawOfSites, entries);
    hitsOf = Arrays.copyOf(hitsOfSites, entries);
    weight = Arrays.copyOf(ofEntries, entries);
    lnRecorded = Arrays.copyOf(recorded, entries);
    lnRecordedVariance = Arrays.copyOf(recordedVariance, entries);
    if (exact >= 0) {
      lawOf[exact] = lawOf[allLarge];
      hitsOf[exact] = hitsClasses;
      weight[exact] = EXACTLY * weight[allLarge];
      lnRecorded[exact] = lnRecorded[allLarge];
      lnRecordedVariance[exact] = lnRecordedVariance[allLarge];
    }
    if (isRound) {
      hitsPerLarge[hitsClasses + 1] = Double.POSITIVE_INFINITY;
    }
    for (int i = 0; i < lawsBeside.size(); i++) {
      int at = firstBeside + i;
      lawOf[at] = lawsBeside.getInt(i);
      hitsOf[at] = hitsClasses + 1;
      weight[at] = BESIDE * ofLaws[lawOf[at]];
      lnRecorded[at] = meanRecorded;
      lnRecordedVariance[at] = BESIDE_VARIANCE;
    }
  }

  private static boolean isRound(long interval) {
    long step = StackCells.gcd(interval, COMMON_STEP);
    return step == COMMON_STEP || interval <= Math.min(MOST_ROUND, MOST_STEPS * step);
  }

  /**
   * Returns the prior density of a number of recorded allocations under each entry, up to a factor.
   * Numbers are rounded, so there are few of them.
   */
  double[] countDensity(long count) {
    return countDensities.computeIfAbsent(count, this::newCountDensity);
  }

  private double[] newCountDensity(long count) {
    double[] densities = new double[entries];
    for (int at = 0; at < entries; at++) {
      double z = Math.log(count) - lnRecorded[at];
      double surprise = Math.min(z * z / (2 * lnRecordedVariance[at]), MAX_SURPRISE);
      densities[at] = Math.exp(-surprise) / Math.sqrt(lnRecordedVariance[at]);
    }
    return densities;
  }

  /**
   * Returns the likelihoods of the sites of every sampling, from those of the entries.
   *
   * @param ofEntries likelihoods of the entries, up to a factor
   */
  float[] ofSites(float[] ofEntries) {
    int first = SizeLibrary.entries().size();
    float[] likely = new float[first + OCTAVES * PER_OCTAVE + 1 + TINY_SIZES.length];
    for (int site = 0; site < likely.length; site++) {
      int as = site;
      if (site >= entryOf.length) {
        // Without sites of a few bytes, a single size of that many bytes stands for them.
        double size = TINY_SIZES[site - (likely.length - TINY_SIZES.length)];
        as = first + (int) Math.rint(Math.log(size) / Math.log(2) * PER_OCTAVE - 0.5);
      }
      likely[site] = ofEntries[entryOf[as]];
    }
    return likely;
  }

  /**
   * Returns the factors by which entries become more common, given evidence about the sites.
   *
   * @param ofSites likelihoods of the sites, up to a factor
   * @param doubt probability that the evidence does not apply
   */
  double[] factors(float[] ofSites, double doubt) {
    double[] shares = new double[entries];
    double sum = 0;
    for (int site = 0; site < entryOf.length; site++) {
      double share = siteWeight[site] * ofSites[site];
      shares[entryOf[site]] += share;
      sum += share;
    }
    double[] factors = new double[entries];
    for (int at = 0; at < entries; at++) {
      // Blocks of exactly one interval are as probable as large ones.
      int of = at == exact ? allLarge : at;
      factors[at] = doubt + (1 - doubt) * (sum > 0 ? shares[of] / sum / weight[of] : 0);
    }
    return factors;
  }

  /** Whether an entry has blocks of exactly one interval beside small ones. */
  boolean isBeside(int at) {
    return at >= firstBeside;
  }

  /**
   * Returns the likelihood of an entry for a site whose allocations all have one size.
   *
   * @param at the entry
   * @param size in bytes, above 0
   */
  double likeOneSize(int at, long size) {
    if (size >= cutoff) {
      return isAllLarge(at) && (at != exact || size == interval) ? 1 : 0;
    }
    if (hitsPerLarge[hitsOf[at]] < Double.POSITIVE_INFINITY || isBeside(at)) {
      return 0;
    }
    double z = (Math.log(perHit[lawOf[at]]) - lnPerHit(size)) / ERROR;
    return Math.exp(-z * z / 2);
  }

  /** Returns ln of the allocations per recorded one, for allocations of one size. */
  double lnPerHit(long size) {
    return size >= cutoff ? 0 : -Math.log(-Math.expm1(-(double) size / interval));
  }

  /** Whether an entry has no small allocations. */
  boolean isAllLarge(int at) {
    return hitsPerLarge[hitsOf[at]] == 0;
  }

  /** Collects the sites and decides which are alike. */
  private final class Sites {
    static final int WEIGHT = 0;
    static final int MEAN = 1;
    static final int LN_PER_HIT = 2;
    static final int LN_EXCESS = 3;
    static final int LN_VARIANCE = 4;
    static final int LN_HITS = 5;
    static final int LN_RECORDED = 6;
    static final int LN_COUNT_ERROR = 7;
    static final int COUNT_ERROR = 8;
    static final int EXCESS_ERROR = 9;
    static final int NUMBERS = 10;

    final Map<Integer, Integer> laws = new HashMap<>();
    final Map<Integer, Integer> hits = new HashMap<>();
    final Map<Integer, Integer> entries = new HashMap<>();
    final double[][] numbers;
    final int[] lawOf;
    final int[] hitsOf;
    final int[] entryOf;
    int count;

    Sites() {
      int most = SizeLibrary.entries().size() + OCTAVES * PER_OCTAVE + TINY_SIZES.length + 1;
      numbers = new double[NUMBERS][most];
      lawOf = new int[most];
      hitsOf = new int[most];
      entryOf = new int[most];
      for (SizeLibrary.LibraryEntry entry : SizeLibrary.entries()) {
        set(entry.weight, Math.hypot(ERROR, entry.countError), entry.lnCountDeviation);
        numbers[EXCESS_ERROR][count] = Math.hypot(ERROR, entry.excessError);
        add(entry.sizes, entry.shares, entry.lnCount);
      }
      double[] one = {1};
      for (int i = 0; i < OCTAVES * PER_OCTAVE; i++) {
        set(SINGLE / PER_OCTAVE, 0.36 / PER_OCTAVE, LN_COUNT_DEVIATION);
        add(new double[] {Math.pow(2, (i + 0.5) / PER_OCTAVE)}, one, LN_COUNT);
      }
      set(BYTES, 0.1, LN_COUNT_DEVIATION);
      add(one, one, LN_COUNT);
      boolean isTinyOpen = !isRound || interval < COMMON_STEP;
      for (int i = 0; isTinyOpen && i < TINY_SIZES.length; i++) {
        set(TINY / TINY_SIZES.length, 0.36 / PER_OCTAVE, LN_COUNT_DEVIATION);
        add(new double[] {TINY_SIZES[i]}, one, LN_COUNT);
      }
    }

    private void set(double share, double error, double countDeviation) {
      numbers[WEIGHT][count] = share;
      numbers[COUNT_ERROR][count] = error;
      numbers[EXCESS_ERROR][count] = error;
      numbers[LN_COUNT_ERROR][count] = countDeviation;
    }

    private void add(double[] sizes, double[] shares, double lnCount) {
      double large = 0;
      double small = 0;
      double hit = 0;
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < sizes.length; i++) {
        double size = sizes[i];
        numbers[MEAN][count] += shares[i] * size;
        boolean isMultiple = isRound && size % interval == 0;
        double above =
            isMultiple
                ? size >= cutoff ? 1 : 0
                : 1 / (1 + Math.exp(LOGISTIC * Math.log(cutoff / size)));
        if (above > NEGLIGIBLE) {
          large += shares[i] * above;
        }
        if (above < 1 - NEGLIGIBLE) {
          double x = Math.min(size, isMultiple ? size : cutoff / (1 + NEAR / 2)) / interval;
          double chance = -Math.expm1(-x);
          double share = shares[i] * (1 - above);
          small += share;
          hit += share * chance;
          sum += share * (x - chance);
          squares += share * (x * x - x + chance);
        }
      }
      boolean isAllLarge = hit < 1e-9;
      double mean = isAllLarge ? 1e-9 : Math.max(sum / hit, 1e-9);
      double lnPerHit = isAllLarge ? 0 : Math.log(small / hit);
      double lnHits = Math.log(hit / large);
      numbers[LN_PER_HIT][count] = lnPerHit;
      numbers[LN_EXCESS][count] = Math.log(mean);
      numbers[LN_VARIANCE][count] =
          Math.log(isAllLarge ? 1e-9 : Math.max(squares / hit - mean * mean, 1e-12));
      numbers[LN_HITS][count] = isAllLarge ? Double.NEGATIVE_INFINITY : lnHits;
      numbers[LN_RECORDED][count] = lnCount + Math.log(large + hit);
      int hitsClass =
          isAllLarge
              ? Integer.MIN_VALUE
              : large < 1e-9
                  ? Integer.MAX_VALUE
                  : (int)
                      Math.rint(Math.max(-MAX_LN_HITS, Math.min(MAX_LN_HITS, lnHits)) / HITS_STEP);
      if (hitsClass == Integer.MAX_VALUE) {
        numbers[LN_HITS][count] = Double.POSITIVE_INFINITY;
      }
      int lawClass =
          isAllLarge
              ? -1
              : (int) Math.rint(lnPerHit / PER_HIT_STEP) * 1000
                  + (int) Math.rint((Math.log(mean) + lnPerHit) / EXCESS_STEP);
      lawOf[count] = number(laws, lawClass);
      hitsOf[count] = number(hits, hitsClass);
      entryOf[count] = number(entries, lawOf[count] * 1000 + hitsOf[count]);
      count++;
    }

    private static int number(Map<Integer, Integer> numbers, int key) {
      Integer known = numbers.putIfAbsent(key, numbers.size());
      return known == null ? numbers.size() - 1 : known;
    }

    double[] column(int number) {
      return Arrays.copyOf(numbers[number], count);
    }

    double[] sum(int number, int[] groupOf, int groups) {
      double[] sums = new double[groups];
      for (int site = 0; site < count; site++) {
        sums[groupOf[site]] += numbers[number][site];
      }
      return sums;
    }

    double[] mean(int number, int[] groupOf, int groups) {
      double[] sums = new double[groups];
      double[] weights = sum(WEIGHT, groupOf, groups);
      for (int site = 0; site < count; site++) {
        int group = groupOf[site];
        sums[group] += numbers[WEIGHT][site] / weights[group] * numbers[number][site];
      }
      return sums;
    }

    /** Returns the variances of a number within groups that have the given means. */
    double[] variance(int number, double[] means, int[] groupOf) {
      double[] sums = new double[means.length];
      double[] weights = sum(WEIGHT, groupOf, means.length);
      for (int site = 0; site < count; site++) {
        int group = groupOf[site];
        double off = numbers[number][site] - means[group];
        sums[group] += numbers[WEIGHT][site] / weights[group] * off * off;
      }
      return sums;
    }

    /** Returns the root mean square of a number within groups. */
    double[] error(int number, int[] groupOf, int groups) {
      double[] errors = variance(number, new double[groups], groupOf);
      for (int group = 0; group < groups; group++) {
        errors[group] = Math.sqrt(errors[group]);
      }
      return errors;
    }
  }
}

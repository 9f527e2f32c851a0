package dev.heapconv.unskew.sizes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The probability of a stack's recorded cells under each entry of a {@link SizeTable}. Immutable.
 *
 * <p>The recording bounds how many of the recorded allocations are large, but does not state the
 * number. So the probability is a sum over the possible numbers ("splits"). Given a split, three
 * things are independent:
 *
 * <ul>
 *   <li>The split itself: the hits for each large allocation vary around the entry's number,
 *       log-logistic. Sites that otherwise allocate only small blocks also have a few large ones,
 *       one time in seven, such as the table of a hash map.
 *   <li>The excess of the hits in cells without a large allocation, which is negative binomial.
 *   <li>In the other cells, that the excess of the hits is no more than what is left. Large
 *       allocations have any size, so all ways to divide the excess are equally likely. If all
 *       recorded allocations are large, their mean size is evidence, and so is that they often have
 *       one size.
 * </ul>
 *
 * <p>A cell whose bytes are a multiple of the sampling interval has no large allocations, except
 * for those that are multiples themselves.
 */
final class SizeEvidence {

  /** Probability that a site with otherwise small allocations has a few large ones. */
  private static final double FEW_LARGE = 0.15;

  /** Probability of one more of them. */
  private static final double ONE_MORE = 0.6;

  /**
   * Share of the sites whose large sizes are multiples of the interval, if it is a round number.
   */
  private static final double MULTIPLES = 0.25;

  /** Share of these sites whose large sizes are all exactly one interval. */
  private static final double EXACTLY = 0.6;

  /**
   * Share of the sites with one size among sites with large allocations only, and among the rest.
   */
  private static final double ONE_SIZE = 0.7;

  private static final double ONE_SIZE_OF_LARGE = 0.3;

  /**
   * Median excess of large allocations if there are no others, and how often there are no others.
   */
  private static final double MEDIAN_EXCESS = 3;

  private static final double ONLY_LARGE = 6;

  /** Smaller mean excesses count as this one. */
  private static final double LEAST_EXCESS = 0.03;

  /** Median excess of large allocations that are multiples of the interval, beside small ones. */
  private static final double MEDIAN_MULTIPLE = 2;

  /**
   * Successive splits differ by one, or by a factor of at most five, in the number of hits or of
   * large ones.
   */
  private static final int MAX_SPLITS = 64;

  /**
   * Hits added to the recorded ones, because their expected number is unknown and has a broad
   * prior.
   */
  static final double UNSEEN_HITS = 0.5;

  private static final double NEGLIGIBLE = 1e-12;

  /**
   * At a round interval, stacks with more excess than this are no evidence about their function.
   */
  private static final double MAX_EXCESS = 3;

  /** If hits are less probable than this (ln), the allocations are large ones, if they can be. */
  private static final double LN_LEAST = -60;

  private final SizeTable table;

  /** Number of recorded allocations. */
  final double count;

  /** Recorded intervals beyond one, per recorded allocation. */
  final double excess;

  /** Likelihoods of the entries, including that of the count. The largest is about 1. */
  final float[] values;

  /** Likelihoods of the entries without that of the count. The largest is about 1. */
  final float[] likelihoods;

  /** The logarithm of the factor that was divided out. */
  final double lnScale;

  /** Number of splits. For each split: the recorded allocations that are large, and the others. */
  int splits;

  final double[] large;
  final double[] hits;

  /**
   * Probabilities of the splits, for each number of hits per large allocation one after the other,
   * and for each law of small sizes.
   */
  final float[] ofHits;

  private final float[] ofLaw;

  /** Like ofLaw, for entries without large allocations. */
  private final float[] ofFew;

  /** Like ofLaw, for entries with blocks of exactly one interval: beside others, and alone. */
  private final float[] ofBeside;

  private final float[] ofExact;

  /** Factors that turn their product into the values, before division by the best one. */
  private final double[] density;

  private final double best;

  // Sums over all cells, in intervals.
  private final double pureCount;
  private final double pureExcess;
  private final double mixedCount;
  private final double mixedCells;
  private final double cutoff;

  /** Number of recorded allocations that may be large, and the intervals recorded of them. */
  private final double most;

  private final double volume;

  /** The excess of the hits of each split among these allocations; null if there are no hits. */
  private final @Nullable HitsExcess[] excessOf;

  /** The most excess that the hits of each split may have, and the cube root of half more. */
  private final double[] rooms;

  private final double[] roomRoots;

  /** Factor by which the bytes are more probable if all allocations are large. */
  private final double onlyLarge;

  private final double pureRoot;
  private final double lessRoot;
  private final boolean isMixed;
  private final double equality;

  /** Share of the sites whose large sizes are multiples of the interval. */
  private final double multiples;

  /**
   * Returns the evidence of cells, some of which may contain large allocations that do not show.
   */
  static SizeEvidence of(SizeTable table, HitsExcess.Kept kept, StackCells cells) {
    SizeEvidence shown = new SizeEvidence(table, kept, cells);
    if (!table.isRound || cells.mixedCells == 0 || cells.openCells == 0) {
      return shown;
    }
    SizeEvidence opened = new SizeEvidence(table, kept, cells.opened());
    return opened.lnScale + cells.lnCoincidence() > shown.lnScale ? opened : shown;
  }

  private SizeEvidence(SizeTable table, HitsExcess.Kept kept, StackCells cells) {
    this.table = table;
    count = cells.count();
    excess = cells.bytes() / table.interval / count - 1;
    cutoff = (double) table.cutoff / table.interval;
    pureCount = cells.pureCount;
    pureExcess = cells.pureExcess(table.interval);
    mixedCount = cells.mixedCount;
    mixedCells = cells.mixedCells;
    isMixed = mixedCells > 0;
    equality = cells.equality(table);
    multiples = table.isRound ? MULTIPLES : StackCells.multiples(table.interval);
    most = isMixed ? mixedCount : pureCount;
    volume = isMixed ? cells.mixedBytes / table.interval : pureCount + pureExcess;
    double[] from = new double[MAX_SPLITS];
    double[] to = new double[MAX_SPLITS];
    split(from, to);
    large = new double[splits];
    hits = new double[splits];
    excessOf = new HitsExcess[splits];
    rooms = new double[splits];
    roomRoots = new double[splits];
    onlyLarge = onlyLarge();
    pureRoot = Math.cbrt(pureExcess + 0.5);
    lessRoot = Math.cbrt(Math.max(0, pureExcess - 0.5));
    ofHits = new float[table.hitsPerLarge.length * splits];
    ofLaw = new float[table.laws * splits];
    ofFew = isMixed || splits == 1 ? ofLaw : new float[table.laws * splits];
    ofBeside = isMixed ? ofLaw : new float[table.isRound ? table.laws * splits : 0];
    ofExact = new float[table.isRound ? table.laws * splits : 0];
    for (int split = 0; split < splits; split++) {
      boolean isNone = !isMixed && split == 0;
      double middle = (from[split] + to[split]) / 2;
      large[split] = isNone ? 0 : most - middle;
      hits[split] = isNone ? pureCount : middle + (isMixed ? pureCount : 0);
      double among = isMixed ? hits[split] - pureCount : hits[split];
      excessOf[split] = among > 0 ? kept.of(among) : null;
      rooms[split] = Math.floor(volume - among - large[split] * cutoff + 1e-9);
      roomRoots[split] = Math.cbrt(rooms[split] + 0.5);
      weighHits(split, from[split], to[split]);
    }
    double lnBest = weighLaws(kept);
    values = new float[table.entries];
    density = table.countDensity((long) count);
    double largest = 0;
    likelihoods = new float[table.entries];
    float likeliest = 0;
    for (int at = 0; at < values.length; at++) {
      int hitsAt = hitsAt(at);
      int lawAt = lawAt(at);
      float[] laws = laws(at);
      double sum = 0;
      for (int split = 0; split < splits; split++) {
        sum += ofHits[hitsAt + split] * laws[lawAt + split];
      }
      likelihoods[at] = (float) sum;
      likeliest = Math.max(likeliest, likelihoods[at]);
      values[at] = (float) sum * (float) density[at];
      largest = Math.max(largest, values[at]);
    }
    best = largest;
    for (int at = 0; at < values.length; at++) {
      values[at] = best > 0 ? (float) (values[at] / best) : 1;
      likelihoods[at] = likeliest > 0 ? likelihoods[at] / likeliest : 1;
    }
    lnScale = lnBest + Math.log(best) - (isMixed ? Math.log(1 + volume - most) : 0);
  }

  /**
   * Whether the stack is evidence about the sizes of its function: it has several hits and no large
   * allocation. With more excess, it may be one block of a multiple of the interval.
   */
  boolean tellsOfFunction() {
    return !isMixed && count > 1 && !(table.isRound && pureExcess > MAX_EXCESS);
  }

  /** Whether the cells show that there is a large allocation. */
  boolean hasLarge() {
    return isMixed;
  }

  /** Whether all allocations may be blocks of exactly one interval. */
  boolean mayBeExact() {
    return !isMixed && pureExcess == 0;
  }

  /**
   * Returns the factor from the product of the probabilities of the splits to the value of an
   * entry.
   */
  double factor(int at) {
    return best > 0 ? density[at] / best : 0;
  }

  /** Returns the position in {@link #ofHits} of the first split under an entry. */
  int hitsAt(int at) {
    return table.hitsOf[at] * splits;
  }

  /** Returns the position in {@link #laws} of the first split under an entry. */
  int lawAt(int at) {
    return table.lawOf[at] * splits;
  }

  /** Returns the probabilities of the splits by law of small sizes, for an entry. */
  float[] laws(int at) {
    if (at == table.exact) {
      return ofExact;
    }
    if (table.isBeside(at)) {
      return ofBeside;
    }
    boolean isSmall = table.hitsPerLarge[table.hitsOf[at]] == Double.POSITIVE_INFINITY;
    return isSmall ? ofFew : ofLaw;
  }

  /** Divides the allocations that may be large into large ones and hits, from few hits to many. */
  private void split(double[] from, double[] to) {
    if (!isMixed) {
      from[0] = pureCount;
      to[0] = pureCount;
      splits = 1;
      if (!table.isRound && !mayBeMultiples()) {
        return;
      }
    }
    // Beside small ones only where multiples of the interval are common.
    double top = isMixed ? mixedCount - mixedCells : table.isRound ? pureCount - 1 : 0;
    double least = Math.min(top, Math.max(0, Math.ceil(most - volume / cutoff)));
    for (double at = least; at <= top && splits < MAX_SPLITS; splits++) {
      double room = Math.min(4 * (at - least), Math.ceil((top - at) * (4.0 / 5)));
      double end = Math.min(top, at + Math.max(1, room) - 1);
      from[splits] = at;
      to[splits] = end;
      at = end + 1;
    }
  }

  /**
   * Whether all allocations of cells that show no size may be large although the interval is not a
   * round number: they have one size, a multiple of it. If fewer allocations than the interval has
   * bytes are of exactly one interval, hits of a few bytes are as probable.
   */
  private boolean mayBeMultiples() {
    boolean isOneSize = pureCount == 1 ? volume >= cutoff : equality > 0;
    return isOneSize && (pureExcess > 0 || pureCount >= table.interval);
  }

  /** Computes the probability of a split for each number of hits per large allocation. */
  private void weighHits(int split, double from, double to) {
    boolean isNone = !isMixed && split == 0;
    double m = large[split];
    double ways = isNone || isMixed && !table.isRound ? 1 : isMixed ? 1 - multiples : multiples;
    if (isMixed && pureCount > 0) {
      // No large allocation is in the other cells, and at least one is in each of these.
      ways *= Math.exp(m * Math.log(mixedCount / count));
    }
    if (mixedCells > 1) {
      double none =
          Math.exp(mixedCount / mixedCells * Math.log1p(-Math.min(m / mixedCount, 1 - 1e-12)));
      ways *= Math.exp(mixedCells * Math.log1p(-none));
    }
    double first = from + (isMixed ? pureCount : 0) - 0.5;
    double last = isNone ? count + 1 : to + (isMixed ? pureCount : 0) + 0.5;
    double few =
        Math.exp((most - to - 1) * Math.log(ONE_MORE))
            - Math.exp((most - from) * Math.log(ONE_MORE));
    boolean tellsSize = m > 1 && (isMixed || pureExcess > 0);
    double finite = 0;
    int finites = 0;
    for (int at = 0; at < table.hitsClasses; at++) {
      double perLarge = table.hitsPerLarge[at];
      double chance = ways;
      if (perLarge == 0) {
        chance *= m > 0 && hits[split] == 0 ? 1 : 0;
      } else if (perLarge == Double.POSITIVE_INFINITY) {
        chance *= isNone ? 1 - FEW_LARGE : FEW_LARGE * few;
      } else {
        chance *= fewer(last, perLarge) - fewer(first, perLarge);
      }
      if (tellsSize) {
        double one = perLarge == 0 ? ONE_SIZE : ONE_SIZE_OF_LARGE;
        chance *= 1 - one + (hits[split] == 0 ? one * equality : 0);
      }
      if (perLarge > 0 && perLarge < Double.POSITIVE_INFINITY) {
        finite += chance;
        finites++;
      }
      ofHits[at * splits + split] = (float) chance;
    }
    if (table.isRound) {
      boolean areAll = !isMixed && pureExcess == 0 && m == most;
      ofHits[table.hitsClasses * splits + split] = areAll ? 1 : 0;
      ofHits[(table.hitsClasses + 1) * splits + split] =
          isMixed || finites == 0 ? 0 : (float) (finite / finites / multiples);
    }
  }

  /** Returns the probability of fewer hits than the given number among the recorded allocations. */
  private double fewer(double of, double perLarge) {
    return of <= 0 ? 0 : of >= count ? 1 : of / (of + (count - of) * perLarge);
  }

  /**
   * Computes the probability of the bytes of each split under each law of small sizes.
   *
   * @return ln of the factor that was divided out
   */
  private double weighLaws(HitsExcess.Kept kept) {
    double[] lnPure = new double[table.laws];
    double best = 0;
    if (pureCount > 0) {
      lnPure = kept.of(pureCount).lnChances(pureExcess);
      best = Double.NEGATIVE_INFINITY;
      for (double ln : lnPure) {
        best = Math.max(best, ln);
      }
    }
    best = Math.max(best, LN_LEAST);
    double scale = Math.exp(-best);
    Arrays.fill(ofExact, (float) scale);
    for (int law = 0; law < lnPure.length; law++) {
      double pure = Math.exp(lnPure[law] - best);
      for (int split = 0; split < splits; split++) {
        if (large[split] == 0) {
          ofLaw[law * splits + split] = (float) pure;
          ofFew[law * splits + split] = (float) pure;
        } else if (isMixed) {
          ofLaw[law * splits + split] = pure < NEGLIGIBLE ? 0 : (float) (pure * atMost(law, split));
        } else {
          weighMultiples(law, split, scale);
        }
      }
    }
    return best;
  }

  private double atMost(int law, int split) {
    HitsExcess excess = excessOf[split];
    if (excess == null) {
      return onlyLarge;
    }
    return rooms[split] < 0 ? 1e-9 : excess.atMost(law, rooms[split], roomRoots[split]);
  }

  private double onlyLarge() {
    double y = Math.max(LEAST_EXCESS, volume / (most * cutoff) - 1) / MEDIAN_EXCESS;
    return ONLY_LARGE * y / ((1 + y) * (1 + y));
  }

  /** Computes these probabilities for a split of cells that show no size. */
  private void weighMultiples(int law, int split, double scale) {
    double h = hits[split];
    HitsExcess excess = excessOf[split];
    // Without hits there is no excess.
    double most = excess == null ? 1 : excess.atMost(law, pureExcess, pureRoot);
    double less =
        pureExcess <= 0 ? 0 : excess == null ? 1 : excess.atMost(law, pureExcess - 1, lessRoot);
    double room = rooms[split];
    double evenly = 1 / (1 + volume - count);
    double near = evenly * onlyLarge;
    if (h > 0) {
      double left = volume - h - Math.min(h * table.excess[law], Math.max(0, room));
      double y = Math.max(0, left / (large[split] * cutoff) - 1) / MEDIAN_MULTIPLE;
      near = 1 / (MEDIAN_MULTIPLE * large[split] * (1 + y) * (1 + y));
    }
    if (h > 0) {
      ofBeside[law * splits + split] = (float) (scale * (most - less));
    }
    double rest = room > 0 ? (1 - EXACTLY) * less : 0;
    ofLaw[law * splits + split] = (float) (scale * (EXACTLY * (most - less) + rest * near));
    ofFew[law * splits + split] = (float) (scale * most * evenly);
  }
}

package dev.heapconv.unskew;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Weighs the cells of an {@link OccupancyTable} by what was recorded of a stack. Thread-safe: it
 * holds no state but the table and a cache.
 */
final class OccupancyModel {

  /** Posteriors kept, of some 3 KB each. */
  private static final int CACHED = 12_000;

  /** Share of stacks that allocate mixed sizes, all of them above the cutoff. */
  private static final double ALL_LARGE = 0.02;

  private static final double CAUTIOUS_ALL_LARGE = 0.02;

  /** Share of what is outgrown step by step; the rest grew once. */
  private static final double OUTGROWN_BY_DOUBLING = 0.7;

  private static final double OUTGROWN_TO_HALF = 0.4;

  private final OccupancyTable table;
  private final OccupancyTwoSizes twoSizes;
  private final ConcurrentHashMap<OccupancyEvidence.Rounded, OccupancyLikelihood> likelihoods =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<OccupancyEvidence.Rounded, CountPosterior> lines =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<OccupancyEvidence.Rounded, CountPosterior> outgrown =
      new ConcurrentHashMap<>();
  private final long interval;
  private final long cutoff;
  private volatile CountPosterior prior;

  OccupancyModel(long interval, long cutoff) {
    this.interval = interval;
    this.cutoff = cutoff;
    table = new OccupancyTable(interval, cutoff);
    twoSizes = new OccupancyTwoSizes(table);
  }

  /**
   * {@code unit}: what all recorded sizes below the cutoff are multiples of, T or what T was at
   * first.
   */
  OccupancyEvidence evidence(long n, long bytes, long unit) {
    return new OccupancyEvidence(table, interval, cutoff, unit, n, bytes);
  }

  /** What is known before anything is recorded. */
  CountPosterior prior() {
    CountPosterior known = prior;
    if (known == null) {
      known = new CountPosterior();
      double typical = 1;
      double cautious = 1;
      for (int at = 0; at < table.weight.length; at++) {
        known.add(table.lnPerRecord[at], table.weight[at], table.cautiousWeight[at], 1, 0);
        typical -= table.weight[at];
        cautious -= table.cautiousWeight[at];
      }
      // What the table leaves out is one size above the cutoff.
      known.addExact(Math.max(typical, 1e-3), Math.max(cautious, 1e-3), 1);
      prior = known;
    }
    return known;
  }

  /** The posterior given one side alone. */
  CountPosterior posterior(OccupancyEvidence side) {
    OccupancyEvidence.Rounded key = side.rounded();
    CountPosterior known = lines.get(key);
    if (known == null) {
      known = lines(likelihood(side, key));
      if (lines.size() < CACHED) {
        lines.put(key, known);
      }
    }
    if (side.splits.length == 0) {
      return known;
    }
    CountPosterior posterior = new CountPosterior();
    posterior.addAll(known, 1, 1);
    twoSizes.addTo(posterior, side, null);
    return posterior;
  }

  /**
   * The posterior given one side alone that held buffers before they grew: mostly of sizes that
   * double, some of any sizes. If those kept are all of one power of two, what they grew out of
   * ends at half of it.
   */
  CountPosterior outgrown(OccupancyEvidence side, OccupancyEvidence kept) {
    OccupancyEvidence.Rounded key = side.rounded();
    CountPosterior doubling = outgrown.get(key);
    if (doubling == null) {
      doubling = new CountPosterior();
      likelihood(side, key).addDoublingTo(doubling);
      if (outgrown.size() < CACHED) {
        outgrown.put(key, doubling);
      }
    }
    double toHalf = 0;
    CountPosterior all = new CountPosterior();
    int top =
        kept.doublingsOfInterval() < 0
            ? -1
            : table.below + (kept.doublingsOfInterval() - 1) * SizeFamily.CELLS_PER_OCTAVE;
    if (top >= 0) {
      toHalf = OUTGROWN_TO_HALF;
      all.addAll(
          doublingUpTo(top, side),
          toHalf / SizeFamily.DOUBLING,
          toHalf / SizeFamily.CAUTIOUS_DOUBLING);
    }
    double any = 1 - OUTGROWN_BY_DOUBLING;
    all.addAll(posterior(side), any, any);
    double rest = OUTGROWN_BY_DOUBLING - toHalf;
    all.addAll(doubling, rest / SizeFamily.DOUBLING, rest / SizeFamily.CAUTIOUS_DOUBLING);
    return all;
  }

  /** Sizes that double and end at a certain cell. */
  private CountPosterior doublingUpTo(int top, OccupancyEvidence side) {
    CountPosterior posterior = new CountPosterior();
    for (int f = 0; f < table.families.size(); f++) {
      SizeFamily family = table.families.get(f);
      int cell = top - family.offsets[family.offsets.length - 1];
      if (family.powersOfTwo && cell >= 0 && cell < table.cells) {
        int at = f * table.cells + cell;
        double likelihood = side.likelihood(table, family, at, at, 0, 0);
        posterior.add(
            Math.max(0, table.lnPerRecord[at]),
            family.weight,
            family.cautiousWeight,
            likelihood,
            table.smallIntervals[at]);
      }
    }
    return posterior;
  }

  /** The posterior given two sides with the same sizes. */
  CountPosterior posterior(OccupancyEvidence side, OccupancyEvidence other) {
    OccupancyLikelihood a = likelihood(side, side.rounded());
    OccupancyLikelihood b = likelihood(other, other.rounded());
    CountPosterior posterior = new CountPosterior();
    a.addTo(posterior, b);
    posterior.addExact(ALL_LARGE, CAUTIOUS_ALL_LARGE, a.allLarge * b.allLarge);
    if (side.splits.length > 0) {
      twoSizes.addTo(posterior, side, other);
    }
    return posterior;
  }

  private CountPosterior lines(OccupancyLikelihood side) {
    CountPosterior posterior = new CountPosterior();
    side.addTo(posterior);
    posterior.addExact(ALL_LARGE, CAUTIOUS_ALL_LARGE, side.allLarge);
    return posterior;
  }

  private OccupancyLikelihood likelihood(OccupancyEvidence side, OccupancyEvidence.Rounded key) {
    OccupancyLikelihood known = likelihoods.get(key);
    if (known == null) {
      known = new OccupancyLikelihood(table, side.atRounded(table, key));
      if (likelihoods.size() < CACHED) {
        likelihoods.put(key, known);
      }
    }
    return known;
  }
}

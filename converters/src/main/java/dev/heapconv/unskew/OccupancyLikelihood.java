package dev.heapconv.unskew;

import java.util.Arrays;

/**
 * How probable what was recorded of one side of a stack is at every point of an {@link
 * OccupancyTable}. Two sides with the same sizes are the product of their likelihoods, point by
 * point; so each is computed once for all stacks that show about the same numbers.
 *
 * <p>Between the cells of a line lie {@link OccupancyTable#PARTS} points (9 % of the size apart).
 * Where the observation is sharper than that, its variance is enlarged by that of a uniform
 * distribution over the step, so that no observation falls between the points.
 */
final class OccupancyLikelihood {

  private static final int PARTS = OccupancyTable.PARTS;

  /** Cells further than this from the observation, in standard deviations, are not worth a look. */
  private static final double FAR = 5;

  /** Of the hypothesis that all are above the cutoff and of mixed sizes. */
  final double allLarge;

  private final OccupancyTable table;

  /** Per family the first point of the table that matters, and where its values begin. */
  private final int[] first;

  private final int[] start;
  private final double[] values;

  OccupancyLikelihood(OccupancyTable table, OccupancyEvidence side) {
    this.table = table;
    allLarge = side.allLarge();
    int families = table.families.size();
    first = new int[families];
    start = new int[families + 1];
    double[] found = new double[families * 8 * PARTS];
    for (int f = 0; f < families; f++) {
      int begin = f * table.cells;
      int end = begin + table.cells;
      int low = firstNear(side, begin, end);
      int high = lastNear(side, low, end);
      first[f] = low * PARTS;
      start[f + 1] = start[f] + (high + 1 - low) * PARTS;
      if (start[f + 1] > found.length) {
        found = Arrays.copyOf(found, Math.max(2 * found.length, start[f + 1]));
      }
      for (int at = low; at <= high; at++) {
        if (table.weight[at] > 0) {
          fill(found, start[f] + (at - low) * PARTS, side, table.families.get(f), at, begin, end);
        }
      }
    }
    values = Arrays.copyOf(found, start[families]);
  }

  /**
   * A cell reaches half way to its neighbours. Where it ends at the cutoff the line before it is
   * extended.
   */
  private void fill(
      double[] found,
      int to,
      OccupancyEvidence side,
      SizeFamily family,
      int at,
      int begin,
      int end) {
    boolean hasBefore = at > begin;
    boolean hasNext = at + 1 < end && table.weight[at + 1] > 0;
    double step =
        Math.abs(side.distance(table, at) - side.distance(table, hasNext ? at + 1 : at - 1));
    if (family.powersOfTwo || step < 1) {
      Arrays.fill(found, to, to + PARTS, side.likelihood(table, family, at, at, 0, 0));
      return;
    }
    for (int i = 0; i < PARTS; i++) {
      double part = (i + 0.5) / PARTS - 0.5;
      int next = (part < 0 ? hasBefore : !hasNext) ? at - 1 : at + 1;
      double way = next < at ? -part : part;
      found[to + i] = side.likelihood(table, family, at, next, way, 1.0 / PARTS);
    }
  }

  /** Adds all points to the posterior of this side alone. */
  void addTo(CountPosterior posterior) {
    for (int f = 0; f < first.length; f++) {
      addFamily(posterior, f);
    }
  }

  /** Adds the families that double only. */
  void addDoublingTo(CountPosterior posterior) {
    for (int f = 0; f < first.length; f++) {
      if (table.families.get(f).powersOfTwo) {
        addFamily(posterior, f);
      }
    }
  }

  private void addFamily(CountPosterior posterior, int f) {
    int shift = first[f] - start[f];
    for (int i = start[f]; i < start[f + 1]; i++) {
      if (values[i] > 0) {
        posterior.addPoint(table, i + shift, values[i]);
      }
    }
  }

  /** Adds all points to the posterior of two sides with the same sizes. */
  void addTo(CountPosterior posterior, OccupancyLikelihood other) {
    for (int f = 0; f < first.length; f++) {
      int shift = first[f] - start[f];
      int otherShift = other.first[f] - other.start[f];
      int from = Math.max(first[f], other.first[f]);
      int end = Math.min(start[f + 1] + shift, other.start[f + 1] + otherShift);
      for (int point = from; point < end; point++) {
        double likelihood = values[point - shift] * other.values[point - otherShift];
        if (likelihood > 0) {
          posterior.addPoint(table, point, likelihood);
        }
      }
    }
  }

  private int firstNear(OccupancyEvidence side, int first, int end) {
    int low = first;
    int high = end - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (side.isBeyond(table, middle, FAR)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // The cell before may still reach into the neighbourhood.
    return Math.max(first, low - 1);
  }

  private int lastNear(OccupancyEvidence side, int from, int end) {
    int low = from;
    int high = end - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (side.isShortOf(table, middle, FAR)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }
}

package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;

/** Probabilities that were said, and how often what they are of was true, in five bins. */
final class ChancesTally {

  static final int BINS = 5;

  private final double[] said = new double[BINS];
  private final double[] held = new double[BINS];
  private final int[] count = new int[BINS];

  /**
   * @param probability of something; nothing is added where it is unknown
   * @param share of it that was true; 0 or 1 of a single thing
   */
  void add(double probability, double share) {
    if (!Double.isNaN(probability)) {
      int bin = (int) Math.min(BINS - 1, probability * BINS);
      said[bin] += probability;
      held[bin] += share;
      count[bin]++;
    }
  }

  int count(int bin) {
    return count[bin];
  }

  /** By how much more was said than is true, on average. */
  double excess(int bin) {
    return (said[bin] - held[bin]) / count[bin];
  }

  /** Of each bin what was said, what is true, and of how many. */
  List<Object> cells() {
    List<Object> cells = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      boolean isAny = count[bin] > 0;
      cells.add(isAny ? said[bin] / count[bin] : "");
      cells.add(isAny ? held[bin] / count[bin] : "");
      cells.add(count[bin]);
    }
    return cells;
  }
}

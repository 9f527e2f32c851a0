package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;

/** Estimates beside truths, for one line of a table. */
final class Tally {

  private final List<Double> widths = new ArrayList<>();
  private int covered;
  private int withinTwo;
  private double logRatio;

  void add(double truth, Estimate estimate) {
    if (truth == 0) {
      return;
    }
    double value = estimate.value();
    withinTwo += value >= truth / 2 && value <= truth * 2 ? 1 : 0;
    // With room for the rounding of doubles, no more.
    covered +=
        truth >= estimate.low() * (1 - 1e-9) && truth <= estimate.high() * (1 + 1e-9) ? 1 : 0;
    logRatio += Math.log(Math.max(value, 1) / truth);
    widths.add(estimate.high() / Math.max(estimate.low(), 1));
  }

  int count() {
    return widths.size();
  }

  /** Share of the estimates that are at most twice and at least half of the truth. */
  double withinTwo() {
    return (double) withinTwo / count();
  }

  /** Share of the intervals that hold the truth. */
  double covered() {
    return (double) covered / count();
  }

  /** Geometric mean of estimate/truth. */
  double ratio() {
    return Math.exp(logRatio / count());
  }

  /** Median of upper/lower end, which counts as at least one. */
  double width() {
    double[] sorted = widths.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}

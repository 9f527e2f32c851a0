package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;

/** Totals of heaps beside their truths, for one line of a table. */
final class TotalsTally {

  private int totals;
  private int covered;
  private int coveredSeen;
  private double logRatio;
  private final List<Double> widths = new ArrayList<>();

  /**
   * @param truth of all stacks
   * @param seen of those of which something was recorded
   */
  void add(Range range, double truth, double seen) {
    if (truth == 0) {
      return;
    }
    totals++;
    covered += range.covers(truth) ? 1 : 0;
    coveredSeen += range.covers(seen) ? 1 : 0;
    logRatio += Math.log(Math.max(range.value(), 1) / truth);
    widths.add(range.width());
  }

  void add(TotalsTally other) {
    totals += other.totals;
    covered += other.covered;
    coveredSeen += other.coveredSeen;
    logRatio += other.logRatio;
    widths.addAll(other.widths);
  }

  int totals() {
    return totals;
  }

  /** Share of the intervals that hold the truth. */
  double covered() {
    return (double) covered / totals;
  }

  /** Share of the intervals that hold the truth of the stacks that were recorded. */
  double coveredSeen() {
    return (double) coveredSeen / totals;
  }

  /** Geometric mean of estimate/truth. */
  double ratio() {
    return Math.exp(logRatio / totals);
  }

  /** Median of upper/lower end. */
  double width() {
    return Tally.median(widths);
  }
}

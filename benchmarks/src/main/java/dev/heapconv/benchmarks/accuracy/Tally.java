package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;

/**
 * Estimates beside truths, for one line of a table. Stacks of which nothing was recorded in the
 * view count for {@link #coveredUnseen} only.
 */
final class Tally {

  /** Recorded allocations from which a stack counts as known to some degree, and as well known. */
  static final int SOME = 20;

  static final int MANY = 100;

  /** Stacks with at least so many recorded allocations. */
  private static final class Group {
    final List<Double> widths = new ArrayList<>();
    int covered;
    int withinTwo;
    double logBias;

    void add(double truth, Range range) {
      withinTwo += range.isWithinTwo(truth) ? 1 : 0;
      logBias += Math.log(Math.max(range.value(), 1e-3) / Math.max(truth, 1e-3));
      widths.add(range.width());
      covered += range.covers(truth) ? 1 : 0;
    }

    void add(Group other) {
      widths.addAll(other.widths);
      withinTwo += other.withinTwo;
      logBias += other.logBias;
      covered += other.covered;
    }

    double bias() {
      return Math.exp(logBias / widths.size());
    }
  }

  private final Group all = new Group();
  private final Group some = new Group();
  private final Group many = new Group();
  private int silent;
  private int unseen;
  private int unseenCovered;
  private int hidden;
  private int hiddenCovered;

  /**
   * Adds a stack.
   *
   * @param recorded recorded allocations
   */
  void add(double truth, long recorded, Range range) {
    if (recorded == 0) {
      int covered = range.covers(truth) ? 1 : 0;
      unseen++;
      unseenCovered += covered;
      hidden += truth > 0 ? 1 : 0;
      hiddenCovered += truth > 0 ? covered : 0;
      return;
    }
    silent += !(range.value() > 0) || !range.hasInterval() ? 1 : 0;
    all.add(truth, range);
    if (recorded >= SOME) {
      some.add(truth, range);
    }
    if (recorded >= MANY) {
      many.add(truth, range);
    }
  }

  /** Adds all that another has seen. */
  void add(Tally other) {
    all.add(other.all);
    some.add(other.some);
    many.add(other.many);
    silent += other.silent;
    unseen += other.unseen;
    unseenCovered += other.unseenCovered;
    hidden += other.hidden;
    hiddenCovered += other.hiddenCovered;
  }

  /** Stacks of which something was recorded. */
  int stacks() {
    return all.widths.size();
  }

  /** Those with at least {@link #SOME} recorded allocations. */
  int some() {
    return some.widths.size();
  }

  /** Share of the estimates that are at most twice and at least half of the truth. */
  double withinTwo() {
    return (double) all.withinTwo / stacks();
  }

  double withinTwoSome() {
    return (double) some.withinTwo / some();
  }

  /** Geometric mean of estimate/truth of stacks with {@link #SOME} recorded allocations. */
  double biasSome() {
    return some.bias();
  }

  /** The same of stacks with {@link #MANY}. */
  double biasMany() {
    return many.bias();
  }

  /** Share of the intervals that hold the truth. */
  double covered() {
    return (double) all.covered / stacks();
  }

  /** The same of stacks with {@link #SOME} recorded allocations. */
  double coveredSome() {
    return (double) some.covered / some();
  }

  /** Share of the intervals that hold the truth where nothing was recorded. */
  double coveredUnseen() {
    return (double) unseenCovered / unseen;
  }

  /** The same where there was something. */
  double coveredHidden() {
    return (double) hiddenCovered / hidden;
  }

  /** Share of the stacks with the estimate 0, or without an interval, although recorded. */
  double silent() {
    return (double) silent / stacks();
  }

  /** Median of upper/lower end of stacks with {@link #MANY} recorded allocations. */
  double width() {
    return median(many.widths);
  }

  /** The same of all stacks. */
  double widthAll() {
    return median(all.widths);
  }

  /** The same of stacks with {@link #SOME}. */
  double widthSome() {
    return median(some.widths);
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}

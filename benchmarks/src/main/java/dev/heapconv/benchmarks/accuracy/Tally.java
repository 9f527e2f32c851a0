package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;

/**
 * Estimates beside truths, for one line of a table. Stacks of which nothing was recorded in the
 * view count for {@link #coveredUnseen} only.
 */
final class Tally {

  /** Recorded allocations from which a stack counts as known to some degree, and as well known. */
  static final int SOME = 20;

  static final int MANY = 100;

  private int stacks;
  private int some;
  private int many;
  private int withinTwo;
  private int withinTwoSome;
  private int silent;
  private int unseen;
  private int unseenCovered;
  private int hidden;
  private int hiddenCovered;
  private final int[] covered;
  private final int[] coveredSome;
  private double logBias;
  private double logBiasSome;
  private double logBiasMany;
  private double[] widthsAll = new double[16];
  private double[] widths = new double[16];
  private double[] widthsSome = new double[16];

  /**
   * @param levels of how many levels there are intervals
   */
  Tally(int levels) {
    covered = new int[levels];
    coveredSome = new int[levels];
  }

  /**
   * Adds a stack.
   *
   * @param recorded recorded allocations
   * @param ranges one a level
   * @param main the place of the level that widths are of
   */
  void add(double truth, long recorded, Range[] ranges, int main) {
    Range range = ranges[main];
    if (recorded == 0) {
      unseen++;
      unseenCovered += range.covers(truth) ? 1 : 0;
      hidden += truth > 0 ? 1 : 0;
      hiddenCovered += truth > 0 && range.covers(truth) ? 1 : 0;
      return;
    }
    boolean isSilent = !(range.value() > 0) || !range.hasInterval();
    silent += isSilent ? 1 : 0;
    double ratio = Math.max(range.value(), 1e-3) / Math.max(truth, 1e-3);
    boolean within = range.isWithinTwo(truth);
    withinTwo += within ? 1 : 0;
    double width = range.width();
    logBias += Math.log(ratio);
    widthsAll = append(widthsAll, stacks++, width);
    for (int level = 0; level < ranges.length; level++) {
      covered[level] += ranges[level].covers(truth) ? 1 : 0;
    }
    if (recorded >= SOME) {
      for (int level = 0; level < ranges.length; level++) {
        coveredSome[level] += ranges[level].covers(truth) ? 1 : 0;
      }
      withinTwoSome += within ? 1 : 0;
      logBiasSome += Math.log(ratio);
      widthsSome = append(widthsSome, some++, width);
    }
    if (recorded >= MANY) {
      logBiasMany += Math.log(ratio);
      widths = append(widths, many++, width);
    }
  }

  /** Adds all that another has seen. */
  void add(Tally other) {
    for (int i = 0; i < other.stacks; i++) {
      widthsAll = append(widthsAll, stacks++, other.widthsAll[i]);
    }
    logBias += other.logBias;
    withinTwo += other.withinTwo;
    withinTwoSome += other.withinTwoSome;
    silent += other.silent;
    unseen += other.unseen;
    unseenCovered += other.unseenCovered;
    hidden += other.hidden;
    hiddenCovered += other.hiddenCovered;
    logBiasSome += other.logBiasSome;
    logBiasMany += other.logBiasMany;
    for (int level = 0; level < covered.length; level++) {
      covered[level] += other.covered[level];
      coveredSome[level] += other.coveredSome[level];
    }
    for (int i = 0; i < other.many; i++) {
      widths = append(widths, many++, other.widths[i]);
    }
    for (int i = 0; i < other.some; i++) {
      widthsSome = append(widthsSome, some++, other.widthsSome[i]);
    }
  }

  private static double[] append(double[] values, int size, double value) {
    double[] room = size < values.length ? values : Arrays.copyOf(values, 2 * size);
    room[size] = value;
    return room;
  }

  /** Stacks of which something was recorded. */
  int stacks() {
    return stacks;
  }

  /** Those with at least {@link #SOME} recorded allocations. */
  int some() {
    return some;
  }

  /** Those with at least {@link #MANY}. */
  int many() {
    return many;
  }

  /** Share of the estimates that are at most twice and at least half of the truth. */
  double withinTwo() {
    return (double) withinTwo / stacks;
  }

  double withinTwoSome() {
    return (double) withinTwoSome / some;
  }

  /** Geometric mean of estimate/truth. */
  double bias() {
    return Math.exp(logBias / stacks);
  }

  /** Geometric mean of estimate/truth of stacks with {@link #SOME} recorded allocations. */
  double biasSome() {
    return Math.exp(logBiasSome / some);
  }

  /** The same of stacks with {@link #MANY}. */
  double biasMany() {
    return Math.exp(logBiasMany / many);
  }

  /** Share of the intervals of a level that hold the truth. */
  double covered(int level) {
    return (double) covered[level] / stacks;
  }

  /** The same of stacks with {@link #SOME} recorded allocations. */
  double coveredSome(int level) {
    return (double) coveredSome[level] / some;
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
    return (double) silent / stacks;
  }

  /** Median of upper/lower end of stacks with {@link #MANY} recorded allocations. */
  double width() {
    return median(widths, many);
  }

  /** The same of all stacks. */
  double widthAll() {
    return median(widthsAll, stacks);
  }

  /** The same of stacks with {@link #SOME}. */
  double widthSome() {
    return median(widthsSome, some);
  }

  static double median(double[] values, int size) {
    if (size == 0) {
      return Double.NaN;
    }
    double[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted[size / 2];
  }
}

package dev.heapconv.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** How likely a change as extreme as that of a row is by chance: by t, until draws decide. */
final class RowTest {

  /** After each of so many draws, it may be clear that a row did not change. */
  static final int ROUND = 1000;

  /** With so many draws as extreme, a p-value is known (Besag and Clifford 1991, Biometrika 78). */
  private static final int ENOUGH = 10;

  /** Equal statistics are ties, whatever the rounding. */
  private static final double TIE = 1e-9;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final SqlRow row;
  private final double statistic;
  private final double leastP;
  private int[] blocks = {};
  private double[] held = {};
  private List<GroupDraws> draws = List.of();
  private double p;
  private double below = Double.NaN;
  private double above = Double.NaN;

  /**
   * @param row that is tested
   * @param p the p-value by t
   * @param leastP the least of those by t as it is or without the skewness of means
   */
  RowTest(SqlRow row, double statistic, double p, double leastP) {
    this.row = row;
    this.statistic = statistic;
    this.p = p;
    this.leastP = leastP;
  }

  /**
   * Says what draws are made of.
   *
   * @param others the blocks of devices that hold anything
   * @param sums what they hold
   * @param sections draws of the sections that the row is about
   */
  void holds(int[] others, double[] sums, List<GroupDraws> sections) {
    blocks = others;
    held = sums;
    draws = sections;
  }

  SqlRow row() {
    return row;
  }

  double p() {
    return p;
  }

  double leastP() {
    return leastP;
  }

  /** How many blocks a draw has to look at, at most. */
  int cost() {
    return Math.min(blocks.length, draws.stream().mapToInt(GroupDraws::cost).sum());
  }

  /** How many errors the interval reaches below the change; NaN without draws. */
  double below() {
    return below;
  }

  /** How many it reaches above the change; NaN without draws. */
  double above() {
    return above;
  }

  /**
   * Finds the p-value, and the interval that follows from draws.
   *
   * @param outside how often the interval may miss the change
   */
  void draw(int most, double outside) {
    double least = 2 * begin();
    SplittableRandom random = new SplittableRandom(49);
    double[] drawn = new double[most];
    int extreme = 0;
    int n = 0;
    while (n < most && (n % ROUND != 0 || extreme < ENOUGH)) {
      drawn[n] = Math.signum(statistic) * drawn(random);
      extreme += drawn[n] >= Math.abs(statistic) * (1 - TIE) ? 1 : 0;
      n++;
    }
    double[] sorted = Arrays.copyOf(drawn, n);
    Arrays.sort(sorted);
    p = Math.min(1, 2.0 * (extreme + 1) / (n + 1));
    p = extreme > 0 ? p : Math.max(least, Math.min(p, beyond(statistic, sorted)));
    int tail = (int) (outside / 2 * n);
    boolean isGrowth = statistic > 0;
    below = isGrowth ? sorted[n - 1 - tail] : -sorted[tail];
    above = isGrowth ? -sorted[tail] : sorted[n - 1 - tail];
  }

  /** Prepares for draws; returns how likely the least likely ones are. */
  private double begin() {
    draws.forEach(GroupDraws::clear);
    double chance = 1;
    for (GroupDraws each : draws) {
      for (int i = 0; i < blocks.length; i++) {
        each.hold(blocks[i], held[i]);
      }
      chance *= each.begin();
    }
    return chance;
  }

  /** The statistic of a draw. */
  private double drawn(SplittableRandom random) {
    double[] sums = new double[2];
    for (GroupDraws section : draws) {
      section.draw(random, sums);
    }
    return sums[0] == 0 ? 0 : sums[0] / Math.sqrt(sums[1]);
  }

  /**
   * The p-value of what no draw comes up to. In terms of normal scores, quantiles of draws go on as
   * they did before.
   */
  private static double beyond(double statistic, double[] sorted) {
    double last = sorted[sorted.length - ENOUGH];
    double before = sorted[sorted.length - 10 * ENOUGH];
    double z = NORMAL.inverseSurvivalProbability((double) ENOUGH / sorted.length);
    double zBefore = NORMAL.inverseSurvivalProbability(10.0 * ENOUGH / sorted.length);
    double slope = (z - zBefore) / (last - before);
    return 2 * NORMAL.survivalProbability(z + slope * (Math.abs(statistic) - last));
  }
}

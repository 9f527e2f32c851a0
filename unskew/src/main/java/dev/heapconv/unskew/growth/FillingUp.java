package dev.heapconv.unskew.growth;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether a series rises by more than a heap that is only filling up. A recording begins with
 * nothing live. If a program allocates steadily and objects live for L on average, live memory
 * rises to {@code 1 - exp(-t / L)} of its final level, as it also does when a process starts. So
 * {@link #settled} skips three mean lifetimes, provided that at least half of the dumps remain. The
 * rise of the remaining dumps counts only if it does not slow down as it would for objects that
 * live for the whole time T of these dumps ({@link #explains}).
 *
 * <p>A regression judges this slowing down. It takes up to ten means of successive dumps and
 * regresses their increments on the lengths of time between them and on {@code exp(-t / T)}. The
 * coefficient of the lengths is 0 for lifetimes of T, and negative for any mixture of shorter
 * lifetimes. A peak makes the residuals large, and so the error of the coefficient.
 *
 * <p>Not thread-safe.
 */
public final class FillingUp {

  /** The smallest number of dumps that the tests need. */
  public static final int FEWEST_DUMPS = 5;

  private static final int LIFETIMES = 3;
  private static final int MEANS = 10;

  /**
   * After three mean lifetimes little is left to fill, so a higher p-value still counts as filling
   * up.
   */
  private static final double SETTLED = 3;

  /**
   * The first settled dump is a multiple of this fraction of the dumps, so that few trend tests are
   * made.
   */
  private static final int STEPS = 40;

  /**
   * Residuals are rounding errors if their squares are below this fraction of those of all
   * increments.
   */
  private static final double ROUNDING = 1e-18;

  private final long[] times;
  private final TrendTest[] trends;

  /**
   * @param times the times of the dumps in any unit, ascending; at least two
   */
  public FillingUp(long[] times) {
    this.times = times.clone();
    trends = new TrendTest[times.length];
  }

  /**
   * Returns how many dumps a trend needs to be significant for one row of several. With fewer
   * dumps, even the clearest order comes about by chance too often.
   *
   * @param rows how many rows are tested
   * @param level the accepted share of false findings
   * @return at least {@link #FEWEST_DUMPS}
   */
  public static int fewestDumps(int rows, double level) {
    int dumps = FEWEST_DUMPS;
    while (rows * new TrendTest(dumps).least() > level) {
      dumps++;
    }
    return dumps;
  }

  /**
   * Returns the number of the first dump after three mean lifetimes.
   *
   * @param lifetime mean lifetime as a fraction of the time from the first dump to the last; NaN if
   *     unknown
   * @return 0 if less than half of the dumps, or fewer than {@link #FEWEST_DUMPS}, would remain
   */
  public int settled(double lifetime) {
    double end = times[0] + LIFETIMES * lifetime * (times[times.length - 1] - times[0]);
    int first = 0;
    int step = 1 + (times.length - 1) / STEPS;
    while (first < times.length && times[first] < end) {
      first += step;
    }
    return first > times.length / 2 || times.length - first < FEWEST_DUMPS ? 0 : first;
  }

  /**
   * Returns the p-value of a {@link TrendTest} on the later dumps.
   *
   * @param series one value for each dump
   * @param first number of the first dump to test, from {@link #settled}
   */
  public double trend(double[] series, int first) {
    return trendTest(first).pValue(Arrays.copyOfRange(series, first, series.length));
  }

  /**
   * Returns the lowest p-value that a trend of these dumps can have.
   *
   * @param first number of the first dump to test, from {@link #settled}
   */
  public double leastTrend(int first) {
    return trendTest(first).least();
  }

  private TrendTest trendTest(int first) {
    if (trends[first] == null) {
      trends[first] = new TrendTest(times.length - first);
    }
    return trends[first];
  }

  /**
   * Whether filling up may explain the rise, with objects that live no longer than the recording.
   *
   * @param series one value for each dump; at least {@link #FEWEST_DUMPS}
   * @param first number of the first dump to test, from {@link #settled}
   * @param level accepted probability of a wrong "no" if objects live as long as the recording
   */
  public boolean explains(double[] series, int first, double level) {
    return slowing(series, first) > (first > 0 ? SETTLED : 1) * level;
  }

  /** Returns the p-value of the steady part of a rise, given that another part fills up. */
  private double slowing(double[] series, int first) {
    int means = Math.min(MEANS, series.length - first);
    double whole = times[times.length - 1] - times[first];
    double[][] steps = new double[3][means - 1];
    double timeBefore = 0;
    double meanBefore = 0;
    for (int i = 0; i < means; i++) {
      int from = first + i * (series.length - first) / means;
      int until = first + (i + 1) * (series.length - first) / means;
      double time = 0;
      double mean = 0;
      for (int dump = from; dump < until; dump++) {
        time += (times[dump] - times[first]) / whole / (until - from);
        mean += series[dump] / (until - from);
      }
      if (i > 0) {
        double root = Math.sqrt(time - timeBefore);
        steps[0][i - 1] = root;
        steps[1][i - 1] = (Math.exp(-timeBefore) - Math.exp(-time)) / root;
        steps[2][i - 1] = (mean - meanBefore) / root;
      }
      timeBefore = time;
      meanBefore = mean;
    }
    double[] steady = without(steps[1], steps[0]);
    double[] rest = without(steps[1], steps[2]);
    double squares = TrendTest.product(rest, rest);
    if (!(squares > ROUNDING * TrendTest.product(steps[2], steps[2]))) {
      return 1;
    }
    double r =
        TrendTest.product(steady, rest) / Math.sqrt(TrendTest.product(steady, steady) * squares);
    int freedom = means - 3;
    return r >= 1
        ? 0
        : TDistribution.of(freedom).survivalProbability(r * Math.sqrt(freedom / (1 - r * r)));
  }

  /** Subtracts from a vector its projection on another one. */
  private static double[] without(double[] other, double[] of) {
    double part = TrendTest.product(of, other) / TrendTest.product(other, other);
    double[] rest = new double[of.length];
    Arrays.setAll(rest, i -> of[i] - part * other[i]);
    return rest;
  }
}

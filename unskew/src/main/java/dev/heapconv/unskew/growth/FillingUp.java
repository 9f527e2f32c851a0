package dev.heapconv.unskew.growth;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether a series rises by more than what fills up. A recording begins with nothing: what is
 * allocated steadily and lives for L on average rises to {@code 1 - exp(-t / L)} of its level, as a
 * process does when it starts. So three mean lifetimes are left out if at least half of the dumps
 * remain; and a rise counts only if it does not slow down as what lives for the whole time T of
 * these dumps would.
 *
 * <p>The latter is judged by a regression of the increments of up to ten means of successive dumps
 * on their lengths and on {@code exp(-t / T)}. The coefficient of the lengths is 0 for lifetimes of
 * T, and for any mixture of shorter ones below. A peak makes the residuals, and so its error,
 * large.
 *
 * <p>Not thread-safe.
 */
public final class FillingUp {

  /** With fewer, nothing can be told. */
  public static final int FEWEST_DUMPS = 5;

  private static final int LIFETIMES = 3;
  private static final int MEANS = 10;

  /** What is left to be filled after three mean lifetimes is little, so more may look like it. */
  private static final double SETTLED = 3;

  /** Settled dumps are counted in steps of this part of all, so that there are few tests. */
  private static final int STEPS = 40;

  /** Of the squares of all ups and downs: what is below is a rounding error. */
  private static final double ROUNDING = 1e-18;

  private final long[] times;
  private final TrendTest[] trends;

  /**
   * @param times of the dumps, ascending, at least two
   */
  public FillingUp(long[] times) {
    this.times = times.clone();
    trends = new TrendTest[times.length];
  }

  /**
   * How many dumps it takes before one row of several can be said to rise: fewer can have the same
   * order by chance too often.
   *
   * @param level the share of false findings
   */
  public static int fewestDumps(int rows, double level) {
    int dumps = FEWEST_DUMPS;
    while (rows * new TrendTest(dumps).least() > level) {
      dumps++;
    }
    return dumps;
  }

  /**
   * The first dump that tells of a trend.
   *
   * @param lifetime mean, as a part of the time from the first dump to the last; NaN if unknown
   * @return 0 if that would leave less than half of the dumps, or too few
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

  /** The p-value of a {@link TrendTest} of the dumps from one on. */
  public double trend(double[] series, int first) {
    return trendTest(first).pValue(Arrays.copyOfRange(series, first, series.length));
  }

  /** The p-value of the clearest trend that these dumps can have. */
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
   * Whether what lives no longer than the recording may rise so by filling up.
   *
   * @param series one value a dump, of at least {@link #FEWEST_DUMPS}
   * @param first as {@link #settled} says
   * @param level how often this may be denied of lifetimes of the whole recording
   */
  public boolean explains(double[] series, int first, double level) {
    return slowing(series, first) > (first > 0 ? SETTLED : 1) * level;
  }

  /** The p-value of the steady part of a rise, beside what fills up. */
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

  /** What is left of a vector that is not explained by another one. */
  private static double[] without(double[] other, double[] of) {
    double part = TrendTest.product(of, other) / TrendTest.product(other, other);
    double[] rest = new double[of.length];
    Arrays.setAll(rest, i -> of[i] - part * other[i]);
    return rest;
  }
}

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

  /** A steady rise below this part of all ups and downs is a rounding error. */
  private static final double ROUNDING = 1e-9;

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
    if (trends[first] == null) {
      trends[first] = new TrendTest(times.length - first);
    }
    return trends[first].pValue(Arrays.copyOfRange(series, first, series.length));
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

  private double slowing(double[] series, int first) {
    int means = Math.min(MEANS, series.length - first);
    double[] time = new double[means];
    double[] mean = new double[means];
    double whole = times[times.length - 1] - times[first];
    for (int i = 0; i < means; i++) {
      int from = first + i * (series.length - first) / means;
      int until = first + (i + 1) * (series.length - first) / means;
      for (int dump = from; dump < until; dump++) {
        time[i] += (times[dump] - times[first]) / whole / (until - from);
        mean[i] += series[dump] / (until - from);
      }
    }
    double lengths = time[means - 1] - time[0];
    double fills = Math.exp(-time[0]) - Math.exp(-time[means - 1]);
    double rises = mean[means - 1] - mean[0];
    double squares = 0;
    double products = 0;
    double moved = 0;
    for (int i = 1; i < means; i++) {
      double fill = Math.exp(-time[i - 1]) - Math.exp(-time[i]);
      squares += fill * fill / (time[i] - time[i - 1]);
      products += fill * (mean[i] - mean[i - 1]) / (time[i] - time[i - 1]);
      moved += Math.abs(mean[i] - mean[i - 1]);
    }
    double determinant = lengths * squares - fills * fills;
    double steady = (squares * rises - fills * products) / determinant;
    double slowing = (lengths * products - fills * rises) / determinant;
    if (!(steady > ROUNDING * moved)) {
      return 1;
    }
    double residuals = 0;
    for (int i = 1; i < means; i++) {
      double length = time[i] - time[i - 1];
      double fill = Math.exp(-time[i - 1]) - Math.exp(-time[i]);
      double residual = mean[i] - mean[i - 1] - steady * length - slowing * fill;
      residuals += residual * residual / length;
    }
    int freedom = means - 3;
    double error = Math.sqrt(residuals / freedom * squares / determinant);
    return TDistribution.of(freedom).survivalProbability(steady / error);
  }
}

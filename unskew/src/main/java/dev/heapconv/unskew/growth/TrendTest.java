package dev.heapconv.unskew.growth;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether a series rises throughout, or just happens to end higher than it began while it
 * swings up and down. Successive values of live memory depend on each other, so the residuals of a
 * regression line would greatly understate its error. Slow swings are what looks most like a rise,
 * so this test compares the rise with them.
 *
 * <p>The test replaces the values by their ranks, so that any steady rise counts, not only a
 * straight one. It projects the ranks on orthonormal polynomials over the numbers of the dumps, of
 * degree 1 (the rise) and of degrees 2 to q + 1 (slow swings), with {@code q = min(8, dumps - 2)}.
 * Suppose that a series has no trend and that its values forget the past within about a tenth of
 * the recording. Then all projections have the same variance, and the first one divided by the root
 * mean square of the rest has Student's t distribution with q degrees of freedom. (The idea is that
 * of Müller and Watson 2008, Econometrica 76.)
 *
 * <p>Immutable and thread-safe.
 */
public final class TrendTest {

  private static final int MAX_SWINGS = 8;

  /** Swings below this fraction of the rise, in squares, are rounding errors. */
  private static final double NOTHING = 1e-12;

  private final int dumps;
  private final double[][] shapes;
  private final double least;

  /**
   * @param dumps length of the series, at least 2
   * @throws IllegalArgumentException if there are fewer than two dumps
   */
  public TrendTest(int dumps) {
    if (dumps < 2) {
      throw new IllegalArgumentException("a trend needs two dumps, but there are " + dumps);
    }
    this.dumps = dumps;
    int swings = Math.min(MAX_SWINGS, dumps - 2);
    shapes = new double[swings + 2][];
    for (int degree = 0; degree < shapes.length; degree++) {
      shapes[degree] = orthonormal(degree);
    }
    double orders = 1;
    for (int i = 2; i <= dumps && orders < 1e300; i++) {
      orders *= i;
    }
    least = 1 / orders;
  }

  private double[] orthonormal(int degree) {
    double[] shape = new double[dumps];
    for (int i = 0; i < dumps; i++) {
      shape[i] = degree == 0 ? 1 : shapes[degree - 1][i] * (2.0 * i / (dumps - 1) - 1);
    }
    // The second round removes what rounding leaves of the lower degrees.
    for (int round = 0; round < 2; round++) {
      for (int lower = 0; lower < degree; lower++) {
        double part = product(shape, shapes[lower]);
        for (int i = 0; i < dumps; i++) {
          shape[i] -= part * shapes[lower][i];
        }
      }
    }
    double length = Math.sqrt(product(shape, shape));
    for (int i = 0; i < dumps; i++) {
      shape[i] /= length;
    }
    return shape;
  }

  static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * Returns the probability of a rise at least this clear in a series without a trend. It is never
   * below the probability of one particular order of the dumps, {@code 1 / dumps!}.
   *
   * @param series one value for each dump
   * @return the p-value; 1 if the series does not rise
   */
  public double pValue(double[] series) {
    double[] values = ranks(series);
    double rise = product(values, shapes[1]);
    if (!(rise > 0)) {
      return 1;
    }
    int swings = shapes.length - 2;
    double squares = 0;
    for (int i = 2; i < shapes.length; i++) {
      double swing = product(values, shapes[i]);
      squares += swing * swing;
    }
    if (squares <= NOTHING * rise * rise) {
      return least;
    }
    double t = rise / Math.sqrt(squares / swings);
    return Math.max(least, TDistribution.of(swings).survivalProbability(t));
  }

  /**
   * Returns the p-value of the clearest rise, which is that of one particular order of the dumps.
   */
  double least() {
    return least;
  }

  /** Returns the ranks of values, relative to their mean. Equal values share a rank. */
  private static double[] ranks(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] rankAt = new double[sorted.length];
    for (int first = 0; first < sorted.length; ) {
      int end = first + 1;
      while (end < sorted.length && sorted[end] == sorted[first]) {
        end++;
      }
      Arrays.fill(rankAt, first, end, (first + end - sorted.length) / 2.0);
      first = end;
    }
    double[] ranks = new double[values.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = rankAt[Arrays.binarySearch(sorted, values[i])];
    }
    return ranks;
  }
}

package dev.heapconv.query;

import dev.heapconv.unskew.growth.FalseDiscoveries;
import dev.heapconv.unskew.growth.FillingUp;
import dev.heapconv.unskew.samples.Intervals;
import java.util.Arrays;

/** Which groups grow, and how likely that is an error. */
final class GrowthFindings {

  private final GrowthSums sums;
  private final double confidence;

  /** Which groups ever held memory: all are tested, shown or not. */
  private final boolean[] something;

  private final double[] chances;
  private final double[] falseShares;

  /**
   * @param isTold whether nothing that is missing could look like growth
   */
  GrowthFindings(GrowthSums sums, int groups, double confidence, boolean isTold) {
    this.sums = sums;
    this.confidence = confidence;
    something = new boolean[groups];
    chances = new double[groups];
    long[] times = sums.times();
    double seconds = (times[times.length - 1] - times[0]) / 1e9;
    FillingUp filling = new FillingUp(times);
    for (int group = 0; group < groups; group++) {
      something[group] = sums.row(group).peak() > 0;
      chances[group] = sums.row(group).pValue(filling, seconds);
    }
    double[] found = falseShares(chances);
    double[] told = chances.clone();
    for (int group = 0; group < groups; group++) {
      RowGrowth row = sums.row(group);
      if (!isTold
          || times.length < FillingUp.FEWEST_DUMPS
          || row.hasUnknownNoise()
          || (found[group] <= falseShare()
              ? row.isUntold(filling, seconds, falseShare())
              : row.isClearest(filling, seconds))) {
        told[group] = Double.NaN;
      }
    }
    falseShares = falseShares(told);
  }

  /** The false discovery rate up to each group; NaN where its p-value is NaN. */
  private double[] falseShares(double[] chances) {
    double[] tested = new double[chances.length];
    int count = 0;
    for (int group = 0; group < chances.length; group++) {
      if (something[group]) {
        tested[count++] = Double.isNaN(chances[group]) ? 1 : chances[group];
      }
    }
    double[] adjusted = FalseDiscoveries.adjusted(Arrays.copyOf(tested, count));
    double[] shares = new double[chances.length];
    count = 0;
    for (int group = 0; group < shares.length; group++) {
      double share = something[group] ? adjusted[count++] : 1;
      shares[group] = Double.isNaN(chances[group]) ? Double.NaN : share;
    }
    return shares;
  }

  /** The highest accepted false discovery rate. */
  double falseShare() {
    return 1 - confidence;
  }

  /** How many groups were tested. */
  int tested() {
    int tested = 0;
    for (boolean some : something) {
      tested += some ? 1 : 0;
    }
    return tested;
  }

  boolean[] something() {
    return something;
  }

  GrowthSums sums() {
    return sums;
  }

  RowGrowth row(int row) {
    return sums.row(row);
  }

  /** The false discovery rate up to a group; NaN where the recording cannot tell. */
  double falseShare(int row) {
    return row == Answer.TOTAL ? Double.NaN : falseShares[row];
  }

  /** Whether a group grows: 1 or 0; NaN where the recording cannot tell. */
  double grows(int row) {
    double share = falseShare(row);
    return Double.isNaN(share) ? share : share <= falseShare() ? 1 : 0;
  }

  Cell slope(int row) {
    return sums.row(row).slope(falseShare() / 2);
  }

  Cell lifetime(int row) {
    double z = Intervals.of(confidence).normalQuantile();
    return sums.row(row).lifetime(sums.seconds(), z);
  }

  /**
   * What sorts groups, the first counting most: first those that grow, then those that may, by the
   * lower ends of their slopes; then those first for which chance explains least.
   */
  double[][] likeliest(int[] rows) {
    double[][] keys = new double[3][rows.length];
    for (int i = 0; i < rows.length; i++) {
      boolean isTold = !Double.isNaN(falseShares[rows[i]]);
      boolean stays = falseShares[rows[i]] > falseShare();
      Cell slope = slope(rows[i]);
      keys[0][i] = stays ? 0 : isTold ? 2 : 1;
      keys[1][i] = stays ? -chances[rows[i]] : Double.isNaN(slope.low()) ? 0 : slope.low();
      keys[2][i] = slope.value();
    }
    return keys;
  }
}

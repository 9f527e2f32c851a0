package dev.heapconv.fleet;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much the mean over devices changed between two groups. Devices that are in both groups tell
 * it by their differences, the others by the difference of two means (Welch 1947, Biometrika 34);
 * each counts by its precision, and the degrees of freedom are Satterthwaite's (1946, Biometrics
 * Bulletin 2).
 *
 * <p>Means are compared, not logarithms or medians: these are biased where one group has fewer
 * recordings per device, as a new version always has.
 *
 * @param change the estimate
 * @param variance its squared error; 0 if all devices changed by the same
 * @param degrees of freedom; NaN if the change is unknown, because there are too few devices
 * @param third its third central moment, which says how skewed the error is
 */
record MeanChange(double change, double variance, double degrees, double third) {

  /** A squared error that is smaller, relative to the squared change, is rounding. */
  private static final double ROUNDING = 1e-12;

  static final MeanChange UNKNOWN = new MeanChange(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  /**
   * How likely devices that are in both groups and the others change as differently as they do, or
   * more, by chance; 1 if there are too few of either.
   */
  static double disagreement(MeanChange paired, MeanChange others) {
    MeanChange mean = sum(List.of(paired, others), 1, 1);
    double apart = Math.abs(paired.change - others.change);
    return paired.isKnown() && others.isKnown() && mean.error() > 0
        ? 2 * TDistribution.of(mean.degrees).survivalProbability(apart / 2 / mean.error())
        : 1;
  }

  /** Of devices that are in both groups. */
  static MeanChange ofPairs(DeviceSums pairs) {
    return pairs.isFew() ? UNKNOWN : pairs.mean();
  }

  /** Of the others. */
  static MeanChange ofOthers(DeviceSums before, DeviceSums after) {
    return before.isFew() || after.isFew() ? UNKNOWN : after.mean().minus(before);
  }

  private MeanChange minus(DeviceSums before) {
    MeanChange first = before.mean();
    double both = variance + first.variance;
    double share = variance / both;
    double effective = 1 / (share * share / degrees + (1 - share) * (1 - share) / first.degrees);
    // Of two groups the larger knows better how skewed devices are.
    double skewness =
        (skewness() * Math.pow(degrees + 1, 1.5)
                + first.skewness() * Math.pow(first.degrees + 1, 1.5))
            / (degrees + first.degrees + 2);
    return new MeanChange(
        change - first.change,
        both,
        both > 0 ? Math.max(1, effective) : degrees + first.degrees,
        skewness
            * (Math.pow(variance, 1.5) / Math.sqrt(degrees + 1)
                - Math.pow(first.variance, 1.5) / Math.sqrt(first.degrees + 1)));
  }

  /** The same with an error beside that of devices, which more devices do not lessen. */
  MeanChange withError(double error) {
    return error > 0 ? new MeanChange(change, variance + error * error, degrees, third) : this;
  }

  /** What devices that are in both groups say, and what the others do. */
  MeanChange with(MeanChange other) {
    double share = shareWith(other);
    return share == 1 ? this : share == 0 ? other : sum(List.of(this, other), share, 1 - share);
  }

  /** How much it counts beside the change of other devices, of 1. */
  double shareWith(MeanChange other) {
    if (!isKnown() || !other.isKnown()) {
      return isKnown() ? 1 : 0;
    }
    // Devices that all lack a row differ in nothing, and have no precision to weigh.
    if (isCertain(change, variance)) {
      return change == 0 ? 0 : 1;
    }
    if (isCertain(other.change, other.variance)) {
      return other.change == 0 ? 1 : 0;
    }
    return other.variance / (variance + other.variance);
  }

  /** The mean of changes that were found independently. */
  static MeanChange sum(List<MeanChange> changes, double... weights) {
    if (changes.isEmpty()) {
      return UNKNOWN;
    }
    double all = 0;
    for (double weight : weights) {
      all += weight;
    }
    double change = 0;
    double variance = 0;
    double third = 0;
    double inverse = 0;
    for (int i = 0; i < weights.length; i++) {
      MeanChange each = changes.get(i);
      double share = weights[i] / all;
      change += share * each.change;
      variance += share * share * each.variance;
      third += share * share * share * each.third;
      inverse += Math.pow(share * share * each.variance, 2) / each.degrees;
    }
    double degrees = inverse > 0 ? variance * variance / inverse : changes.get(0).degrees;
    return new MeanChange(change, variance, degrees, third);
  }

  boolean isKnown() {
    return !Double.isNaN(degrees);
  }

  /** Whether a change differs from device to device by no more than rounding. */
  static boolean isCertain(double change, double variance) {
    return variance <= ROUNDING * change * change;
  }

  double error() {
    return isCertain(change, variance) ? 0 : Math.sqrt(variance);
  }

  /** The change in terms of its error: t. */
  double statistic() {
    return change == 0 ? 0 : change / error();
  }

  /** Of the distribution of the estimate. */
  double skewness() {
    return error() == 0 ? 0 : third / Math.pow(variance, 1.5);
  }
}

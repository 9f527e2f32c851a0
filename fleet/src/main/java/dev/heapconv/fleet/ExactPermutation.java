package dev.heapconv.fleet;

/**
 * The probability of a change as large as one that was found, if devices did not change at all:
 * then each difference of a device that is in both groups could as well have the other sign, and
 * each other device could as well be in the other group. With few devices that have a row, all
 * cases can be looked at, so that nothing is left to chance; two to the power of these devices.
 *
 * <p>Devices that lack the row need not be listed: their difference has no sign, and which group
 * they are in only depends on how many places are left.
 */
final class ExactPermutation {

  /** Equal statistics are ties, whatever the rounding. */
  private static final double TIE = 1e-9;

  private final double[] differences;
  private final double[] values;
  private final long pairs;
  private final long before;
  private final long after;
  private final double squaredDifferences;
  private final double sum;
  private final double squares;
  private final double observed;

  /**
   * @param differences of devices that are in both groups
   * @param pairs how many these are, with those that are not listed
   * @param valuesBefore of devices that are in the first group only
   * @param before how many these are
   * @param valuesAfter of devices that are in the second group only
   * @param after how many these are
   */
  ExactPermutation(
      double[] differences,
      long pairs,
      double[] valuesBefore,
      long before,
      double[] valuesAfter,
      long after) {
    boolean isPaired = pairs >= DeviceChange.MIN_DEVICES;
    boolean isUnpaired = Math.min(before, after) >= DeviceChange.MIN_DEVICES;
    this.differences = isPaired ? differences.clone() : new double[0];
    this.pairs = isPaired ? pairs : 0;
    this.before = isUnpaired ? before : 0;
    this.after = isUnpaired ? after : 0;
    values = new double[isUnpaired ? valuesBefore.length + valuesAfter.length : 0];
    if (isUnpaired) {
      System.arraycopy(valuesBefore, 0, values, 0, valuesBefore.length);
      System.arraycopy(valuesAfter, 0, values, valuesBefore.length, valuesAfter.length);
    }
    squaredDifferences = squares(this.differences);
    sum = sum(values);
    squares = squares(values);
    observed =
        Math.abs(
            statistic(
                sum(this.differences),
                isUnpaired ? sum(valuesAfter) : 0,
                isUnpaired ? squares(valuesAfter) : 0));
  }

  private static double sum(double[] of) {
    double sum = 0;
    for (double value : of) {
      sum += value;
    }
    return sum;
  }

  private static double squares(double[] of) {
    double sum = 0;
    for (double value : of) {
      sum += value * value;
    }
    return sum;
  }

  double pValue() {
    return flipped(0, 0, 1);
  }

  /** What the signs from one on contribute, if those before add up to {@code sumSoFar}. */
  private double flipped(int from, double sumSoFar, double probability) {
    if (from == differences.length) {
      return exchanged(0, sumSoFar, 0, 0, 0, probability);
    }
    double next = differences[from];
    return flipped(from + 1, sumSoFar + next, probability / 2)
        + flipped(from + 1, sumSoFar - next, probability / 2);
  }

  /** What the groups of devices from one on contribute, if {@code moved} are in the second. */
  private double exchanged(
      int from, double flips, double sumAfter, double squaresAfter, int moved, double probability) {
    if (probability == 0) {
      return 0;
    }
    if (from == values.length) {
      double found = Math.abs(statistic(flips, sumAfter, squaresAfter));
      return found >= observed * (1 - TIE) ? probability : 0;
    }
    double next = values[from];
    double places = before + after - from;
    double inAfter = (after - moved) / places;
    return exchanged(
            from + 1,
            flips,
            sumAfter + next,
            squaresAfter + next * next,
            moved + 1,
            probability * inAfter)
        + exchanged(from + 1, flips, sumAfter, squaresAfter, moved, probability * (1 - inAfter));
  }

  /** The change in terms of its error, as in {@link DeviceChange}. */
  private double statistic(double flips, double sumAfter, double squaresAfter) {
    double change = 0;
    double weights = 0;
    if (pairs > 0) {
      double mean = flips / pairs;
      double weight = weight(mean, variance(mean, squaredDifferences, pairs));
      change += mean == 0 ? 0 : mean * weight;
      weights += weight;
    }
    if (after > 0) {
      double meanAfter = sumAfter / after;
      double meanBefore = (sum - sumAfter) / before;
      double mean = meanAfter - meanBefore;
      double variance =
          variance(meanAfter, squaresAfter, after)
              + variance(meanBefore, squares - squaresAfter, before);
      double weight = weight(mean, variance);
      change += mean == 0 ? 0 : mean * weight;
      weights += weight;
    }
    if (Double.isInfinite(weights)) {
      return Double.POSITIVE_INFINITY;
    }
    return weights > 0 ? change / Math.sqrt(weights) : 0;
  }

  /** The squared error of a mean. */
  private static double variance(double mean, double squaresOfAll, long devices) {
    return Math.max(0, (squaresOfAll / devices - mean * mean) / (devices - 1));
  }

  /** What differs by no more than rounding has no precision to weigh. */
  private static double weight(double mean, double variance) {
    if (variance > DeviceChange.ROUNDING * mean * mean) {
      return 1 / variance;
    }
    return mean == 0 ? 0 : Double.POSITIVE_INFINITY;
  }
}

package dev.heapconv.fleet;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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

  /** A squared error that is smaller, relative to the squared change, is rounding. */
  private static final double ROUNDING = 1e-15;

  /** Parts of fewer devices were not used. */
  private static final int MIN_DEVICES = 4;

  private final long pairs;
  private final long before;
  private final long after;

  /** Differences of devices in both groups, and values of those in one, the first group first. */
  private final double[] values;

  /** How many of the values are differences. */
  private final int differences;

  private final double squaredDifferences;
  private final double sum;
  private final double squares;
  private final double observed;

  /**
   * What some of the devices add up to.
   *
   * @param differences with their signs
   * @param after of those in the second group only
   * @param squaresAfter of the same
   * @param inAfter how many these are
   */
  private record CaseSums(double differences, double after, double squaresAfter, long inAfter) {

    static final CaseSums NONE = new CaseSums(0, 0, 0, 0);

    CaseSums difference(double value) {
      return new CaseSums(differences + value, after, squaresAfter, inAfter);
    }

    CaseSums after(double value) {
      return new CaseSums(differences, after + value, squaresAfter + value * value, inAfter + 1);
    }
  }

  /**
   * @param row of {@code compare.sql}
   * @param devices the rows of {@code few-devices.sql} that belong to it
   */
  ExactPermutation(SqlRow row, List<SqlRow> devices) {
    long both = row.count("pairs");
    long onlyBefore = row.count("n_a") - both;
    long onlyAfter = row.count("n_b") - both;
    boolean usesOthers = Math.min(onlyBefore, onlyAfter) >= MIN_DEVICES;
    pairs = both >= MIN_DEVICES ? both : 0;
    before = usesOthers ? onlyBefore : 0;
    after = usesOthers ? onlyAfter : 0;
    // A device that is not in a group has no number there.
    double[] flipped = numbers(devices, pairs, d -> d.number("b") - d.number("a"));
    double[] second = numbers(devices, after, d -> isMissing(d, "a") ? d.number("b") : Double.NaN);
    double[] first = numbers(devices, before, d -> isMissing(d, "b") ? d.number("a") : Double.NaN);
    differences = flipped.length;
    squaredDifferences = squares(flipped);
    sum = DoubleStream.of(first).sum() + DoubleStream.of(second).sum();
    squares = squares(first) + squares(second);
    values = Stream.of(flipped, first, second).flatMapToDouble(DoubleStream::of).toArray();
    CaseSums found = CaseSums.NONE.difference(DoubleStream.of(flipped).sum());
    for (double value : second) {
      found = found.after(value);
    }
    observed = statistic(found);
  }

  private static boolean isMissing(SqlRow device, String group) {
    return Double.isNaN(device.number(group));
  }

  private static double[] numbers(List<SqlRow> devices, long all, ToDoubleFunction<SqlRow> number) {
    return devices.stream()
        .mapToDouble(number)
        .filter(value -> all > 0 && !Double.isNaN(value))
        .toArray();
  }

  double pValue() {
    return extreme(0, CaseSums.NONE, 1);
  }

  /** The part of all cases that are as extreme, if devices before this one are settled. */
  private double extreme(int device, CaseSums sums, double probability) {
    if (probability == 0) {
      return 0;
    }
    if (device == values.length) {
      return statistic(sums) >= observed * (1 - TIE) ? probability : 0;
    }
    double value = values[device];
    if (device < differences) {
      return extreme(device + 1, sums.difference(value), probability / 2)
          + extreme(device + 1, sums.difference(-value), probability / 2);
    }
    double places = (double) before + after - (device - differences);
    double chance = (after - sums.inAfter) / places;
    return extreme(device + 1, sums.after(value), probability * chance)
        + extreme(device + 1, sums, probability * (1 - chance));
  }

  /** The size of the change in terms of its error, as in {@code compare.sql}. */
  private double statistic(CaseSums sums) {
    double difference = sums.differences / Math.max(1, pairs);
    double meanAfter = sums.after / Math.max(1, after);
    double meanBefore = (sum - sums.after) / Math.max(1, before);
    double[] means = {difference, meanAfter - meanBefore};
    double[] errors = {
      squaredError(difference, squaredDifferences, pairs),
      squaredError(meanAfter, sums.squaresAfter, after)
          + squaredError(meanBefore, squares - sums.squaresAfter, before)
    };
    double change = 0;
    double weights = 0;
    for (int part = 0; part < means.length; part++) {
      double mean = means[part];
      if (errors[part] > ROUNDING * mean * mean) {
        change += mean / errors[part];
        weights += 1 / errors[part];
      } else if (mean != 0) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return weights > 0 ? Math.abs(change) / Math.sqrt(weights) : 0;
  }

  private static double squaredError(double mean, double squares, long devices) {
    return devices < 2 ? 0 : Math.max(0, (squares / devices - mean * mean) / (devices - 1));
  }

  private static double squares(double[] values) {
    return DoubleStream.of(values).map(value -> value * value).sum();
  }
}

package dev.heapconv.unskew.plan;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a sample of a population says of all of it, such as devices that sent recordings of all
 * devices. Members of the sample are numbered from 0 and independent of each other. Immutable and
 * thread-safe.
 *
 * <p>A value that a member does not have is 0: calls name only the members with others.
 */
public final class Population {

  /**
   * A sample underestimates the skewness of a population with a heavy tail, because it rarely
   * contains what lies far out in the tail. Intervals therefore hold both for the skewness of the
   * sample and for this many times as much. (Measured; see benchmarks/README.md.)
   */
  private static final double SKEWNESS_MISSED = 1.4;

  /** By how much rounding may change a sum over members, relative to it. */
  private static final double ROUNDING = 1e-12;

  private final double[] weights;
  private final int size;

  /** How many members of equal weight would be as good a sample. */
  private final double effectiveSize;

  private final double sum;
  private final double squares;
  private final double cubes;
  private final double z;
  private final double t;

  private Population(double[] weights, double confidence) {
    this.weights = weights;
    double all = 0;
    double largest = 0;
    int count = 0;
    for (double weight : weights) {
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("not a weight: " + weight);
      }
      largest = Math.max(largest, weight);
      all += weight;
      count += weight > 0 ? 1 : 0;
    }
    if (all == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("the sum of the weights is too large");
    }
    size = count;
    sum = all;
    squares = powers(2);
    cubes = powers(3);
    effectiveSize = size == 0 ? 0 : size * (size / squares);
    z = Intervals.of(confidence).normalQuantile();
    // Between unequal weights, the largest may leave little more than one member.
    t =
        size < 2
            ? Double.POSITIVE_INFINITY
            : -TDistribution.of(Math.max(1, effectiveSize - 1))
                .inverseCumulativeProbability((1 - confidence) / 2);
  }

  private double powers(int exponent) {
    double total = 0;
    for (int member = 0; member < weights.length; member++) {
      total += Math.pow(relative(member), exponent);
    }
    return total;
  }

  /**
   * A sample whose members stand for different numbers of others.
   *
   * @param weights by member, finite and not negative; members with weight 0 are left out
   * @param confidence level of the intervals, between 0 and 1, both excluded
   */
  public static Population weighted(double[] weights, double confidence) {
    return new Population(weights.clone(), confidence);
  }

  /** A sample of {@code size} members, each as likely as the others. */
  public static Population of(int size, double confidence) {
    double[] weights = new double[size];
    Arrays.fill(weights, 1);
    return new Population(weights, confidence);
  }

  /** How many members have a weight. */
  public int size() {
    return size;
  }

  /** Whether a member is part of the sample, because it has a weight. */
  public boolean contains(int member) {
    return weights[member] > 0;
  }

  /** The weight of a member in terms of the mean weight. */
  private double relative(int member) {
    return weights[member] * size / sum;
  }

  /**
   * The mean over the population, with an interval that holds how much members differ.
   *
   * <p>The interval is Hall's (1992, Journal of the Royal Statistical Society B 54): a t interval
   * after a monotone transformation that removes the skewness of the mean, {@code g(T) = T + aT^2/3
   * + a^2T^3/27 + a/6} with {@code a} the skewness of the mean. For memory, whose distribution over
   * devices has a long tail, t intervals miss the mean far too often. With weights, the values are
   * those of the linearized ratio, and t has the degrees of freedom of the {@linkplain
   * #effectiveSize effective size} (Kish 1965, Survey Sampling).
   *
   * @param members numbers of the members that have a value, each once
   * @param values by position in {@code members}; not negative
   * @param count how many of them count
   * @return without an interval, which is then 0 to infinity, if there are fewer than two members
   */
  public Estimate mean(int[] members, double[] values, int count) {
    double mean = average(members, values, count);
    if (size < 2) {
      return new Estimate(mean, 0, Double.POSITIVE_INFINITY);
    }
    // Scaled by the mean, so that no power overflows.
    double second = squares;
    double third = -cubes;
    for (int i = 0; i < count && mean > 0; i++) {
      double weight = relative(members[i]);
      double residual = weight * (values[i] / mean - 1);
      second += residual * residual - weight * weight;
      third += residual * residual * residual + weight * weight * weight;
    }
    if (!(mean > 0) || !(second > ROUNDING * squares)) {
      return Estimate.exact(mean);
    }
    double error = mean * Math.sqrt(second / size * bessel()) / Math.sqrt(size);
    double skewness = third / size / Math.pow(second / size, 1.5) * smallSample();
    double[] ends = {0, 0};
    for (double factor : new double[] {1, SKEWNESS_MISSED}) {
      double ofMean = factor * skewness / Math.sqrt(size);
      ends[0] = Math.max(ends[0], untransformed(t, ofMean));
      ends[1] = Math.min(ends[1], untransformed(-t, ofMean));
    }
    return new Estimate(mean, Math.max(0, mean - ends[0] * error), mean - ends[1] * error);
  }

  /** The {@link #mean} alone. */
  public double average(int[] members, double[] values, int count) {
    double total = 0;
    for (int i = 0; i < count; i++) {
      total += weights[members[i]] * values[i];
    }
    return total > 0 ? total / sum : 0;
  }

  /** What corrects the bias of a sample's variance. */
  private double bessel() {
    return effectiveSize / Math.max(effectiveSize - 1, ROUNDING);
  }

  /** What corrects the bias of a sample's skewness (Joanes and Gill 1998, The Statistician 47). */
  private double smallSample() {
    double n = effectiveSize;
    return n > 2 ? Math.sqrt(n * (n - 1)) / (n - 2) : 1;
  }

  /** The T with {@code g(T) = y}. */
  private static double untransformed(double y, double skewness) {
    if (Math.abs(skewness) < 1e-9) {
      return y;
    }
    return 3 / skewness * (Math.cbrt(1 + skewness * (y - skewness / 6)) - 1);
  }

  /**
   * The share of the population that has something, from 0 to 1, with Wilson's interval (1927,
   * Journal of the American Statistical Association 22).
   *
   * @param members those that have it, each once
   * @param count how many of them count
   */
  public Estimate share(int[] members, int count) {
    if (size == 0) {
      return new Estimate(0, 0, 1);
    }
    double having = 0;
    for (int i = 0; i < count; i++) {
      having += weights[members[i]];
    }
    double p = Math.min(1, having / sum);
    double part = z * z / effectiveSize;
    double middle = (p + part / 2) / (1 + part);
    double half = Math.sqrt(part * (p * (1 - p) + part / 4)) / (1 + part);
    return new Estimate(
        p, p == 0 ? 0 : Math.max(0, middle - half), p == 1 ? 1 : Math.min(1, middle + half));
  }

  /**
   * Quantiles of the values of the sample: for each probability the smallest value that at least
   * such a part of the members does not exceed; 0 without members.
   *
   * @param members numbers of the members that have a value, each once
   * @param values by position in {@code members}; not negative
   * @param count how many of them count
   * @param probabilities from 0 to 1
   */
  public double[] quantiles(int[] members, double[] values, int count, double... probabilities) {
    double[] quantiles = new double[probabilities.length];
    // Rounding must not skip a value at the exact middle.
    double[] wanted = Arrays.stream(probabilities).map(p -> p * sum * (1 - ROUNDING)).toArray();
    if (size == weights.length && squares == size) {
      // Each counts the same: no need to know which value is whose.
      double[] sorted = Arrays.copyOf(values, count);
      Arrays.sort(sorted);
      for (int p = 0; p < quantiles.length; p++) {
        int rank = (int) Math.ceil(wanted[p] * size / sum) - (size - count);
        quantiles[p] = rank > 0 ? sorted[rank - 1] : 0;
      }
      return quantiles;
    }
    double having = 0;
    for (int i = 0; i < count; i++) {
      having += weights[members[i]];
    }
    int[] order = ascending(values, count);
    for (int p = 0; p < quantiles.length; p++) {
      double below = sum - having;
      for (int i = 0; i < count && below < wanted[p]; i++) {
        below += weights[members[order[i]]];
        quantiles[p] = values[order[i]];
      }
    }
    return quantiles;
  }

  private static int[] ascending(double[] values, int count) {
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> values[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}

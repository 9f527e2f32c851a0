package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** A distribution over sizes of allocations. */
final class SizeMix {

  /** Continuous distributions are cut into steps of so much. */
  private static final double STEP = 1.01;

  /**
   * From so many draws for each size on, the counts of the sizes are drawn instead of the sizes.
   */
  private static final int MANY = 2;

  private final int[] sizes;

  /** Chance of a size or one before it; the last is 1. */
  private final double[] cumulative;

  /**
   * @param weights one a size, in any unit
   */
  SizeMix(int[] sizes, double[] weights) {
    this.sizes = sizes;
    cumulative = weights.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    double sum = cumulative[cumulative.length - 1];
    for (int i = 0; i < cumulative.length; i++) {
      cumulative[i] /= sum;
    }
  }

  static SizeMix one(double size) {
    return new SizeMix(new int[] {(int) size}, new double[] {1});
  }

  static SizeMix two(double size, double other, double shareOfOther) {
    return new SizeMix(
        new int[] {(int) size, (int) other}, new double[] {1 - shareOfOther, shareOfOther});
  }

  /**
   * A continuous distribution between two sizes, in steps of 1 %, each rounded up to a multiple of
   * {@code align} bytes.
   *
   * @param distribution the chance of less than so many bytes
   */
  static SizeMix continuous(double low, double high, int align, DoubleUnaryOperator distribution) {
    int capacity = 2 + (int) (Math.log(high / low) / Math.log(STEP)) + (int) (2 / (STEP - 1));
    int[] sizes = new int[capacity];
    double[] weights = new double[capacity];
    int cells = 0;
    double from = low;
    double below = distribution.applyAsDouble(from);
    while (from < high) {
      double to = Math.min(high, Math.max(from + 1, from * STEP));
      double next = distribution.applyAsDouble(to);
      int size = align * (int) Math.ceil(Math.max(1, Math.floor(Math.sqrt(from * to))) / align);
      if (cells > 0 && sizes[cells - 1] == size) {
        weights[cells - 1] += next - below;
      } else {
        sizes[cells] = size;
        weights[cells++] = next - below;
      }
      from = to;
      below = next;
    }
    return new SizeMix(Arrays.copyOf(sizes, cells), Arrays.copyOf(weights, cells));
  }

  /** Both, {@code share} of the allocations from {@code other}. */
  SizeMix and(SizeMix other, double share) {
    int[] all = Arrays.copyOf(sizes, sizes.length + other.sizes.length);
    double[] weights = new double[all.length];
    System.arraycopy(other.sizes, 0, all, sizes.length, other.sizes.length);
    for (int i = 0; i < all.length; i++) {
      weights[i] =
          i < sizes.length ? (1 - share) * weight(i) : share * other.weight(i - sizes.length);
    }
    return new SizeMix(all, weights);
  }

  private double weight(int i) {
    return cumulative[i] - (i == 0 ? 0 : cumulative[i - 1]);
  }

  int[] sizes() {
    return sizes;
  }

  /** How many of {@code n} allocations have each size: a multinomial draw. */
  long[] draw(long n, Draws draws) {
    long[] counts = new long[sizes.length];
    if (n < (long) MANY * sizes.length) {
      for (long i = 0; i < n; i++) {
        counts[at(draws.uniform())]++;
      }
      return counts;
    }
    long rest = n;
    for (int i = 0; i < counts.length && rest > 0; i++) {
      double before = i == 0 ? 0 : cumulative[i - 1];
      counts[i] =
          i == counts.length - 1
              ? rest
              : draws.binomial(rest, (cumulative[i] - before) / (1 - before));
      rest -= counts[i];
    }
    return counts;
  }

  private int at(double chance) {
    int found = Arrays.binarySearch(cumulative, chance);
    return Math.min(found < 0 ? -found - 1 : found + 1, sizes.length - 1);
  }
}

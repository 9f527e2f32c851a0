package dev.heapconv.unskew;

import java.util.ArrayList;
import java.util.List;

/**
 * A shape of the sizes that one stack allocates, free of scale: a discrete distribution over
 * offsets on the logarithmic size grid of {@link OccupancyTable} ({@value #CELLS_PER_OCTAVE} cells
 * per doubling). Offset 0 is the typical size: the geometric mean of a smooth shape, the small side
 * of two sizes.
 *
 * <p>The families are what call stacks of real programs do: one size (a {@code new Node}), sizes
 * spread around a typical one (strings), anything up to a limit, growth by doubling (vectors,
 * string buffers), and two sizes far apart (a small header or a large buffer from one place). Why
 * these and these weights: RATIONALE.md, "Object counts of heapprofd stacks".
 */
final class SizeFamily {

  static final int CELLS_PER_OCTAVE = 2;

  /** Share of stacks that allocate one size only. */
  static final double FIXED = 0.65;

  /** Share of stacks that allocate two sizes far apart. */
  static final double TWO_SIZES = 0.08;

  /** Share of stacks whose sizes double step by step. */
  static final double DOUBLING = 0.045;

  static final double CAUTIOUS_DOUBLING = 0.37;

  /** Shares of the larger of two sizes in the allocations, each as likely. */
  static final double[] LARGE_SHARES = {0.5, 0.2, 0.08, 0.03, 0.01, 0.004};

  /**
   * Shares of exactly T in stacks of another size; the interval is a power of two, and so are many
   * sizes.
   */
  private static final double[] EQUAL_SHARES = {0.15, 0.5};

  /**
   * What the shares above are for the intervals: about the same for each kind of stack. Only their
   * proportions matter.
   */
  static final double CAUTIOUS_FIXED = 0.3;

  /**
   * One size at or above the cutoff leaves a trace of its own (S divides by n), so caution costs
   * too much there.
   */
  static final double CAUTIOUS_EXACT = 0.65;

  static final double CAUTIOUS_TWO_SIZES = 0.8;

  private static final double BY_CHANCE = 0.01;
  private static final double CAUTIOUS_BY_CHANCE = 0.07;

  /** Chances of vectors to outgrow a size once they have it. */
  private static final double[] ONWARD = {0.55, 0.7};

  private static final double LN_CELL = Math.log(2) / CELLS_PER_OCTAVE;

  /** Offsets in cells and their shares; shares sum to 1. */
  final int[] offsets;

  final double[] shares;

  /** Prior weight of the family among all stacks. */
  final double weight;

  /** The same for intervals. */
  final double cautiousWeight;

  /**
   * Whether its sizes are powers of two as often as not, and so multiples of a power-of-two
   * interval.
   */
  final boolean powersOfTwo;

  /** Share of allocations beside these that are exactly one interval, and so look like one hit. */
  final double equalToInterval;

  private SizeFamily(
      int[] offsets, double[] shares, double weight, double cautiousWeight, boolean powersOfTwo) {
    this(offsets, shares, weight, cautiousWeight, powersOfTwo, 0);
  }

  private SizeFamily(
      int[] offsets,
      double[] shares,
      double weight,
      double cautiousWeight,
      boolean powersOfTwo,
      double equalToInterval) {
    this.equalToInterval = equalToInterval;
    this.offsets = offsets;
    this.shares = shares;
    this.weight = weight;
    this.cautiousWeight = cautiousWeight;
    this.powersOfTwo = powersOfTwo;
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
  }

  /** All families; the typical weights sum to about 1. The first one is the fixed size. */
  static List<SizeFamily> all() {
    List<SizeFamily> families = new ArrayList<>();
    families.add(twoSizes(0, 0, FIXED, CAUTIOUS_FIXED));
    families.add(logNormal(0.25, 0.08, 0.05));
    families.add(logNormal(0.5, 0.05, 0.05));
    families.add(logNormal(1, 0.04, 0.05));
    families.add(logNormal(1.5, 0.02, 0.03));
    families.add(logNormal(2.2, 0.015, 0.03));
    families.add(upToLimit(0.015, 0.04));
    int[] doublings = {1, 2, 3, 4, 6, 8, 11};
    for (int octaves : doublings) {
      families.add(
          doubling(
              octaves,
              1,
              (DOUBLING - BY_CHANCE) / doublings.length,
              (CAUTIOUS_DOUBLING - CAUTIOUS_BY_CHANCE) / doublings.length));
    }
    for (double onward : ONWARD) {
      families.add(
          doubling(13, onward, BY_CHANCE / ONWARD.length, CAUTIOUS_BY_CHANCE / ONWARD.length));
    }
    for (double share : EQUAL_SHARES) {
      families.add(
          new SizeFamily(
              new int[] {0},
              new double[] {1},
              0.01 / EQUAL_SHARES.length,
              0.04 / EQUAL_SHARES.length,
              false,
              share));
    }
    int[] ratios = {4, 7, 10, 12};
    double parts = ratios.length * LARGE_SHARES.length;
    for (int ratio : ratios) {
      for (double share : LARGE_SHARES) {
        families.add(
            twoSizes(
                ratio * CELLS_PER_OCTAVE, share, TWO_SIZES / parts, CAUTIOUS_TWO_SIZES / parts));
      }
    }
    return families;
  }

  private static SizeFamily logNormal(double spread, double weight, double cautiousWeight) {
    int reach = (int) Math.ceil(4 * spread / LN_CELL);
    int step = Math.max(1, reach / 24);
    int half = reach / step;
    int[] offsets = new int[2 * half + 1];
    double[] shares = new double[offsets.length];
    for (int i = -half; i <= half; i++) {
      double z = i * step * LN_CELL / spread;
      offsets[i + half] = i * step;
      shares[i + half] = Math.exp(-z * z / 2);
    }
    return new SizeFamily(offsets, shares, weight, cautiousWeight, false);
  }

  /** Uniform on (0, limit]: a cell holds as many sizes as it is wide. Offset 0 is the mean. */
  private static SizeFamily upToLimit(double weight, double cautiousWeight) {
    int cells = 6 * CELLS_PER_OCTAVE;
    int[] offsets = new int[cells];
    double[] shares = new double[cells];
    for (int i = 0; i < cells; i++) {
      offsets[i] = CELLS_PER_OCTAVE - 1 - i;
      shares[i] = Math.exp(-i * LN_CELL);
    }
    return new SizeFamily(offsets, shares, weight, cautiousWeight, false);
  }

  /**
   * Sizes that double {@code octaves} times, each step taken with chance {@code onward}. With
   * chance 1 it also stands for sizes log-uniform over the range.
   */
  private static SizeFamily doubling(
      int octaves, double onward, double weight, double cautiousWeight) {
    int[] offsets = new int[octaves + 1];
    double[] shares = new double[octaves + 1];
    for (int i = 0; i <= octaves; i++) {
      offsets[i] = (i - (onward == 1 ? octaves / 2 : 1)) * CELLS_PER_OCTAVE;
      shares[i] = Math.pow(onward, i);
    }
    return new SizeFamily(offsets, shares, weight, cautiousWeight, true);
  }

  private static SizeFamily twoSizes(
      int distance, double largeShare, double weight, double cautiousWeight) {
    if (largeShare == 0) {
      return new SizeFamily(new int[] {0}, new double[] {1}, weight, cautiousWeight, false);
    }
    return new SizeFamily(
        new int[] {0, distance},
        new double[] {1 - largeShare, largeShare},
        weight,
        cautiousWeight,
        false);
  }
}

package dev.heapconv.unskew.occupancy;

import java.util.ArrayList;
import java.util.List;

/**
 * A shape of the sizes that one stack allocates, free of scale: a discrete distribution over
 * offsets on the logarithmic size grid ({@value #NODES_PER_OCTAVE} nodes per doubling). Offset 0 is
 * the typical size: the geometric mean of a smooth shape, the small side of two sizes.
 *
 * <p>The shapes are what call stacks of real programs do: one size (a {@code new Node}), sizes
 * spread around a typical one (strings), anything up to a limit, growth by doubling (vectors,
 * string buffers), and two sizes far apart (a small header or a large buffer from one place).
 * Weights come in two kinds, see {@link CountPosterior}. Why these shapes and weights:
 * RATIONALE.md, "Object counts of heapprofd stacks".
 */
final class SizeShape {

  static final int NODES_PER_OCTAVE = 3;

  /** What kind of program code makes such sizes. */
  enum Kind {
    /** One size. */
    ONE_SIZE(0.012),
    /** Log-normal around a typical size. */
    SPREAD(0.01),
    /** Anything up to a limit. */
    UP_TO_LIMIT(0.01),
    /** Doubling from a smallest to a largest size; also log-uniform sizes. */
    DOUBLING(0.4),
    /** A power law of many small and few large ones. */
    HEAVY_TAILED(0.01),
    /** Two sizes far apart. */
    TWO_SIZES(0.25),
    /** One size beside others of exactly the sampling interval. */
    PARTLY_INTERVAL(0.1);

    /** Chance that sizes at or above the cutoff are multiples of the sampling interval. */
    final double multiples;

    Kind(double multiples) {
      this.multiples = multiples;
    }
  }

  /** Weights of one kind of prior: how likely each shape is before anything is recorded. */
  private static final class Weights {
    final double oneSize;
    final double[] spread;
    final double upToLimit;
    final double doubling;
    final double[] heavyTailed;
    final double twoSizes;
    final double[] gaps;
    final double[] largeShares;
    final double partlyInterval;

    Weights(
        double oneSize,
        double[] spread,
        double upToLimit,
        double doubling,
        double[] heavyTailed,
        double twoSizes,
        double[] gaps,
        double[] largeShares,
        double partlyInterval) {
      this.oneSize = oneSize;
      this.spread = spread;
      this.upToLimit = upToLimit;
      this.doubling = doubling;
      this.heavyTailed = heavyTailed;
      this.twoSizes = twoSizes;
      this.gaps = gaps;
      this.largeShares = largeShares;
      this.partlyInterval = partlyInterval;
    }
  }

  private static final double[] SPREADS = {0.3, 0.65, 1.1, 1.6, 2.2};
  private static final int[] DOUBLINGS = {1, 2, 3, 5, 8, 11};

  /** Chances of a size to occur twice as large. */
  private static final double[] TAILS = {0.3, 0.45, 0.62};

  /** Doublings between two sizes. */
  private static final int[] GAPS = {3, 5, 7, 9, 11, 13, 15};

  /** Shares of the larger of two sizes in the allocations. */
  private static final double[] LARGE_SHARES = {0.4, 0.1, 0.025, 0.006, 0.001};

  private static final double[] INTERVAL_SHARES = {0.03, 0.3};

  private static final int TAIL_OCTAVES = 14;

  private static final Weights TYPICAL =
      new Weights(
          0.35,
          new double[] {0.06, 0.04, 0.03, 0.025, 0.02},
          0.06,
          0.09,
          new double[] {0.01, 0.015, 0.02},
          0.17,
          new double[] {0.3, 0.4, 0.6, 0.9, 1.3, 1.3, 0.9},
          new double[] {1.9, 3, 1.8, 1.2, 0.4},
          0.03);

  private static final Weights CAUTIOUS =
      new Weights(
          0.42,
          new double[] {0.015, 0.02, 0.03, 0.05, 0.11},
          0.18,
          0.055,
          new double[] {0.006, 0.008, 0.01},
          0.37,
          new double[] {0.6, 0.8, 1, 1.2, 1.6, 2, 4},
          new double[] {1.5, 2.8, 2.2, 1.3, 1},
          0.06);

  final Kind kind;

  /** Offsets in nodes and their shares; shares sum to 1. */
  final int[] offsets;

  final double[] shares;

  /** Share of allocations beside these that are exactly one interval. */
  final double intervalShare;

  /** Weight among all stacks, for estimates. */
  final double typical;

  /** Weight among all kinds of stacks, for intervals. */
  final double cautious;

  private SizeShape(
      Kind kind,
      int[] offsets,
      double[] shares,
      double intervalShare,
      double typical,
      double cautious) {
    this.kind = kind;
    this.offsets = offsets;
    this.shares = shares;
    this.intervalShare = intervalShare;
    this.typical = typical;
    this.cautious = cautious;
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
  }

  /** All shapes, those of one kind together; the first is the one size. */
  static List<SizeShape> all() {
    List<SizeShape> shapes = new ArrayList<>();
    shapes.add(one(Kind.ONE_SIZE, 0, TYPICAL.oneSize, CAUTIOUS.oneSize));
    for (int i = 0; i < SPREADS.length; i++) {
      shapes.add(spread(SPREADS[i], TYPICAL.spread[i], CAUTIOUS.spread[i]));
    }
    shapes.add(upToLimit(TYPICAL.upToLimit, CAUTIOUS.upToLimit));
    for (int octaves : DOUBLINGS) {
      shapes.add(
          powers(
              Kind.DOUBLING,
              octaves,
              1,
              octaves / 2,
              TYPICAL.doubling / DOUBLINGS.length,
              CAUTIOUS.doubling / DOUBLINGS.length));
    }
    for (int i = 0; i < TAILS.length; i++) {
      shapes.add(
          powers(
              Kind.HEAVY_TAILED,
              TAIL_OCTAVES,
              TAILS[i],
              1,
              TYPICAL.heavyTailed[i],
              CAUTIOUS.heavyTailed[i]));
    }
    double typical = TYPICAL.twoSizes / (sum(TYPICAL.gaps) * sum(TYPICAL.largeShares));
    double cautious = CAUTIOUS.twoSizes / (sum(CAUTIOUS.gaps) * sum(CAUTIOUS.largeShares));
    for (int i = 0; i < GAPS.length; i++) {
      for (int j = 0; j < LARGE_SHARES.length; j++) {
        shapes.add(
            new SizeShape(
                Kind.TWO_SIZES,
                new int[] {0, GAPS[i] * NODES_PER_OCTAVE},
                new double[] {1 - LARGE_SHARES[j], LARGE_SHARES[j]},
                0,
                typical * TYPICAL.gaps[i] * TYPICAL.largeShares[j],
                cautious * CAUTIOUS.gaps[i] * CAUTIOUS.largeShares[j]));
      }
    }
    for (double share : INTERVAL_SHARES) {
      shapes.add(
          one(
              Kind.PARTLY_INTERVAL,
              share,
              TYPICAL.partlyInterval / INTERVAL_SHARES.length,
              CAUTIOUS.partlyInterval / INTERVAL_SHARES.length));
    }
    return shapes;
  }

  private static SizeShape one(Kind kind, double intervalShare, double typical, double cautious) {
    return new SizeShape(kind, new int[] {0}, new double[] {1}, intervalShare, typical, cautious);
  }

  private static SizeShape spread(double spread, double typical, double cautious) {
    double step = Math.log(2) / NODES_PER_OCTAVE;
    int reach = (int) Math.ceil(3.5 * spread / step);
    int[] offsets = new int[2 * reach + 1];
    double[] shares = new double[offsets.length];
    for (int i = -reach; i <= reach; i++) {
      double z = i * step / spread;
      offsets[i + reach] = i;
      shares[i + reach] = Math.exp(-z * z / 2);
    }
    return new SizeShape(Kind.SPREAD, offsets, shares, 0, typical, cautious);
  }

  /**
   * Uniform on (0, limit]: a node stands for as many sizes as lie around it. Offset 0 is the mean.
   */
  private static SizeShape upToLimit(double typical, double cautious) {
    int nodes = 6 * NODES_PER_OCTAVE;
    int[] offsets = new int[nodes];
    double[] shares = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      offsets[i] = NODES_PER_OCTAVE - 1 - i;
      shares[i] = Math.exp(-i * Math.log(2) / NODES_PER_OCTAVE);
    }
    return new SizeShape(Kind.UP_TO_LIMIT, offsets, shares, 0, typical, cautious);
  }

  /** Sizes an octave apart, each {@code onward} times as frequent as the one before. */
  private static SizeShape powers(
      Kind kind, int octaves, double onward, int typicalOctave, double typical, double cautious) {
    int[] offsets = new int[octaves + 1];
    double[] shares = new double[octaves + 1];
    for (int i = 0; i <= octaves; i++) {
      offsets[i] = (i - typicalOctave) * NODES_PER_OCTAVE;
      shares[i] = Math.pow(onward, i);
    }
    return new SizeShape(kind, offsets, shares, 0, typical, cautious);
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}

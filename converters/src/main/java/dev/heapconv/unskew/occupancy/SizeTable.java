package dev.heapconv.unskew.occupancy;

import java.util.List;

/**
 * For one sampling interval and cutoff: what every hypothesis about a stack's sizes implies for
 * what is recorded.
 *
 * <p>A hypothesis is a {@link SizeShape} (a line of nodes) and a typical size (a node of a
 * logarithmic grid, {@value SizeShape#NODES_PER_OCTAVE} per doubling, in bytes whatever the
 * interval is, so that hypotheses about one program are the same ones in all of its recordings).
 * With x = size / T the client records an allocation below the cutoff with chance 1 - e^-x, as K
 * intervals with E[K] = x and E[K^2] = x + x^2, and one at or above it always, as x. Each size
 * stands for the sizes of half a step around it; where the cutoff lies among them they are divided,
 * so that everything changes smoothly with T. Summing over the sizes of the shape gives, per node,
 *
 * <pre>
 *   P1    chance that an allocation is recorded
 *   large share of the recorded allocations that are at or above the cutoff
 *   means and variances of the recorded x (in intervals) per recorded allocation, below the cutoff and above it
 * </pre>
 *
 * Immutable.
 */
final class SizeTable {

  private static final double STEP = Math.log(2) / SizeShape.NODES_PER_OCTAVE;

  /** The smallest typical size, in bytes. */
  private static final double FIRST = 4;

  /** Above the cutoff by more than this all sizes are alike: every allocation is recorded. */
  private static final int OCTAVES_ABOVE = 8;

  /** How far a shape reaches beyond its typical size. */
  private static final int REACH = 16 * SizeShape.NODES_PER_OCTAVE;

  /** Relative variance of the sizes around a node. */
  private static final double NODE_VARIANCE = STEP * STEP / 12;

  final List<SizeShape> shapes;
  final double interval;

  /** The cutoff in intervals. */
  final double cutoff;

  /** Nodes of a line; index of all arrays below: shape * nodes + node. */
  final int nodes;

  /**
   * Index of one more hypothesis: all allocations are of exactly one interval, which look like
   * single hits of small ones. Its weight is 0 where the cutoff is above the interval.
   */
  final int exactlyInterval;

  /** Prior weights; 0 where a hypothesis does not exist. */
  final double[] typical;

  final double[] cautious;

  /** ln(1/P1): ln of the allocations per recorded allocation. */
  final double[] lnPerRecord;

  /** The same in the middles of the two halves of what a node stands for, and their bins. */
  final double[] lnPerRecordBelow;

  final double[] lnPerRecordAbove;
  final short[] binBelow;
  final short[] binAbove;

  /** Whether a hypothesis is the first of its shape, or the last one, which is of none. */
  private final boolean[] firstOfLine;

  final double[] large;

  /** ln(1 - large), for the chance that none of n recorded ones is large. */
  final double[] lnSmall;

  /** Mean of K - 1 and variance of K per recorded allocation below the cutoff. */
  final double[] smallExcess;

  final double[] smallVariance;
  final double[] largeMean;
  final double[] largeVariance;

  /** Mean and deviation of the recorded intervals per recorded allocation of any size. */
  final double[] mean;

  final double[] deviation;

  private final SizePrior prior;

  SizeTable(double interval, double cutoff) {
    this.interval = interval;
    this.cutoff = cutoff / interval;
    prior = new SizePrior(interval);
    shapes = SizeShape.all();
    double largest = Math.log(Math.max(cutoff, interval) / FIRST) / STEP;
    nodes = Math.max(0, (int) Math.ceil(largest)) + OCTAVES_ABOVE * SizeShape.NODES_PER_OCTAVE;
    exactlyInterval = shapes.size() * nodes;
    int size = exactlyInterval + 1;
    typical = new double[size];
    cautious = new double[size];
    lnPerRecord = new double[size];
    lnPerRecordBelow = new double[size];
    lnPerRecordAbove = new double[size];
    binBelow = new short[size];
    binAbove = new short[size];
    large = new double[size];
    firstOfLine = new boolean[size];
    for (int at = 0; at < size; at += nodes) {
      firstOfLine[at] = true;
    }
    lnSmall = new double[size];
    smallExcess = new double[size];
    smallVariance = new double[size];
    largeMean = new double[size];
    largeVariance = new double[size];
    mean = new double[size];
    deviation = new double[size];
    Sizes sizes = new Sizes(nodes + 2 * REACH, interval, cutoff);
    double[] density = new double[nodes];
    double[] smallDensity = new double[nodes];
    for (int node = 0; node < nodes; node++) {
      double bytes = FIRST * Math.exp(node * STEP);
      density[node] = prior.perOctave(bytes) / SizeShape.NODES_PER_OCTAVE;
      smallDensity[node] = prior.smallPerOctave(bytes) / SizeShape.NODES_PER_OCTAVE;
    }
    for (int s = 0; s < shapes.size(); s++) {
      SizeShape shape = shapes.get(s);
      double[] densities = shape.kind == SizeShape.Kind.TWO_SIZES ? smallDensity : density;
      for (int node = 0; node < nodes; node++) {
        fill(s * nodes + node, shape, node, densities[node], sizes);
      }
    }
    fillHalves();
    if (cutoff <= interval) {
      double exactly = prior.ofExactly((long) interval);
      typical[exactlyInterval] = OccupancyModel.EQUAL * exactly;
      cautious[exactlyInterval] = OccupancyModel.CAUTIOUS_EQUAL * exactly;
    }
  }

  /** The sizes that shapes are made of, each split at the cutoff. */
  private static final class Sizes {
    /** Share below the cutoff, the intervals of that part, its chance to be recorded. */
    final double[] below;

    final double[] small;
    final double[] recorded;

    /** The intervals of the part at or above the cutoff. */
    final double[] big;

    Sizes(int count, double interval, double cutoff) {
      below = new double[count];
      small = new double[count];
      recorded = new double[count];
      big = new double[count];
      double lnCutoff = Math.log(cutoff);
      for (int i = 0; i < count; i++) {
        double ln = Math.log(FIRST) + (i - REACH) * STEP;
        double from = ln - STEP / 2;
        double to = ln + STEP / 2;
        below[i] = Math.min(1, Math.max(0, (lnCutoff - from) / STEP));
        double lnSmall = (from + Math.min(to, Math.max(lnCutoff, from))) / 2;
        double lnBig = (Math.max(from, Math.min(lnCutoff, to)) + to) / 2;
        // No allocation is smaller than a byte.
        small[i] = Math.exp(Math.max(0, lnSmall)) / interval;
        recorded[i] = -Math.expm1(-small[i]);
        big[i] = Math.exp(lnBig) / interval;
      }
    }
  }

  /** A node reaches half way to its neighbours. */
  private void fillHalves() {
    for (int at = 0; at < exactlyInterval; at++) {
      double u = lnPerRecord[at];
      double below = at % nodes > 0 ? lnPerRecord[at - 1] : u;
      double above = (at + 1) % nodes > 0 && cautious[at + 1] > 0 ? lnPerRecord[at + 1] : u;
      lnPerRecordBelow[at] = 0.75 * u + 0.25 * below;
      lnPerRecordAbove[at] = 0.75 * u + 0.25 * above;
      binBelow[at] = (short) CountHistogram.bin(lnPerRecordBelow[at]);
      binAbove[at] = (short) CountHistogram.bin(lnPerRecordAbove[at]);
    }
  }

  private void fill(int at, SizeShape shape, int node, double density, Sizes sizes) {
    // One size at or above the cutoff is recorded to the byte: a hypothesis of its own.
    boolean single = shape.offsets.length == 1;
    double smallRecorded = shape.intervalShare;
    double smallSum = shape.intervalShare;
    double smallSquares = shape.intervalShare;
    double bigRecorded = 0;
    double bigSum = 0;
    double bigSquares = 0;
    for (int i = 0; i < shape.offsets.length; i++) {
      int size = Math.min(Math.max(node + shape.offsets[i] + REACH, 0), sizes.below.length - 1);
      double share = shape.shares[i] * (1 - shape.intervalShare);
      double below = single ? 1 : sizes.below[size];
      double x = sizes.small[size];
      smallRecorded += share * below * sizes.recorded[size];
      smallSum += share * below * x;
      smallSquares += share * below * (x + x * x);
      double y = sizes.big[size];
      bigRecorded += share * (1 - below);
      bigSum += share * (1 - below) * y;
      bigSquares += share * (1 - below) * y * y;
    }
    double part = single ? sizes.below[node + REACH] : 1;
    typical[at] = shape.typical * density * part;
    cautious[at] = shape.cautious * density * part;
    double all = smallRecorded + bigRecorded;
    lnPerRecord[at] = Math.max(0, -Math.log(all));
    large[at] = bigRecorded / all;
    lnSmall[at] = smallRecorded > 0 ? Math.log(smallRecorded / all) : Double.NEGATIVE_INFINITY;
    if (smallRecorded > 0) {
      double m = smallSum / smallRecorded;
      smallExcess[at] = Math.max(m - 1, 1e-12);
      // A hair above the mean keeps the negative binomial from degenerating into the Poisson
      // distribution.
      smallVariance[at] = Math.max(smallSquares / smallRecorded - m * m, smallExcess[at] * 1.001);
    }
    if (bigRecorded > 0) {
      double m = bigSum / bigRecorded;
      largeMean[at] = m;
      largeVariance[at] = Math.max(bigSquares / bigRecorded - m * m, 0) + NODE_VARIANCE * m * m;
    }
    double m = (smallSum + bigSum) / all;
    mean[at] = m;
    double variance = Math.max((smallSquares + bigSquares) / all - m * m, 1e-9);
    deviation[at] = Math.sqrt(variance + NODE_VARIANCE * large[at] * m * m);
  }

  /** Index of the node beside a node on its line: the one above, or below the last one. */
  int beside(int at) {
    return (at + 1) % nodes == 0 ? at - 1 : at + 1;
  }

  /** How many typical sizes there are: the nodes of a line, and exactly the interval. */
  int sizes() {
    return nodes + 1;
  }

  /** Number of the typical size of a hypothesis, below {@link #sizes()}. */
  int size(int at) {
    return at == exactlyInterval ? nodes : at % nodes;
  }

  /** Whether two hypotheses, the second one being the next, are of one shape. */
  boolean areNeighbours(int at, int next) {
    return next == at + 1 && !firstOfLine[next];
  }

  /** Mean size of the allocations, recorded or not, in bytes. */
  double meanBytes(int at) {
    return mean[at] * Math.exp(-lnPerRecord[at]) * interval;
  }

  /** Prior chance of exactly this size, at or above the cutoff. */
  double ofExactly(long size) {
    return prior.ofExactly(size);
  }

  /** The largest mean of the recorded intervals that the table tells apart. */
  double largestMean() {
    return FIRST * Math.exp((nodes - 1) * STEP) / interval;
  }
}

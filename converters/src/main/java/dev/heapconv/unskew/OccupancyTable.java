package dev.heapconv.unskew;

import java.util.Arrays;
import java.util.List;

/**
 * For one sampling interval and cutoff: what every hypothesis about a stack's sizes implies for
 * what is recorded.
 *
 * <p>A hypothesis is a {@link SizeFamily} (a line) and a typical size (a cell of the size grid).
 * With x = size / T and c = cutoff / T the client records an allocation below the cutoff with
 * chance 1 - e^-x, as K bytes-per-interval with E[K] = x and E[K^2] = x + x^2, and one at or above
 * it always, as x. Summing over the family's sizes gives, per cell,
 *
 * <pre>
 *   P1    chance that an allocation is recorded
 *   large share of the recorded allocations that are at or above the cutoff
 *   means and variances of the recorded x (in intervals) per recorded allocation, below the cutoff and above it
 * </pre>
 *
 * All in plain arrays: a table is some 2000 cells of a dozen numbers, built in a few milliseconds.
 * Immutable.
 */
final class OccupancyTable {

  /** Cells per line of all arrays below: index = family * cells + cell. */
  final int cells;

  /** So many of them are below the cutoff. */
  final int below;

  final List<SizeFamily> families;
  final double interval;
  final double cutoffIntervals;

  /** Prior weight of the cell: the family's weight times the prior of its typical size. */
  final double[] weight;

  /** The same for intervals. */
  final double[] cautiousWeight;

  /** ln(1/P1): ln of the allocations per recorded allocation. */
  final double[] lnPerRecord;

  /** ln(1 - large), for the chance that none of n recorded ones is large. */
  final double[] lnSmall;

  final double[] large;

  /** Mean of K - 1 and variance of K per recorded allocation below the cutoff. */
  final double[] smallExcess;

  final double[] smallVariance;

  /**
   * Negative binomial collisions of one allocation: its size parameter, and ln of the chance of
   * none.
   */
  final double[] collisionSize;

  final double[] lnNoCollision;

  /** Intervals recorded below the cutoff per recorded allocation of any size. */
  final double[] smallIntervals;

  final double[] largeMean;
  final double[] largeVariance;

  /**
   * Mean and standard deviation of the recorded intervals per recorded allocation, whatever its
   * size.
   */
  final double[] mean;

  final double[] deviation;

  /**
   * Along a line the mean falls back where a size passes the cutoff: its largest value so far, and
   * its least from here on.
   */
  final double[] meanSoFar;

  final double[] meanFromHere;
  final double[] deviationSoFar;

  /** Points per cell at which likelihoods are taken. */
  static final int PARTS = 4;

  /**
   * Per point: ln of the allocations per recorded one, and its place in a {@link CountHistogram}.
   */
  final double[] lnPerRecordAtPoint;

  final short[] bin;

  private static final int PER_OCTAVE = SizeFamily.CELLS_PER_OCTAVE;

  /**
   * Typical sizes up to this many intervals (or cutoffs) are told apart; above it everything is
   * recorded exactly anyway.
   */
  private static final int OCTAVES_ABOVE = 8;

  /** How far a family reaches beyond its typical size. */
  private static final int REACH_OCTAVES = 15;

  private static final double MAX_CUTOFF = 64;

  private final SizePrior prior;

  OccupancyTable(double interval, double cutoff) {
    this.interval = interval;
    // Above 64 intervals every allocation is recorded anyway, and K is within an eighth of its
    // mean.
    cutoffIntervals = Math.min(cutoff / interval, MAX_CUTOFF);
    prior = new SizePrior(interval);
    families = SizeFamily.all();
    below = Math.max(1, (int) Math.ceil(PER_OCTAVE * log2(cutoffIntervals * interval)));
    cells = below + OCTAVES_ABOVE * PER_OCTAVE;
    int size = families.size() * cells;
    weight = new double[size];
    cautiousWeight = new double[size];
    lnPerRecord = new double[size];
    lnSmall = new double[size];
    large = new double[size];
    smallExcess = new double[size];
    smallVariance = new double[size];
    collisionSize = new double[size];
    lnNoCollision = new double[size];
    smallIntervals = new double[size];
    largeMean = new double[size];
    largeVariance = new double[size];
    mean = new double[size];
    deviation = new double[size];
    meanSoFar = new double[size];
    meanFromHere = new double[size];
    deviationSoFar = new double[size];
    lnPerRecordAtPoint = new double[size * PARTS];
    bin = new short[size * PARTS];
    fill();
    fillPoints();
  }

  private void fill() {
    int sizes = cells + REACH_OCTAVES * PER_OCTAVE;
    double[] x = new double[sizes];
    double[] powers = new double[sizes];
    double[] hit = new double[sizes];
    double[] hitPowers = new double[sizes];
    double[] prior = new double[cells];
    double[] cautious = new double[cells];
    double priorSum = 0;
    double cautiousSum = 0;
    for (int i = 0; i < sizes; i++) {
      // Cells lie between the powers of the root of 2 times the cutoff, so that none straddles it.
      x[i] = cutoffIntervals * Math.exp((i - below + 0.5) * Math.log(2) / PER_OCTAVE);
      // Powers of two meet a cutoff that is one: there the cells begin at it, not around it.
      powers[i] = cutoffIntervals * Math.exp((i - below) * Math.log(2) / PER_OCTAVE);
      hit[i] = -Math.expm1(-x[i]);
      hitPowers[i] = -Math.expm1(-powers[i]);
      if (i < cells) {
        prior[i] = this.prior.perOctave(x[i] * interval);
        priorSum += prior[i];
        cautious[i] = this.prior.cautiousPerOctave(x[i] * interval);
        cautiousSum += cautious[i];
      }
    }
    for (int f = 0; f < families.size(); f++) {
      double[] sizesOfFamily = families.get(f).powersOfTwo ? powers : x;
      for (int i = 0; i < cells; i++) {
        fillCell(f, i, sizesOfFamily, families.get(f).powersOfTwo ? hitPowers : hit);
        weight[f * cells + i] = families.get(f).weight * prior[i] / priorSum;
        cautiousWeight[f * cells + i] = families.get(f).cautiousWeight * cautious[i] / cautiousSum;
      }
      if (families.get(f).powersOfTwo
          && cutoffIntervals == 1
          && Long.bitCount((long) interval) == 1) {
        preferPowersOfTwo(f * cells);
      }
      envelope(f * cells);
    }
    for (int f = 0; f < families.size(); f++) {
      if (families.get(f).equalToInterval > 0) {
        Arrays.fill(weight, f * cells + below, (f + 1) * cells, 0);
      }
    }
    // A single size at or above the cutoff is recorded to the byte: that is the exact hypothesis,
    // not a cell.
    for (int i = below; i < cells; i++) {
      weight[i] = 0;
    }
  }

  private void fillPoints() {
    for (int at = 0; at < weight.length; at++) {
      boolean hasBefore = at % cells > 0;
      boolean hasNext = (at + 1) % cells > 0 && weight[at + 1] > 0;
      boolean isolated = families.get(at / cells).powersOfTwo;
      for (int i = 0; weight[at] > 0 && i < PARTS; i++) {
        double part = isolated ? 0 : (i + 0.5) / PARTS - 0.5;
        int next = (part < 0 ? hasBefore : !hasNext) ? at - 1 : at + 1;
        double way = next < at ? -part : part;
        double u =
            part == 0
                ? lnPerRecord[at]
                : lnPerRecord[at] + way * (lnPerRecord[next] - lnPerRecord[at]);
        lnPerRecordAtPoint[at * PARTS + i] = Math.max(0, u);
        bin[at * PARTS + i] = (short) CountHistogram.bin(Math.max(0, u));
      }
    }
  }

  /**
   * What doubles mostly starts at a power of two, and then meets the interval exactly if that is
   * one.
   */
  private void preferPowersOfTwo(int first) {
    for (int i = 0; i < cells; i++) {
      double factor = (i - below) % PER_OCTAVE == 0 ? 1.5 : 0.5;
      weight[first + i] *= factor;
      cautiousWeight[first + i] *= factor;
    }
  }

  private void envelope(int first) {
    double most = 0;
    double widest = 0;
    for (int at = first; at < first + cells; at++) {
      most = Math.max(most, mean[at]);
      widest = Math.max(widest, deviation[at]);
      meanSoFar[at] = most;
      deviationSoFar[at] = widest;
    }
    double least = Double.POSITIVE_INFINITY;
    for (int at = first + cells - 1; at >= first; at--) {
      least = Math.min(least, mean[at]);
      meanFromHere[at] = least;
    }
  }

  private void fillCell(int f, int i, double[] x, double[] hit) {
    SizeFamily family = families.get(f);
    // Below another cutoff than T a size of T is like any other.
    double equal = cutoffIntervals == 1 ? family.equalToInterval : 0;
    double small = 0;
    double smallSum = 0;
    double smallSquares = 0;
    double large = 0;
    double largeSum = 0;
    double largeSquares = 0;
    for (int d = 0; d < family.offsets.length; d++) {
      int cell = Math.min(Math.max(i + family.offsets[d], 0), x.length - 1);
      double share = family.shares[d] * (1 - equal);
      if (cell < below) {
        small += share * hit[cell];
        smallSum += share * x[cell];
        smallSquares += share * (x[cell] + x[cell] * x[cell]);
      } else {
        large += share;
        largeSum += share * x[cell];
        largeSquares += share * x[cell] * x[cell];
      }
    }
    small += equal;
    smallSum += equal;
    smallSquares += equal;
    int at = f * cells + i;
    double all = small + large;
    lnPerRecord[at] = Math.max(0, -Math.log(all));
    this.large[at] = large / all;
    lnSmall[at] = small > 0 ? Math.log(small / all) : Double.NEGATIVE_INFINITY;
    if (small > 0) {
      double m = smallSum / small;
      smallExcess[at] = Math.max(m - 1, 1e-12);
      // A hair above the mean keeps the negative binomial from degenerating into the Poisson
      // distribution.
      smallVariance[at] = Math.max(smallSquares / small - m * m, smallExcess[at] * 1.001);
      double over = smallVariance[at] / smallExcess[at];
      collisionSize[at] = smallExcess[at] / (over - 1);
      lnNoCollision[at] = -collisionSize[at] * Math.log(over);
    }
    smallIntervals[at] = (1 - this.large[at]) * (1 + smallExcess[at]);
    if (large > 0) {
      double m = largeSum / large;
      largeMean[at] = m;
      // Never below the width of a cell: the sizes of a cell are not known better.
      largeVariance[at] = Math.max(largeSquares / large - m * m, 0) + 0.01 * m * m;
    }
    double m = (smallSum + largeSum) / all;
    mean[at] = m;
    double variance = (smallSquares + largeSquares) / all - m * m;
    deviation[at] = Math.sqrt(Math.max(variance, 1e-9) + 0.01 * large / all * m * m);
  }

  /**
   * Prior chance of exactly this size, at or above the cutoff, as the one size or the larger of
   * two.
   */
  double exactWeight(long size) {
    return prior.ofExactly(size);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}

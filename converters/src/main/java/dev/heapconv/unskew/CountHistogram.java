package dev.heapconv.unskew;

/**
 * A distribution of u = ln(allocations per recorded allocation) of a stack: a histogram whose bins
 * remember the mean of what fell into them, and an atom at u = 0 (everything was recorded). Weights
 * are probabilities of the observation, not normalised: their sum is the evidence.
 */
final class CountHistogram {

  private static final int BINS = 96;

  /** The bins widen with the root of u: 1 % near u = 0.01, 20 % near u = 6. */
  private static final double BINS_PER_ROOT = 20;

  /** Points that stand for the distribution in sums: quantiles in the middle of these shares. */
  static final double[] SUM_WEIGHTS = {0.03, 0.1, 0.22, 0.3, 0.22, 0.1, 0.03};

  private double[] sumPoints;
  private final double[] mass = new double[BINS];
  private final double[] moment = new double[BINS];
  private double atom;
  private double evidence;

  /** Sum of weight times intervals recorded below the cutoff per recorded allocation. */
  private double smallIntervals;

  private double smallSquares;

  void add(double u, double weight, double smallIntervalsPerRecord) {
    addAt(bin(u), u, weight, smallIntervalsPerRecord);
  }

  /** The bin that holds u. */
  static int bin(double u) {
    return (int) Math.min(Math.sqrt(u) * BINS_PER_ROOT, BINS - 1);
  }

  void addAt(int bin, double u, double weight, double smallIntervalsPerRecord) {
    mass[bin] += weight;
    moment[bin] += weight * u;
    evidence += weight;
    smallIntervals += weight * smallIntervalsPerRecord;
    smallSquares += weight * smallIntervalsPerRecord * smallIntervalsPerRecord;
  }

  /** Adds weight to the hypothesis that every allocation was recorded, to the byte. */
  void addExact(double weight) {
    atom += weight;
    evidence += weight;
  }

  /** Adds another posterior, its weights multiplied by a factor. */
  void addAll(CountHistogram other, double factor) {
    for (int i = 0; i < BINS; i++) {
      mass[i] += factor * other.mass[i];
      moment[i] += factor * other.moment[i];
    }
    atom += factor * other.atom;
    evidence += factor * other.evidence;
    smallIntervals += factor * other.smallIntervals;
    smallSquares += factor * other.smallSquares;
  }

  /** What of it has u at most as given, its weights multiplied by a factor. */
  CountHistogram atMost(double u, double factor) {
    CountHistogram part = new CountHistogram();
    double kept = 0;
    for (int i = 0; i < BINS; i++) {
      if (mass[i] > 0 && moment[i] <= u * mass[i]) {
        part.mass[i] = factor * mass[i];
        part.moment[i] = factor * moment[i];
        kept += mass[i];
      }
    }
    double share = evidence > atom ? kept / (evidence - atom) : 0;
    part.atom = factor * atom;
    part.evidence = factor * (atom + kept);
    part.smallIntervals = factor * share * smallIntervals;
    part.smallSquares = factor * share * smallSquares;
    return part;
  }

  /** The share with u at most as given. */
  double shareAtMost(double u) {
    return atMost(u, 1).evidence / evidence;
  }

  double evidence() {
    return evidence;
  }

  /** Posterior probability that every allocation was recorded. */
  double exactShare() {
    return evidence > 0 ? atom / evidence : 0;
  }

  /**
   * Intervals recorded below the cutoff, per recorded allocation, if not every allocation was
   * recorded to the byte: the posterior mean and two standard deviations on top, to be on the safe
   * side.
   */
  double smallIntervals() {
    double rest = evidence - atom;
    if (!(rest > 0)) {
      return 0;
    }
    double mean = smallIntervals / rest;
    return mean + 2 * Math.sqrt(Math.max(0, smallSquares / rest - mean * mean));
  }

  /** The u below which lies the share p of the posterior; 0 without evidence. */
  double quantile(double p) {
    double target = p * evidence - atom;
    if (!(target > 0)) {
      return 0;
    }
    double before = 0;
    double at = atom > 0 ? 0 : -1;
    double last = 0;
    for (int i = 0; i < BINS; i++) {
      if (mass[i] <= 0) {
        continue;
      }
      // Half of a bin lies on either side of its mean; linear between the means.
      double u = moment[i] / mass[i];
      double middle = before + mass[i] / 2;
      if (middle >= target) {
        double from = at < 0 ? square(i / BINS_PER_ROOT) : at;
        return from + (u - from) * (target - last) / (middle - last);
      }
      before += mass[i];
      at = u;
      last = middle;
    }
    return Math.max(at, 0);
  }

  /**
   * Allocations per recorded allocation at {@link #SUM_WEIGHTS}; nothing may be added afterwards.
   */
  double[] sumPoints() {
    double[] points = sumPoints;
    if (points == null) {
      points = new double[SUM_WEIGHTS.length];
      double before = 0;
      for (int i = 0; i < points.length; i++) {
        points[i] = Math.exp(quantile(before + SUM_WEIGHTS[i] / 2));
        before += SUM_WEIGHTS[i];
      }
      sumPoints = points;
    }
    return points;
  }

  private static double square(double x) {
    return x * x;
  }
}

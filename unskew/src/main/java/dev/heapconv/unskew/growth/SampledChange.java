package dev.heapconv.unskew.growth;

import dev.heapconv.unskew.samples.CountQuantiles;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How certain a change of live memory is between two dumps of one recording. The dumps are not
 * independent: samples that are live at both are the same, and cancel in the difference. Only two
 * groups of samples make the difference uncertain:
 *
 * <ul>
 *   <li>A, the samples that were added: allocated between the dumps and live at the second one;
 *   <li>F, the samples that were removed: live at the first dump and freed before the second one.
 * </ul>
 *
 * <p>A recording does not state which samples were freed. Let {@code n1} and {@code n2} be the
 * samples of a stack that are live at the two dumps, and f the samples freed between them, whatever
 * their age. At least {@code K = max(0, n1 - f)} samples of the first dump are live at the second,
 * so {@code A <= n2 - K} and {@code F <= n1 - K}. This class uses these bounds. They are exact if a
 * stack frees its oldest objects first, or frees all objects of the first dump; otherwise intervals
 * are wider than necessary.
 *
 * <p>Call {@link #add} for each stack of a sum. Mutable and not thread-safe.
 */
public final class SampledChange {

  /** Above this number of samples, the normal distribution replaces the binomial one. */
  private static final double MANY = 1e6;

  /** The fraction that is freed if all objects live equally long, for 0.8 of the recording. */
  private static final double FEW = 0.2;

  private double added;
  private double removed;
  private double addedVariance;
  private double removedVariance;
  private double live;
  private double liveVariance;
  private double squares;
  private double modelBelow;
  private double modelAbove;
  private boolean unknown;

  /**
   * Adds the samples of a stack.
   *
   * @param first samples that are live at the first dump
   * @param last samples that are live at the second dump
   * @param freed samples freed between the dumps; {@link Long#MAX_VALUE} if unknown
   * @param weight what one sample is worth, in bytes or objects
   * @param variance sampling variance of one sample; 0 if every allocation was recorded
   */
  public void add(long first, long last, long freed, double weight, double variance) {
    long kept = Math.min(last, Math.max(0, first - Math.max(0, freed)));
    double a = last - kept;
    double f = first - kept;
    added += weight * a;
    removed += weight * f;
    addedVariance += variance * a;
    removedVariance += variance * f;
    squares += weight * weight * (a + f);
    long seen = Math.max(1, Math.max(first, last));
    live += weight * seen;
    liveVariance += variance * seen;
  }

  /**
   * Adds the error of the model of sizes to the interval. The error is the same at both dumps, so
   * it adds up linearly.
   *
   * @param below by how much the change may be too large, in bytes or objects
   * @param above by how much the change may be too small
   */
  public void addModelError(double below, double above) {
    modelBelow += below;
    modelAbove += above;
  }

  /** Adds a stack whose interval is unknown, which makes the interval of the sum unknown. */
  public void addUnknown() {
    unknown = true;
  }

  /** Whether the interval is known, so that {@link #low} and {@link #high} are valid. */
  public boolean hasInterval() {
    return !unknown;
  }

  /**
   * Returns the lower end of the interval of the change, that is, of how much memory really changed
   * in this run. Added and removed memory each have the interval of a Poisson count with the same
   * variance. The half-widths add in quadrature.
   *
   * @param change the estimated change, in bytes or objects
   * @param tail probability that the change lies below this end: 0.025 for 95 %
   */
  public double low(double change, double tail) {
    double unit = unit();
    return change
        - half(
            added - poissonLow(added, addedVariance, tail),
            poissonHigh(removed, removedVariance, unit, tail) - removed,
            modelBelow);
  }

  /**
   * Returns the upper end of the interval; see {@link #low}.
   *
   * @param change the estimated change, in bytes or objects
   * @param tail probability that the change lies above this end: 0.025 for 95 %
   */
  public double high(double change, double tail) {
    double unit = unit();
    return change
        + half(
            poissonHigh(added, addedVariance, unit, tail) - added,
            removed - poissonLow(removed, removedVariance, tail),
            modelAbove);
  }

  private static double half(double a, double b, double c) {
    return Math.sqrt(a * a + b * b + c * c);
  }

  /** Returns by how much one unseen sample would change the sum. */
  private double unit() {
    double moved = added + removed;
    if (moved > 0) {
      return (addedVariance + removedVariance) / moved;
    }
    return live > 0 ? liveVariance / live : 0;
  }

  private static double poissonLow(double sum, double variance, double tail) {
    if (!(variance > 0)) {
      return sum;
    }
    double scale = variance / sum;
    return scale * CountQuantiles.poissonLow(sum / scale, tail);
  }

  private static double poissonHigh(double sum, double variance, double unit, double tail) {
    double scale = variance > 0 ? variance / sum : unit;
    // Without noise, or if only unsampled memory is uncertain, the sum itself is certain.
    double count = variance > 0 ? sum / scale : 0;
    double certain = variance > 0 ? 0 : sum;
    return certain + scale * CountQuantiles.poissonHigh(count, tail);
  }

  /**
   * Returns the probability of an increase at least this large if the program is as likely to free
   * memory as to allocate it, one object at a time: of at least A successes in A + F trials of
   * probability 1/2. This covers the noise of sampling and that of the program, whose objects come
   * and go at random times.
   *
   * @return the p-value, from 0 to 1; 1 if nothing was added
   */
  public double pValue() {
    double moved = added + removed;
    if (!(moved > 0) || !(added > 0)) {
      return 1;
    }
    double weight = squares / moved;
    double a = added / weight;
    double f = removed / weight;
    if (a + f > MANY) {
      return NormalDistribution.of(0, 1).survivalProbability((a - f) / Math.sqrt(a + f));
    }
    return BetaDistribution.of(a, f + 1).cumulativeProbability(0.5);
  }

  /**
   * Whether significantly less than a fifth of the memory was freed. The test counts memory in
   * samples that are worth as much as the added and removed ones.
   *
   * @param freed memory that was freed, in the unit of the change
   * @param there memory that could have been freed, in the same unit
   * @param level accepted probability of "yes" if exactly a fifth is freed
   */
  public boolean freedFew(double freed, double there, double level) {
    double samples = Math.min(MANY, there * (added + removed) / squares);
    double some = Math.max(0, freed / there * samples);
    return samples > some
        && BetaDistribution.of(samples - some, some + 1).cumulativeProbability(1 - FEW) <= level;
  }
}

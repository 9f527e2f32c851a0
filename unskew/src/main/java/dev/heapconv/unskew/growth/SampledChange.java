package dev.heapconv.unskew.growth;

import dev.heapconv.unskew.samples.CountQuantiles;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How certain a change of live memory between two dumps of one recording is. The dumps are not
 * independent: samples that are live in both are the same, and cancel in the difference. What makes
 * it uncertain are only
 *
 * <ul>
 *   <li>the samples A that were added: allocated between the dumps, and live at the second, and
 *   <li>the samples F that were removed: live at the first dump, and freed before the second.
 * </ul>
 *
 * <p>A recording does not say which samples were freed. Let {@code n1} and {@code n2} be the
 * samples of a stack that are live at the dumps, and f those freed between them, of whatever age.
 * At least {@code K = max(0, n1 - f)} of the first dump are live at the second, so {@code A <= n2 -
 * K} and {@code F <= n1 - K}. These bounds are used: they are reached if a stack frees its oldest
 * objects first, or all of the first dump; otherwise intervals are wider than necessary.
 *
 * <p>Sums over any number of stacks. Mutable and not thread-safe.
 */
public final class SampledChange {

  /** Beyond this number of samples, binomial is normal. */
  private static final double MANY = 1e6;

  /** What lives for 0.8 of a recording is freed to a fifth, if all of it lives equally long. */
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
   * Adds what was sampled of a stack.
   *
   * @param first samples that are live at the first dump
   * @param last samples that are live at the second
   * @param freed samples freed between them; {@link Long#MAX_VALUE} if unknown
   * @param weight what a sample counts, in bytes or objects
   * @param variance of the noise of sampling, for one sample; 0 if all allocations are recorded
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
   * Adds the error of the model of sizes to the interval. It is the same at both dumps, so it adds
   * up linearly.
   *
   * @param below how far the change may be too large
   * @param above how far the change may be too small
   */
  public void addModelError(double below, double above) {
    modelBelow += below;
    modelAbove += above;
  }

  /** Adds a stack of which too little is known for an interval. */
  public void addUnknown() {
    unknown = true;
  }

  /** Whether {@link #low} and {@link #high} are known. */
  public boolean hasInterval() {
    return !unknown;
  }

  /**
   * Lower end of the interval of a change: how much really changed in this run. The intervals of
   * what was added and removed are those of Poisson counts with the same variance; their
   * half-widths add in quadrature.
   *
   * @param change its estimate
   * @param tail probability that the change lies below: 0.025 for 95 %
   */
  public double low(double change, double tail) {
    double unit = unit();
    return change
        - half(
            added - poissonLow(added, addedVariance, tail),
            poissonHigh(removed, removedVariance, unit, tail) - removed,
            modelBelow);
  }

  /** Upper end of the interval; see {@link #low}. */
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

  /** What one unseen sample would change. */
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
    // Without noise, or where the noise is in what was not sampled, the sum itself is certain.
    double count = variance > 0 ? sum / scale : 0;
    double certain = variance > 0 ? 0 : sum;
    return certain + scale * CountQuantiles.poissonHigh(count, tail);
  }

  /**
   * Probability of so large an increase if memory is as likely to be freed as to be allocated, one
   * object at a time: of at least A successes in A + F trials of probability 1/2. This covers the
   * noise of sampling and that of the program, whose objects come and go at random times.
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
   * Whether fewer than a fifth were surely freed, of samples that are worth as much as those that
   * moved.
   *
   * @param freed in the unit of the change
   * @param there what could be freed
   * @param level how often this may be said of a fifth
   */
  public boolean freedFew(double freed, double there, double level) {
    double samples = Math.min(MANY, there * (added + removed) / squares);
    double some = Math.max(0, freed / there * samples);
    return samples > some
        && BetaDistribution.of(samples - some, some + 1).cumulativeProbability(1 - FEW) <= level;
  }
}

package dev.heapconv.unskew.occupancy;

import org.jspecify.annotations.Nullable;

/**
 * Object counts of stacks that heapprofd sampled, from the number n of their recorded allocations
 * and the recorded bytes S.
 *
 * <p>An allocation of a bytes below the cutoff is recorded as T K bytes, K ~ Poisson(a/T), if K is
 * at least 1; one at or above it as a bytes. So the sampled bytes of a stack are balls thrown at
 * random into its allocations, and n counts the allocations that were hit: how often two balls met
 * in one tells how large the allocations are, and so how many. Where n and S leave the sizes open
 * (few or no collisions) the interval spans orders of magnitude. That is the truth about such a
 * stack.
 *
 * <p>Thread-safe.
 */
public final class StackCounts {

  private final OccupancyModel model;
  private final SizeWeights weights;
  private final long interval;

  /**
   * @param interval mean sampling interval T in bytes, above 1
   * @param unit what sums of sizes below the cutoff are multiples of: T, or what T was at first
   * @param cutoff size in bytes from which allocations are always recorded, with their size; above
   *     1
   */
  public StackCounts(long interval, long unit, long cutoff) {
    this.interval = interval;
    model = new OccupancyModel(interval, unit, cutoff);
    weights = SizeWeights.of(model.table);
  }

  /**
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   * @param tail probability that the truth lies beyond either end of the interval
   */
  public CountEstimate estimate(long n, long bytes, double tail) {
    OccupancyEvidence side = model.evidence(n, bytes);
    return estimate(side, model.posterior(side, null, weights, null), tail, interval);
  }

  /**
   * As {@link #estimate(long, long, double)}, of what is live where some was freed: most often what
   * was freed has the same sizes.
   *
   * @param freed recorded frees, at least 1
   * @param freedBytes their recorded bytes, at least 1
   */
  public CountEstimate estimate(long n, long bytes, long freed, long freedBytes, double tail) {
    OccupancyEvidence side = model.evidence(n, bytes);
    CountPosterior posterior =
        model.posterior(side, model.evidence(freed, freedBytes), weights, null);
    return estimate(side, posterior, tail, interval);
  }

  /**
   * The stacks of a recording, to be estimated together.
   *
   * @param n recorded allocations of the stacks
   * @param bytes their recorded bytes
   * @param poolOf number of the pool of each stack, from 0; negative for none; null if nothing is
   *     to be learnt from other stacks
   * @param known what is known of the sizes of each stack; null for nothing
   */
  public RecordingCounts recording(
      long[] n, long[] bytes, int @Nullable [] poolOf, @Nullable KnownSizes[] known) {
    return new RecordingCounts(model, interval, n, bytes, poolOf, known);
  }

  static CountEstimate estimate(
      OccupancyEvidence side, CountPosterior posterior, double tail, long interval) {
    double n = side.n;
    double middle = posterior.median();
    double below = middle - posterior.low(tail);
    double above = posterior.high(tail) - middle;
    double value = n * Math.exp(middle);
    double high = middle + above;
    // The noise of n given the sizes: of N allocations n were recorded.
    double noiseBelow =
        missed(middle) * Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, tail)));
    double noiseAbove = missed(high) * Math.log(CountQuantiles.poissonHigh(n, tail) / n);
    boolean exact = posterior.exactShare() > 1 - tail;
    double small = Math.min(side.k, n * posterior.smallIntervals());
    if (side.pure && side.k < 1.7 * n) {
      small = side.k;
    }
    return new CountEstimate(
        value,
        Math.max(n, value * Math.exp(-Math.hypot(below, noiseBelow))),
        value * Math.exp(Math.hypot(above, noiseAbove)),
        Math.max(n, value * Math.exp(-below)),
        value * Math.exp(above),
        exact,
        exact ? 0 : small * interval);
  }

  /** Root of the share of allocations that were not recorded, by ln of all per recorded one. */
  private static double missed(double lnPerRecord) {
    return Math.sqrt(-Math.expm1(-lnPerRecord));
  }
}

package dev.heapconv.query;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.growth.FillingUp;
import dev.heapconv.unskew.growth.MeanLifetime;
import dev.heapconv.unskew.growth.SampledChange;

/** The growth of one group: sums over its stacks, and over the heaps they are in. Mutable. */
final class RowGrowth {

  private final double[] series;
  private double first;
  private double last;
  private double mean;
  private double slope;
  private double rate;
  private double rateVariance;
  private double firstVariance;
  private boolean hasRate;
  private final SampledChange change = new SampledChange();

  /**
   * @param dumps how many different times dumps were made at
   */
  RowGrowth(int dumps) {
    series = new double[dumps];
  }

  /**
   * Adds what is live at a dump of a heap.
   *
   * @param from the first of the times at which this is the state of the heap
   * @param end after the last one
   * @param share of the recording of this heap that the dump stands for
   */
  void addLive(double value, int from, int end, double share) {
    for (int i = from; i < end; i++) {
      series[i] += value;
    }
    mean += share * value;
  }

  /** Adds the ends of the series of a stack, and their difference per minute. */
  void addEnds(double atFirst, double atLast, double minutes, double varianceOfFirst) {
    first += atFirst;
    last += atLast;
    slope += (atLast - atFirst) / minutes;
    firstVariance += varianceOfFirst;
  }

  /** Adds what a stack allocates per second. */
  void addRate(double perSecond, double variance) {
    rate += perSecond;
    rateVariance += variance;
    hasRate = true;
  }

  /** The noise of the slope, per minute. */
  SampledChange change() {
    return change;
  }

  double first() {
    return first;
  }

  double last() {
    return last;
  }

  /**
   * Last minus first, per minute.
   *
   * @param tail the probability that it is beyond one end of its interval
   */
  Cell slope(double tail) {
    return change.hasInterval()
        ? new Cell(slope, change.low(slope, tail), change.high(slope, tail))
        : Cell.of(slope);
  }

  double peak() {
    double peak = 0;
    for (double value : series) {
      peak = Math.max(peak, value);
    }
    return peak;
  }

  /** In seconds; nothing if nothing was allocated, or allocations or times were not recorded. */
  Cell lifetime(double seconds, double z) {
    if (!hasRate || !(rate > 0) || !(seconds > 0)) {
      return Cell.NOTHING;
    }
    Estimate lifetime =
        MeanLifetime.of(mean, meanVariance(), first, firstVariance, rate, rateVariance, seconds, z);
    return change.hasInterval() ? Cell.of(lifetime) : Cell.of(lifetime.value());
  }

  /**
   * Of the mean over dumps that are independent of each other, by von Neumann's estimate: half the
   * mean square of the successive differences, which slow changes hardly contribute to, divided by
   * the number of dumps.
   */
  private double meanVariance() {
    double squares = 0;
    for (int i = 1; i < series.length; i++) {
      double step = series[i] - series[i - 1];
      squares += step * step;
    }
    return squares / 2 / (series.length - 1) / series.length;
  }

  /**
   * The larger of two p-values: a group grows only if neither objects that come and go at random
   * nor its ups and downs explain it.
   *
   * @param seconds from the first dump to the last
   */
  double pValue(FillingUp filling, double seconds) {
    if (!change.hasInterval() || !(slope > 0)) {
      return 1;
    }
    double p = change.pValue();
    return p >= 1 ? p : Math.max(p, filling.trend(series, settled(filling, seconds)));
  }

  /** Whether it rises by no one knows how much. */
  boolean hasUnknownNoise() {
    return slope > 0 && !change.hasInterval();
  }

  /** Whether a rise may be that of something that fills up. */
  boolean isUntold(FillingUp filling, double seconds, double level) {
    double there = first * 60 / seconds + rate * 60;
    boolean stays = hasRate && change.freedFew(freed() * 60, there, level);
    return !stays && filling.explains(series, settled(filling, seconds), level);
  }

  /** Whether no series of so many dumps would rise more clearly. */
  boolean isClearest(FillingUp filling, double seconds) {
    return slope > 0 && pValue(filling, seconds) <= filling.leastTrend(settled(filling, seconds));
  }

  private int settled(FillingUp filling, double seconds) {
    return filling.settled(hasRate ? mean / freed() / seconds : Double.NaN);
  }

  /** What is freed per second. */
  private double freed() {
    return rate - slope / 60;
  }
}

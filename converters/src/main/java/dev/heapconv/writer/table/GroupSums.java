package dev.heapconv.writer.table;

import java.util.Arrays;
import java.util.BitSet;

/**
 * One view summed up by group: {@link dev.heapconv.unskew.GroupTotals} as columns, since there may
 * be a million groups. Values add; lower and upper half-widths of the intervals add in quadrature,
 * each for itself.
 */
final class GroupSums {

  private static final int INITIAL_CAPACITY = 64;

  private double[] values = new double[INITIAL_CAPACITY];
  private double[] lowerSquares = new double[INITIAL_CAPACITY];

  /** Positive infinity once a stack without an interval was added. */
  private double[] upperSquares = new double[INITIAL_CAPACITY];

  private long[] samples = new long[INITIAL_CAPACITY];
  private final BitSet withView = new BitSet();

  /**
   * Adds a stack to a group, a number from 0; an infinite {@code high} says that the stack has no
   * interval.
   */
  void add(int group, double value, double low, double high, long recorded) {
    if (group >= values.length) {
      grow(group + 1);
    }
    double lower = value - low;
    double upper = high - value;
    values[group] += value;
    lowerSquares[group] += lower * lower;
    upperSquares[group] += upper * upper;
    samples[group] += recorded;
  }

  /** Notes that a part of the recording has this view, be it with nothing in it. */
  void markView(int group) {
    withView.set(group);
  }

  /** Whether a part of the recording has this view. */
  boolean hasView(int group) {
    return withView.get(group);
  }

  private void grow(int groups) {
    int capacity = Math.max(groups, values.length * 2);
    values = Arrays.copyOf(values, capacity);
    lowerSquares = Arrays.copyOf(lowerSquares, capacity);
    upperSquares = Arrays.copyOf(upperSquares, capacity);
    samples = Arrays.copyOf(samples, capacity);
  }

  double value(int group) {
    return group < values.length ? values[group] : 0;
  }

  /** Lower end of the interval; 0 when there is none. */
  double low(int group) {
    return hasInterval(group) ? Math.max(0, value(group) - Math.sqrt(lowerSquares[group])) : 0;
  }

  /** Upper end of the interval; positive infinity when there is none. */
  double high(int group) {
    if (group >= values.length) {
      return 0;
    }
    return hasInterval(group)
        ? values[group] + Math.sqrt(upperSquares[group])
        : Double.POSITIVE_INFINITY;
  }

  private boolean hasInterval(int group) {
    return group < values.length && upperSquares[group] < Double.POSITIVE_INFINITY;
  }

  /** Recorded allocations behind the value. */
  long samples(int group) {
    return group < samples.length ? samples[group] : 0;
  }
}

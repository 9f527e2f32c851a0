package dev.heapconv.model;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Estimates by numbers from 0: one per row, or different ones that rows refer to. */
final class EstimateTable {

  /** Its product spreads each bit over the higher ones. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  private static final int INITIAL_CAPACITY = 256;

  double[] values;
  double[] lows;
  double[] highs;
  double[] modelLows;
  double[] modelHighs;

  /** Not a number where only the interval tells; null if that is so everywhere. */
  private float @Nullable [] within2x;

  private int size;

  /** Numbers of different estimates plus 1 by hash; 0 is free. Its length is a power of two. */
  private int[] slots = new int[0];

  /** One estimate per row; takes ownership of the arrays. */
  EstimateTable(
      double[] values, double[] lows, double[] highs, double[] modelLows, double[] modelHighs) {
    this.values = values;
    this.lows = lows;
    this.highs = highs;
    this.modelLows = modelLows;
    this.modelHighs = modelHighs;
  }

  /** So many rows, all 0. */
  EstimateTable(int rows) {
    this(new double[rows], new double[rows], new double[rows], new double[rows], new double[rows]);
  }

  /** The same estimates in other arrays. */
  EstimateTable with(UnaryOperator<double[]> other) {
    EstimateTable table =
        new EstimateTable(
            other.apply(values),
            other.apply(lows),
            other.apply(highs),
            other.apply(modelLows),
            other.apply(modelHighs));
    table.within2x = within2x;
    return table;
  }

  /** Different estimates: at first one, of nothing. */
  static EstimateTable ofDifferent() {
    EstimateTable table = new EstimateTable(INITIAL_CAPACITY);
    table.slots = new int[2 * INITIAL_CAPACITY];
    table.id(0, 0, 0, 0, 0, Double.NaN);
    return table;
  }

  /** As {@link dev.heapconv.unskew.Estimate#within2x} says. */
  float within2x(int id) {
    return within2x == null ? Float.NaN : within2x[id];
  }

  void set(
      int id,
      double value,
      double low,
      double high,
      double modelLow,
      double modelHigh,
      double probability) {
    values[id] = value;
    lows[id] = low;
    highs[id] = high;
    modelLows[id] = modelLow;
    modelHighs[id] = modelHigh;
    if (within2x == null && !Double.isNaN(probability)) {
      within2x = new float[values.length];
      Arrays.fill(within2x, Float.NaN);
    }
    if (within2x != null) {
      within2x[id] = (float) probability;
    }
  }

  /** The number of an estimate, which is added if it is new. */
  int id(
      double value,
      double low,
      double high,
      double modelLow,
      double modelHigh,
      double probability) {
    int at = slot(value, low, high);
    for (; slots[at] != 0; at = at + 1 & slots.length - 1) {
      int id = slots[at] - 1;
      if (values[id] == value
          && lows[id] == low
          && highs[id] == high
          && modelLows[id] == modelLow
          && modelHighs[id] == modelHigh
          && Float.compare(within2x(id), (float) probability) == 0) {
        return id;
      }
    }
    if (size == values.length) {
      grow();
      return id(value, low, high, modelLow, modelHigh, probability);
    }
    set(size, value, low, high, modelLow, modelHigh, probability);
    slots[at] = ++size;
    return size - 1;
  }

  private int slot(double value, double low, double high) {
    long hash = mixed(mixed(mixed(0, value), low), high);
    return (int) (hash >>> 32) & slots.length - 1;
  }

  private static long mixed(long hash, double number) {
    // 0 and -0 are equal.
    return (hash ^ Double.doubleToRawLongBits(number + 0.0)) * GOLDEN_RATIO;
  }

  private void grow() {
    int capacity = size * 2;
    values = Arrays.copyOf(values, capacity);
    lows = Arrays.copyOf(lows, capacity);
    highs = Arrays.copyOf(highs, capacity);
    modelLows = Arrays.copyOf(modelLows, capacity);
    modelHighs = Arrays.copyOf(modelHighs, capacity);
    within2x = within2x == null ? null : Arrays.copyOf(within2x, capacity);
    slots = new int[2 * capacity];
    for (int id = 0; id < size; id++) {
      int at = slot(values[id], lows[id], highs[id]);
      while (slots[at] != 0) {
        at = at + 1 & slots.length - 1;
      }
      slots[at] = id + 1;
    }
  }
}

package dev.heapconv.model;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Estimates by numbers from 0: one per row, or those that the rows of several dumps refer to. */
final class EstimateTable {

  final double[] values;
  final double[] lows;
  final double[] highs;
  final double[] modelLows;
  final double[] modelHighs;

  /** Not a number where only the interval tells; null if that is so everywhere. */
  private float @Nullable [] within2x;

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
}

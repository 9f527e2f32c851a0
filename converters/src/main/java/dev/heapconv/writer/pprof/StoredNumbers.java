package dev.heapconv.writer.pprof;

import dev.heapconv.model.Column;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of an estimate or of a row of a difference, which an {@code Estimate} cannot hold
 * because it may be negative.
 */
record StoredNumbers(double value, double low, double high, double modelLow, double modelHigh) {

  static final StoredNumbers ZERO = new StoredNumbers(0, 0, 0, 0, 0);

  static StoredNumbers of(Column column, int row) {
    return new StoredNumbers(
        column.value(row),
        column.low(row),
        column.high(row),
        column.modelLow(row),
        column.modelHigh(row));
  }

  boolean hasInterval() {
    return high < Double.POSITIVE_INFINITY;
  }

  boolean isExact() {
    return low == high;
  }

  boolean hasModel() {
    return modelLow != value || modelHigh != value;
  }

  boolean isSame(@Nullable StoredNumbers other) {
    return other != null
        && value == other.value
        && low == other.low
        && high == other.high
        && modelLow == other.modelLow
        && modelHigh == other.modelHigh;
  }
}

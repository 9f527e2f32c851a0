package dev.heapconv.writer.pprof;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of an estimate or of a row of a difference, which an {@link Estimate} cannot hold
 * because it may be negative.
 */
record StoredNumbers(double value, double low, double high, double modelLow, double modelHigh) {

  static final StoredNumbers ZERO = of(Estimate.ZERO);

  static StoredNumbers of(Estimate estimate) {
    return new StoredNumbers(
        estimate.value(),
        estimate.low(),
        estimate.high(),
        estimate.modelLow(),
        estimate.modelHigh());
  }

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

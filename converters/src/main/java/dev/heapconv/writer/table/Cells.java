package dev.heapconv.writer.table;

import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Measure.Part;

/**
 * Numbers of a measure for display: with units, and differences with a sign. Those of one table
 * have the unit of their column, others each its own.
 */
final class Cells {

  /** Marks an estimate that may be off by half or more. */
  static final String ROUGH = "~";

  private Cells() {}

  static String value(Measure measure, int row) {
    double value = measure.value(row);
    String text = HumanNumbers.value(value, measure.low(row), measure.high(row), bytes(measure));
    return measure.isDifference() ? signed(value, text) : text;
  }

  /** The unit of a column that shows some rows of a measure. */
  static ColumnUnit unit(Measure measure, int[] rows) {
    double largest = 0;
    for (int row : rows) {
      if (measure.isDifference()) {
        largest = Math.max(largest, Math.abs(measure.number(Part.BASE, row)));
        largest = Math.max(largest, Math.abs(measure.number(Part.NEW, row)));
      }
      largest = Math.max(largest, Math.abs(measure.value(row)));
    }
    return ColumnUnit.of(largest, bytes(measure));
  }

  static String value(Measure measure, int row, ColumnUnit unit) {
    double value = measure.value(row);
    String text = unit.value(value, measure.low(row), measure.high(row));
    return measure.isDifference() && value > 0 && !text.equals("0") ? "+" + text : text;
  }

  /** A value, marked if it {@link #isRough} or is beyond noise. */
  static String rough(Measure measure, int row, ColumnUnit unit) {
    if (measure.isDifference()) {
      return value(measure, row, unit) + (isBeyondNoise(measure, row) ? " *" : "");
    }
    return (isRough(measure, row) ? ROUGH : "") + value(measure, row, unit);
  }

  /** Whether an estimate may be off by half or more. */
  static boolean isRough(Measure measure, int row) {
    return !measure.isDifference()
        && HumanNumbers.isRough(measure.value(row), measure.low(row), measure.high(row));
  }

  static String interval(Measure measure, int row, ColumnUnit unit) {
    return unit.interval(measure.low(row), measure.high(row), measure.isDifference());
  }

  /** The interval of a value: empty for a point, {@code -} if unknown. */
  static String interval(Measure measure, int row) {
    return HumanNumbers.interval(
        measure.value(row),
        measure.low(row),
        measure.high(row),
        bytes(measure),
        measure.isDifference());
  }

  static String percent(Measure measure, int row) {
    return HumanNumbers.percent(measure.value(row), measure.whole());
  }

  /** The value of a difference's base side. */
  static String base(Measure measure, int row) {
    return side(measure, Part.BASE, row);
  }

  /** The value of a difference's new side. */
  static String changed(Measure measure, int row) {
    return side(measure, Part.NEW, row);
  }

  static String base(Measure measure, int row, ColumnUnit unit) {
    return side(measure, Part.BASE, row, unit);
  }

  static String changed(Measure measure, int row, ColumnUnit unit) {
    return side(measure, Part.NEW, row, unit);
  }

  private static String side(Measure measure, Part part, int row, ColumnUnit unit) {
    double value = measure.number(part, row);
    return unit.value(value, value, value);
  }

  private static String side(Measure measure, Part part, int row) {
    double value = measure.number(part, row);
    return HumanNumbers.value(value, value, value, bytes(measure));
  }

  /** Whether a difference is larger than the noise of sampling. */
  static boolean isBeyondNoise(Measure measure, int row) {
    return measure.number(Part.BEYOND_NOISE, row) != 0;
  }

  /**
   * What changed by more than the noise of sampling: the number of allocations, their size, or
   * both.
   *
   * @param objects a difference of object counts
   */
  static String change(Measure objects, int row) {
    boolean size = objects.number(Part.SIZE_BEYOND_NOISE, row) != 0;
    if (isBeyondNoise(objects, row)) {
      return size ? "both" : "count";
    }
    return size ? "size" : "";
  }

  /** The slope of the growth of a row, with its sign. */
  static String slope(Growth growth, int row) {
    double slope = growth.number(Growth.Part.SLOPE, row);
    double low = growth.number(Growth.Part.SLOPE_LOW, row);
    double high = growth.number(Growth.Part.SLOPE_HIGH, row);
    boolean known = !Double.isNaN(high);
    String text =
        HumanNumbers.value(slope, known ? low : slope, known ? high : slope, bytes(growth));
    return signed(slope, text);
  }

  /** The unit of a column of numbers of a growth. */
  static ColumnUnit unit(Growth growth, int[] rows, Growth.Part part) {
    double largest = 0;
    for (int row : rows) {
      double number = Math.abs(growth.number(part, row));
      largest = number > largest ? number : largest;
    }
    return ColumnUnit.of(largest, bytes(growth));
  }

  static String slope(Growth growth, int row, ColumnUnit unit) {
    double slope = growth.number(Growth.Part.SLOPE, row);
    double low = growth.number(Growth.Part.SLOPE_LOW, row);
    double high = growth.number(Growth.Part.SLOPE_HIGH, row);
    boolean known = !Double.isNaN(high);
    return signed(slope, unit.value(slope, known ? low : slope, known ? high : slope));
  }

  static String slopeInterval(Growth growth, int row, ColumnUnit unit) {
    double high = growth.number(Growth.Part.SLOPE_HIGH, row);
    return Double.isNaN(high)
        ? TextLayout.NOTHING
        : unit.interval(growth.number(Growth.Part.SLOPE_LOW, row), high, true);
  }

  static String live(Growth growth, Growth.Part dump, int row, ColumnUnit unit) {
    double value = growth.number(dump, row);
    return unit.value(value, value, value);
  }

  private static String signed(double value, String text) {
    return value >= 0.5 ? "+" + text : text;
  }

  /** The interval of a slope: empty for a point, {@code -} if unknown. */
  static String slopeInterval(Growth growth, int row) {
    double slope = growth.number(Growth.Part.SLOPE, row);
    double low = growth.number(Growth.Part.SLOPE_LOW, row);
    double high = growth.number(Growth.Part.SLOPE_HIGH, row);
    return Double.isNaN(high) ? "-" : HumanNumbers.interval(slope, low, high, bytes(growth), true);
  }

  /** What is live at one of the dumps. */
  static String live(Growth growth, Growth.Part dump, int row) {
    double value = growth.number(dump, row);
    return HumanNumbers.value(value, value, value, bytes(growth));
  }

  /** A mean lifetime; empty if there is none. */
  static String lifetime(Growth growth, int row) {
    double seconds = growth.number(Growth.Part.LIFETIME, row);
    return Double.isNaN(seconds) ? "" : HumanNumbers.duration(seconds);
  }

  /** The interval of a mean lifetime; empty for a point, or if there is none. */
  static String lifetimeInterval(Growth growth, int row) {
    double low = growth.number(Growth.Part.LIFETIME_LOW, row);
    double high = growth.number(Growth.Part.LIFETIME_HIGH, row);
    return Double.isFinite(high) && low < high
        ? "[" + HumanNumbers.duration(low) + ", " + HumanNumbers.duration(high) + "]"
        : "";
  }

  static boolean grows(Growth growth, int row) {
    return growth.number(Growth.Part.GROWS, row) != 0;
  }

  private static boolean bytes(Growth growth) {
    return growth.view().isBytes();
  }

  private static boolean bytes(Measure measure) {
    return measure.view().isBytes();
  }
}

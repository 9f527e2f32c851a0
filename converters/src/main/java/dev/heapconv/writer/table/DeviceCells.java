package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.DeviceFigures.Part;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.View;
import java.util.function.ToDoubleFunction;

/** What the devices of a fleet have of the view that is shown, for display. */
final class DeviceCells {

  private final DeviceFigures figures;
  private final View view;
  private final boolean cumulative;
  private final ColumnUnit unit;

  /**
   * @param rows the rows that are shown, and determine the unit
   */
  DeviceCells(DeviceFigures figures, Ranking ranking, int[] rows) {
    this.figures = figures;
    view = ranking.view();
    cumulative = ranking.isCumulative();
    double largest = 0;
    for (int row : rows) {
      largest = Math.max(largest, orZero(number(Part.MEAN, row)));
    }
    unit = ColumnUnit.of(largest, view.isBytes());
  }

  private static double orZero(double number) {
    return Double.isNaN(number) ? 0 : number;
  }

  private DeviceFigures.Column column(Part part) {
    return new DeviceFigures.Column(part, part.isOfView() ? view : null, cumulative);
  }

  private double number(Part part, int row) {
    return figures.number(column(part), row);
  }

  String mean(int row) {
    double mean = number(Part.MEAN, row);
    double low = number(Part.MEAN_LOW, row);
    if (Double.isNaN(mean)) {
      return TextLayout.NOTHING;
    }
    return Double.isNaN(low)
        ? unit.value(mean, mean, mean)
        : unit.value(mean, low, number(Part.MEAN_HIGH, row));
  }

  String interval(int row) {
    double high = number(Part.MEAN_HIGH, row);
    return Double.isNaN(high)
        ? TextLayout.NOTHING
        : unit.interval(number(Part.MEAN_LOW, row), high, false);
  }

  String quantile(Part part, int row) {
    double value = number(part, row);
    return Double.isNaN(value) ? TextLayout.NOTHING : unit.value(value, value, value);
  }

  /** The share of the devices that have a row. */
  String share(int row) {
    double percent = number(Part.DEVICES_PERCENT, row);
    return Double.isNaN(percent) ? TextLayout.NOTHING : HumanNumbers.percent(percent, 100);
  }

  /** A sentence about everything together. */
  String total() {
    ToDoubleFunction<Part> numbers = part -> figures.total(column(part));
    double mean = numbers.applyAsDouble(Part.MEAN);
    double low = numbers.applyAsDouble(Part.MEAN_LOW);
    double high = numbers.applyAsDouble(Part.MEAN_HIGH);
    boolean known = !Double.isNaN(low);
    boolean bytes = view.isBytes();
    StringBuilder text = new StringBuilder();
    text.append(HumanNumbers.value(mean, known ? low : mean, known ? high : mean, bytes));
    text.append(bytes ? "" : " objects");
    if (known && low < high) {
      text.append(' ').append(HumanNumbers.interval(mean, low, high, bytes));
    }
    if (figures.devices() > 1) {
      text.append("; half of them up to ").append(plain(numbers.applyAsDouble(Part.P50)));
      text.append(", 95 % up to ").append(plain(numbers.applyAsDouble(Part.P95)));
    }
    return text.toString();
  }

  private String plain(double value) {
    return HumanNumbers.value(value, value, value, view.isBytes());
  }
}

package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums of many recordings by group, with what the devices of the fleet have of each group. */
public final class Devices {

  private Devices() {}

  /**
   * The rows of some totals with columns about devices.
   *
   * @param sort id of the column of the devices to sort them by; null or another to keep their
   *     order
   */
  public static Result of(Result totals, DeviceFigures figures, @Nullable String sort) {
    List<ResultColumn> columns = columns(totals.views(), totals.isCumulative(), figures);
    ResultField by = ResultColumn.field(sort, columns(View.ALL, totals.isCumulative(), figures));
    List<ResultColumn> ofAll = new ArrayList<>();
    ofAll.add(ResultColumn.fact("per_device", "of", ResultColumn.Kind.COUNT, figures.devices()));
    ofAll.addAll(columns);
    return totals.with(by, columns, ofAll);
  }

  static List<ResultColumn> columns(List<View> views, boolean through, DeviceFigures figures) {
    List<ResultColumn> columns = new ArrayList<>();
    for (Part part : List.of(Part.DEVICES, Part.DEVICES_PERCENT)) {
      columns.add(column(part, null, through, figures));
    }
    for (View view : views) {
      for (Part part : List.of(Part.MEAN, Part.P50, Part.P95)) {
        columns.add(column(part, view, through, figures));
      }
    }
    return columns;
  }

  private static ResultColumn column(
      Part part, @Nullable View view, boolean through, DeviceFigures figures) {
    String object = "per_device" + (view == null ? "" : "/" + view.name());
    int number = view == null ? 0 : View.ALL.indexOf(view);
    // All numbers of a view have the unit of the means.
    return ResultColumn.of(
            view,
            through,
            part,
            object,
            (bound, row) -> number(part, number, bound, figures.row(row)))
        .scaledBy(
            row -> {
              DeviceFigures.Row of = figures.row(row);
              return of == null ? 0 : of.views().get(number).mean().value();
            });
  }

  private static double number(Part part, int view, Bound bound, DeviceFigures.@Nullable Row row) {
    if (row == null) {
      return Double.NaN;
    }
    DeviceFigures.Numbers numbers = row.views().get(view);
    return switch (part) {
      case DEVICES_PERCENT -> 100 * number(row.share(), bound);
      case MEAN ->
          bound == Bound.VALUE || numbers.mean().hasInterval()
              ? number(numbers.mean(), bound)
              : Double.NaN;
      case DEVICES -> bound == Bound.VALUE ? row.devices() : Double.NaN;
      case P50 -> bound == Bound.VALUE ? numbers.p50() : Double.NaN;
      default -> bound == Bound.VALUE ? numbers.p95() : Double.NaN;
    };
  }

  private static double number(Estimate estimate, Bound bound) {
    return switch (bound) {
      case VALUE -> estimate.value();
      case LOW -> estimate.low();
      case HIGH -> estimate.high();
    };
  }
}

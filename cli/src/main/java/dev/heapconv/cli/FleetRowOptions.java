package dev.heapconv.cli;

import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.select.AggregateOptions;
import java.util.ArrayList;
import java.util.List;

/** What the rows of an answer of a fleet are, and which to show. */
final class FleetRowOptions extends OptionGroup {

  private final Argument<String> by =
      text(
          Heading.TABLE,
          "--by COLUMN,...",
          "Group rows by: function, library, process, heap, package, version_name, version_code,"
              + " build, date, device, labels.KEY (default: function).");

  private final ShownRowOptions shown = group(new ShownRowOptions());

  List<Argument<?>> all() {
    List<Argument<?>> all = new ArrayList<>(shown.all());
    all.add(by);
    return all;
  }

  boolean isCumulative() {
    return shown.isCumulative();
  }

  /** The rows to show, whatever they are. */
  AggregateOptions rows() {
    return shown.rows();
  }

  /** What is asked of a view. */
  FleetQuestion question(String view, int minDevices) {
    List<String> columns = List.of(by.valueOr("function").split(",", -1));
    return new FleetQuestion(columns, view, isCumulative(), minDevices);
  }
}

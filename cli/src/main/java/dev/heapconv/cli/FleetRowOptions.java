package dev.heapconv.cli;

import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.select.AggregateOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rows of an answer of a fleet are, and which to show. */
final class FleetRowOptions extends OptionGroup {

  private final Argument<String> by =
      text(
          Heading.TABLE,
          "--by COLUMN,...",
          "Group rows by: function, library, process, heap, package, version_name, version_code,"
              + " build, date, device, labels.KEY (default: function).");

  private final ShownRowOptions shown = group(new ShownRowOptions());

  boolean isCumulative() {
    return shown.isCumulative();
  }

  /** The rows to show, whatever they are. */
  AggregateOptions rows() {
    return shown.rows();
  }

  /** What is asked of a view. */
  FleetQuestion question(String view, int minDevices, @Nullable String salt) {
    List<String> columns = List.of(by.valueOr("function").split(",", -1));
    return new FleetQuestion(columns, view, isCumulative(), minDevices, salt);
  }
}

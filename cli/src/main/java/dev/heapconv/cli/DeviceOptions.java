package dev.heapconv.cli;

import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.io.TouchedFiles;
import java.io.IOException;
import java.util.List;

/** Options of commands that ask tables of fleets, which are about devices. */
final class DeviceOptions extends OptionGroup {

  private final LabelsOption labels = group(new LabelsOption());

  private final Argument<Integer> minDevices =
      value(
          Quantities::count,
          Heading.FLEETS,
          "--min-devices N",
          "Add up rows that fewer than N devices have, as 'other' (default: "
              + TableDifference.MIN_DEVICES
              + " where groups are compared, otherwise 0).");

  int minDevices(int usual) {
    return minDevices.valueOr(usual);
  }

  /** Adds the files that are read. */
  void addTo(TouchedFiles files) {
    labels.addTo(files);
  }

  /** Joins labels to open tables; returns what to know of them, which may be nothing. */
  String join(DuckDbTables engine, List<String> sides) throws IOException {
    FleetLabels known = labels.read(engine);
    return known == FleetLabels.NONE ? "" : known.join(engine, sides);
  }

  /** Refuses these options where there are no tables. */
  void refuse() {
    for (Argument<?> option : List.of(labels.file(), minDevices)) {
      option.refuse("needs tables that 'heapconv fleet add' wrote; omit it, or name tables");
    }
  }
}

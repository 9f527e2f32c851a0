package dev.heapconv.fleet;

import dev.heapconv.query.DeviceFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Collects what the devices have of the rows of a table. */
final class SectionFigures implements RowFigures.Sink {

  private final TableRows table;
  private final List<Map<Integer, DeviceFigures.Row>> rows = new ArrayList<>();
  private final Map<Integer, DeviceFigures.Row> totals = new HashMap<>();

  SectionFigures(TableRows table) {
    this.table = table;
    for (int section = 0; section < table.sections(); section++) {
      rows.add(new HashMap<>());
    }
  }

  /** Rows may arrive in any order. */
  @Override
  public void accept(int row, DeviceFigures.Row figures) {
    int section = table.sectionOf(row);
    if (row == table.total(section)) {
      totals.put(section, figures);
    } else {
      rows.get(section).put(table.group(section, row), figures);
    }
  }

  /** The figures of each section. */
  List<DeviceFigures> finish(IntFunction<SectionDevices> devicesOf) {
    List<DeviceFigures> figures = new ArrayList<>();
    for (int section = 0; section < table.sections(); section++) {
      SectionDevices devices = devicesOf.apply(section);
      DeviceFigures.Row total = totals.get(section);
      figures.add(
          new DeviceFigures(
              devices.size(),
              // Without any values the total is that of no device.
              total == null ? devices.sums().row() : total,
              rows.get(section)));
    }
    return figures;
  }
}

package dev.heapconv.fleet;

import dev.heapconv.aggregate.DeviceFigures;
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

  /**
   * The figures of each section.
   *
   * @param cumulative whether rows count all stacks that pass through them
   */
  List<DeviceFigures> finish(boolean cumulative, IntFunction<SectionDevices> devicesOf) {
    List<DeviceFigures> figures = new ArrayList<>();
    for (int section = 0; section < table.sections(); section++) {
      SectionDevices devices = devicesOf.apply(section);
      DeviceFigures.Row total = totals.get(section);
      figures.add(
          new DeviceFigures(
              devices.size(),
              cumulative,
              // Without any values the total is that of no device.
              total == null ? devices.sums().row() : total,
              rows.get(section)));
    }
    return figures;
  }
}

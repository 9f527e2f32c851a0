package dev.heapconv.fleet;

import dev.heapconv.table.Table;
import java.util.ArrayList;
import java.util.List;

/** The recordings that have a heap in each section of a table. */
final class TableCoverage {

  private TableCoverage() {}

  /** By section the numbers of the recordings, ascending. */
  static List<int[]> of(
      FleetBreakdown breakdown,
      FleetContents contents,
      FleetRecordings recordings,
      List<Table.Section> sections) {
    List<int[]> covered = new ArrayList<>();
    for (Table.Section section : sections) {
      covered.add(
          breakdown.groupBy() == FleetGrouping.NONE
              // A recording without heaps is one of a device that has nothing of them.
              ? recordings.all()
              : contents.recordings(section.group()));
    }
    return covered;
  }
}

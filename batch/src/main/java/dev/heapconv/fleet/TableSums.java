package dev.heapconv.fleet;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.Aggregation;
import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.writer.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of the table of the totals. */
final class TableSums {

  private final FleetOptions options;
  private final FleetOutputs.Facts facts;
  private final AggregateOptions shown;
  private final EstimateSums views = EstimateSums.ofOneStack(FleetPart.VIEWS);
  private final Map<FleetGroup, HeapInfo> heaps = new HashMap<>();
  private final List<String> groups = new ArrayList<>();

  /** One for each group, in the order of their names. */
  private final List<Aggregation> sums = new ArrayList<>();

  /** The column of the devices to sort by; null for any other. */
  private final DeviceFigures.@Nullable Column byDevices;

  private @Nullable Aggregation current;

  TableSums(FleetOptions options, FleetOutputs.Facts facts, AggregateOptions shown) {
    this.options = options;
    this.facts = facts;
    byDevices =
        shown.sort() == null ? null : DeviceFigures.column(shown.sort(), shown.showsCumulative());
    this.shown = byDevices == null ? shown : shown.withSort(null);
  }

  /** Rows arrive group by group. */
  void add(FleetRow row) throws IOException {
    FleetGroup group = row.group();
    if (current == null || !groups.get(groups.size() - 1).equals(group.name())) {
      if (current != null) {
        current.finish();
      }
      current = Aggregation.ofRows(facts.frames(), shown);
      groups.add(group.name());
      sums.add(current);
    }
    row.sums().copyTo(views, 0, FleetPart.VIEWS);
    current.add(heaps.computeIfAbsent(group, FleetGroup::info), row.frames(), views);
  }

  /** The groups by name; a single one without a name if the totals are not split. */
  private List<Table.Section> sections() throws IOException {
    if (sums.isEmpty()) {
      sums.add(Aggregation.ofRows(facts.frames(), shown));
      groups.add("");
    }
    List<Table.Section> sections = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      String name = options.groupBy() == FleetGrouping.NONE ? "" : groups.get(i);
      sections.add(new Table.Section(name, sums.get(i).ranking()));
    }
    return sections;
  }

  /** The groups with what the devices have of their rows. */
  List<Table.Section> sections(FleetOutputs.Devices devices) throws IOException {
    List<Table.Section> sections = sections();
    List<DeviceFigures> figures = devices.figures(sections);
    List<Table.Section> complete = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      Table.Section section = sections.get(i);
      complete.add(
          new Table.Section(
              section.group(), section.ranking().withDevices(figures.get(i), byDevices)));
    }
    return complete;
  }
}

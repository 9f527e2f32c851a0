package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Aggregation;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.query.Devices;
import dev.heapconv.query.Result;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.table.Table;
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

  /** The id of the column to sort by; null for the usual one. */
  private final @Nullable String sort;

  private @Nullable Aggregation current;
  private @Nullable FleetRow last;

  /** What the last stack has in all heaps. */
  private final EstimateSums whole = EstimateSums.ofOneStack(FleetPart.VIEWS);

  TableSums(FleetOptions options, FleetOutputs.Facts facts, AggregateOptions shown) {
    this.options = options;
    this.facts = facts;
    sort = shown.sort();
    this.shown =
        DeviceFigures.hasColumn(sort, shown.showsCumulative()) ? shown.withSort(null) : shown;
  }

  /** Rows arrive group by group, and those of a stack in several heaps one after another. */
  void add(FleetRow row) throws IOException {
    FleetGroup group = row.group;
    if (last != null && !last.isOfSameStack(row)) {
      endStack();
    }
    last = row;
    if (current == null || !groups.get(groups.size() - 1).equals(group.name())) {
      if (current != null) {
        current.finish();
      }
      current = Aggregation.ofRows(facts.frames(), shown);
      groups.add(group.name());
      sums.add(current);
    }
    row.sums.copyTo(views, 0, FleetPart.VIEWS);
    current.add(heaps.computeIfAbsent(group, FleetGroup::info), row.frames, views);
    whole.add(0, views, 0, FleetPart.VIEWS);
  }

  private void endStack() {
    if (current != null) {
      current.addToTotal(whole);
      whole.clear();
    }
  }

  /**
   * The groups by name with what the devices have of their rows; a single one without a name if the
   * totals are not split.
   */
  List<Table.Section> sections(FleetOutputs.Devices devices) throws IOException {
    endStack();
    if (sums.isEmpty()) {
      sums.add(Aggregation.ofRows(facts.frames(), shown));
      groups.add("");
    }
    List<Result> totals = new ArrayList<>();
    List<Table.Section> sections = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      String name = options.groupBy() == FleetGrouping.NONE ? "" : groups.get(i);
      totals.add(sums.get(i).totals());
      sections.add(new Table.Section(name, totals.get(i)));
    }
    List<DeviceFigures> figures = devices.figures(sections);
    for (int i = 0; i < figures.size(); i++) {
      String name = sections.get(i).group();
      sections.set(i, new Table.Section(name, Devices.of(totals.get(i), figures.get(i), sort)));
    }
    return sections;
  }
}

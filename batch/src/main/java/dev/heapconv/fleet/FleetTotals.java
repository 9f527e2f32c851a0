package dev.heapconv.batch;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.Aggregation;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.batch.BatchOptions.FleetOptions;
import dev.heapconv.batch.BatchOptions.FleetTable;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.writer.AtomicFile;
import dev.heapconv.writer.pprof.PprofStream;
import dev.heapconv.writer.table.Table;
import dev.heapconv.writer.table.TableHeader;
import dev.heapconv.writer.table.TableOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the parts of all inputs and writes the totals of the fleet. Parts are read one after
 * another into rows in memory; when there are too many rows they are written to a run, and at the
 * end all runs are merged. Memory is therefore bounded by the allowed number of rows and by the
 * functions of the fleet.
 */
final class FleetTotals {

  /**
   * How many runs are open and merged at a time: systems allow a process about a thousand files.
   */
  private static final int MOST_RUNS = 100;

  private final FleetOptions options;
  private final AggregateOptions tableRows;
  private final double confidence;
  private final String tool;
  private final Path temporary;
  private final FleetRows rows;
  private final Map<String, Integer> groups = new LinkedHashMap<>();
  private final List<Path> runs = new ArrayList<>();
  private final boolean[] present = new boolean[FleetPart.VIEWS];

  /** The rows that the table shows, by number of the group. */
  private final Map<Integer, Aggregation> tables = new HashMap<>();

  private int runsWritten;
  private int group;
  private int inputs;

  /**
   * @param confidence level of the intervals
   * @param temporary an existing folder for files that are deleted at the end
   */
  FleetTotals(FleetOptions options, double confidence, String tool, Path temporary) {
    this.options = options;
    this.confidence = confidence;
    this.tool = tool;
    this.temporary = temporary;
    this.tableRows = options.table() == null ? AggregateOptions.DEFAULT : options.table().rows();
    this.rows = new FleetRows(options.maxRows(), tableRows.allocatorFrames());
  }

  /**
   * @throws HeapConvException if a part is incomplete or damaged; its file is deleted, so that it
   *     will be made again
   */
  void addAll(Collection<Path> parts) throws IOException {
    for (Path part : parts) {
      // Checked before anything of it is added.
      check(part);
      try (InputStream in = Files.newInputStream(part)) {
        FleetPart.read(in, rows.stacks(), new Adder());
      }
      inputs++;
      if (rows.isFull()) {
        writeRun();
      }
    }
  }

  private static void check(Path part) throws IOException {
    try {
      FleetPart.check(part);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw HeapConvException.output(ErrorId.DAMAGED_FLEET_PART, part.toString()).causedBy(e);
    }
  }

  private final class Adder implements FleetPart.Rows {
    private @Nullable HeapInfo heap;

    @Override
    public void heap(String device, HeapInfo info) {
      heap = info;
      group = groups.computeIfAbsent(options.groupBy().group(device, info), key -> groups.size());
    }

    @Override
    public void row(int stack, EstimateSums sums) throws IOException {
      for (int view = 0; view < present.length; view++) {
        present[view] |= sums.value(view) != 0;
      }
      if (isTableOfHeaps()) {
        table(group).add(heap, new int[0], sums);
      }
      rows.add(group, stack, sums);
    }
  }

  /** Writes the rows in memory to a run. */
  private void writeRun() throws IOException {
    if (runs.size() == MOST_RUNS) {
      List<Path> merged = List.copyOf(runs);
      runs.clear();
      runs.add(newRun(action -> FleetRun.merge(merged, action)));
      for (Path run : merged) {
        Files.delete(run);
      }
    }
    runs.add(newRun(this::eachRowInMemory));
    rows.clear();
  }

  private Path newRun(FleetRun.Source sorted) throws IOException {
    Path run = temporary.resolve("run-" + runsWritten++);
    FleetRun.write(run, sorted);
    return run;
  }

  void write(AtomicFile.Guard guard) throws IOException {
    if (!runs.isEmpty() && rows.size() > 0) {
      writeRun();
    }
    Path profile = options.profile();
    if (profile != null) {
      AtomicFile.writeInFolder(profile, out -> writeProfile(profile, out), guard);
    }
    FleetTable table = options.table();
    if (table != null) {
      writeTable(table, guard);
    }
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }

  /** Whether the table is made while parts are read, because rows do not know their heaps. */
  private boolean isTableOfHeaps() {
    return tableRows.by().isPartOfRecording();
  }

  private Aggregation table(int number) {
    return tables.computeIfAbsent(number, unused -> Aggregation.ofRows(rows.stacks(), tableRows));
  }

  private void writeTable(FleetTable table, AtomicFile.Guard guard) throws IOException {
    if (!isTableOfHeaps()) {
      group = 0;
      eachRow(
          row -> {
            if (row.group() != group) {
              // Rows arrive group by group.
              table(group).finish();
              group = row.group();
            }
            table(group).add(null, row.frames(), row.sums());
          });
    }
    Table shown = new Table(TableHeader.ofSum(inputs, confidence, tool), sections());
    TableOptions page = TableOptions.of(table.rows());
    AtomicFile.write(table.file(), out -> table.format().renderer(page).render(shown, out), guard);
  }

  /** The groups by name; a single one without a name if the totals are not split. */
  private List<Table.Section> sections() throws IOException {
    if (options.groupBy() == FleetGrouping.NONE || groups.isEmpty()) {
      return List.of(new Table.Section("", table(0).ranking()));
    }
    List<Table.Section> sections = new ArrayList<>();
    for (Map.Entry<String, Integer> each : new TreeMap<>(groups).entrySet()) {
      sections.add(new Table.Section(each.getKey(), table(each.getValue()).ranking()));
    }
    return sections;
  }

  /** How many runs were written, including those that were merged into others. */
  int runsWritten() {
    return runsWritten;
  }

  private void eachRow(FleetRun.RowAction action) throws IOException {
    if (!runs.isEmpty()) {
      FleetRun.merge(runs, action);
      return;
    }
    eachRowInMemory(action);
  }

  private void eachRowInMemory(FleetRun.RowAction action) throws IOException {
    for (Iterator<FleetRow> sorted = rows.sorted(); sorted.hasNext(); ) {
      action.accept(sorted.next());
    }
  }

  private void writeProfile(Path file, OutputStream out) throws IOException {
    List<View> views = new ArrayList<>();
    for (int view = 0; view < present.length; view++) {
      if (present[view]) {
        views.add(View.ALL.get(view));
      }
    }
    views = views.isEmpty() ? View.ALL : views;
    boolean gzip = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    PprofStream pprof = new PprofStream(views, rows.stacks(), confidence, gzip, out);
    List<String> names = List.copyOf(groups.keySet());
    List<PprofStream.Labels> labels = labelsOfGroups(pprof);
    List<View> written = views;
    EstimateSums totals = EstimateSums.ofStacks();
    group = -1;
    eachRow(
        row -> {
          if (row.group() != group) {
            // Rows arrive group by group.
            group = row.group();
            pprof.heap(options.groupBy().heap(names.get(group)), written);
          }
          Estimate[] estimates = new Estimate[written.size()];
          for (int i = 0; i < estimates.length; i++) {
            estimates[i] = row.sums().estimate(View.ALL.indexOf(written.get(i)));
          }
          totals.add(0, row.sums(), 0, FleetPart.VIEWS);
          pprof.sample(row.frames(), estimates, labels.get(group));
        });
    View defaultView = views.contains(View.SPACE) ? View.SPACE : views.get(0);
    pprof.finish(Set.of(), comments(written, totals), defaultView);
  }

  private List<PprofStream.Labels> labelsOfGroups(PprofStream pprof) throws IOException {
    List<PprofStream.Labels> labels = new ArrayList<>();
    for (String name : groups.keySet()) {
      labels.add(
          pprof.labels(
              options.groupBy() == FleetGrouping.NONE
                  ? List.of()
                  : List.of(new Label(options.groupBy().id(), name, 0, ""))));
    }
    return labels;
  }

  private List<String> comments(List<View> views, EstimateSums totals) {
    List<String> comments = new ArrayList<>();
    comments.add(tool);
    comments.add("sum of " + inputs + " recordings");
    for (View view : views) {
      int index = View.ALL.indexOf(view);
      if (totals.hasInterval(index)) {
        comments.add(
            String.format(
                Locale.ROOT,
                "total %s: %.0f, interval %.0f to %.0f",
                view.name(),
                totals.value(index),
                totals.low(index),
                totals.high(index)));
      }
    }
    return comments;
  }
}

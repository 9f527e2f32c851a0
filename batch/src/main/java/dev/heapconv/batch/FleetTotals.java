package dev.heapconv.batch;

import dev.heapconv.batch.BatchOptions.FleetOptions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.writer.AtomicFile;
import dev.heapconv.writer.pprof.PprofStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Adds up the parts of all inputs and writes the totals of the fleet. Parts are read one after
 * another into rows in memory; when these are too many they become a run, and at the end all runs
 * are merged. So memory is bounded by the number of rows that was allowed and by the functions of
 * the fleet.
 */
final class FleetTotals {

  /** Runs that are merged, and open, at a time: systems allow a process about a thousand files. */
  private static final int MOST_RUNS = 100;

  private final FleetOptions options;
  private final String tool;
  private final Path temporary;
  private final FleetRows rows;
  private final Map<String, Integer> groups = new LinkedHashMap<>();
  private final List<Path> runs = new ArrayList<>();
  private final boolean[] present = new boolean[FleetSums.VIEWS];
  private int runsWritten;
  private int group;
  private int inputs;

  /**
   * @param temporary an existing folder for files that are gone in the end
   */
  FleetTotals(FleetOptions options, String tool, Path temporary) {
    this.options = options;
    this.tool = tool;
    this.temporary = temporary;
    this.rows = new FleetRows(options.maxRows());
  }

  /**
   * @throws HeapConvException if a part is not whole; the file is then deleted, so that it will be
   *     made again
   */
  void addAll(Collection<Path> parts) throws IOException {
    for (Path part : parts) {
      // Before anything of it is added.
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
    try (InputStream in = Files.newInputStream(part)) {
      FleetPart.check(in);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw HeapConvException.output(ErrorId.DAMAGED_FLEET_PART, part.toString()).causedBy(e);
    }
  }

  private final class Adder implements FleetPart.Rows {
    @Override
    public void heap(String device, HeapInfo info) {
      group = groups.computeIfAbsent(options.groupBy().group(device, info), key -> groups.size());
    }

    @Override
    public void row(int stack, double[] sums) {
      for (int view = 0; view < present.length; view++) {
        present[view] |= FleetSums.value(sums, view) != 0;
      }
      rows.add(group, stack, sums);
    }
  }

  /** Makes a run of the rows in memory. */
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
    if (options.profile() != null) {
      AtomicFile.write(options.profile(), this::writeProfile, guard);
    }
    if (options.table() != null) {
      FleetTable table = new FleetTable(rows.stacks());
      eachRow(table::add);
      AtomicFile.write(
          options.table(), out -> table.write(List.copyOf(groups.keySet()), out), guard);
    }
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }

  /** How many runs were written, those included that were merged into others. */
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

  private void writeProfile(java.io.OutputStream out) throws IOException {
    List<View> views = new ArrayList<>();
    for (int view = 0; view < present.length; view++) {
      if (present[view]) {
        views.add(View.ALL.get(view));
      }
    }
    views = views.isEmpty() ? View.ALL : views;
    StackTable frames = rows.stacks();
    boolean gzip = options.profile().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    PprofStream pprof = new PprofStream(views, frames, gzip, out);
    List<String> names = List.copyOf(groups.keySet());
    List<View> written = views;
    double[] totals = new double[FleetSums.NUMBERS];
    eachRow(
        row -> {
          long[] values = new long[written.size()];
          for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(FleetSums.value(row.sums(), View.ALL.indexOf(written.get(i))));
          }
          FleetSums.add(row.sums(), 0, totals, 0);
          pprof.sample(row.frames(), values, labels(names.get(row.group())));
        });
    View defaultView = views.contains(View.SPACE) ? View.SPACE : views.get(0);
    pprof.finish(comments(written, totals), defaultView);
  }

  private Map<String, String> labels(String name) {
    return options.groupBy() == FleetGrouping.NONE
        ? Map.of()
        : Map.of(options.groupBy().id(), name);
  }

  private List<String> comments(List<View> views, double[] totals) {
    List<String> comments = new ArrayList<>();
    comments.add(tool);
    comments.add("sum of " + inputs + " recordings");
    for (View view : views) {
      int index = View.ALL.indexOf(view);
      double high = FleetSums.high(totals, index);
      if (high < Double.POSITIVE_INFINITY) {
        comments.add(
            String.format(
                Locale.ROOT,
                "total %s: %.0f, interval %.0f to %.0f",
                view.name(),
                FleetSums.value(totals, index),
                FleetSums.low(totals, index),
                high));
      }
    }
    return comments;
  }
}

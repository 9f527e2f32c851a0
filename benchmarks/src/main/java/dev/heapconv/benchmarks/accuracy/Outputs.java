package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.Difference;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.table.TableOptions;
import dev.heapconv.writer.table.TableWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What users get of a recording, by the calls that users make. */
final class Outputs {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Outputs() {}

  static RecordedProfile read(String name, byte[] recording) throws IOException {
    return HeapConv.read(
        InputSource.stream(name, new ByteArrayInputStream(recording)), ReadOptions.DEFAULT);
  }

  static EstimatedProfile estimate(RecordedProfile recorded, double confidence) {
    UnskewOptions usual = UnskewOptions.DEFAULT;
    return HeapConv.unskew(
        recorded,
        new UnskewOptions(
            usual.unskew(), usual.cutoff(), usual.cutoffBytes(), confidence, usual.threads()));
  }

  /**
   * The estimates of the stacks of a {@link SimulatedHeap}, by number and view; {@link Range#NONE}
   * where there is none.
   */
  static Range[][] byStack(EstimatedProfile profile, int stacks) {
    Range[][] ranges = new Range[stacks][ViewTotals.VIEWS.size()];
    for (Range[] views : ranges) {
      Arrays.fill(views, Range.NONE);
    }
    for (EstimatedHeap heap : profile.heaps()) {
      for (int view = 0; view < ViewTotals.VIEWS.size(); view++) {
        Column column = heap.column(ViewTotals.VIEWS.get(view));
        for (int row = 0; column != null && row < heap.rows(); row++) {
          ranges[number(profile.stacks(), heap.stack(row))][view] =
              new Range(column.value(row), column.low(row), column.high(row));
        }
      }
    }
    return ranges;
  }

  /** The sums of all stacks by view, as tables have them. */
  static Range[] totals(EstimatedProfile profile) throws IOException {
    return ranges(table(profile, GroupBy.PROCESS).path("totals"));
  }

  /** The sums of the stacks that end in a function, by function and view, as tables have them. */
  static Map<String, Range[]> byFunction(EstimatedProfile profile) throws IOException {
    Map<String, Range[]> functions = new HashMap<>();
    for (JsonNode row : table(profile, GroupBy.FUNCTION).path("rows")) {
      functions.put(row.path("name").asString(), ranges(row.path("self")));
    }
    return functions;
  }

  /** A profile written for pprof, and read and estimated again. */
  static EstimatedProfile throughPprof(EstimatedProfile profile) throws IOException {
    ByteArrayOutputStream pprof = new ByteArrayOutputStream();
    HeapConv.write(profile, Format.PPROF, new WriteOptions("accuracy suite", null), pprof);
    return estimate(read("round trip", pprof.toByteArray()), profile.confidence());
  }

  /**
   * The numbers of the stacks that changed by more than the sampling noise, as {@code heapconv
   * diff} tells them.
   */
  static Set<String> changedStacks(RecordedProfile base, RecordedProfile changed, View view) {
    EstimatedProfile difference =
        Difference.of(estimate(base, Settings.LEVEL), estimate(changed, Settings.LEVEL)).profile();
    Set<String> names = new HashSet<>();
    for (EstimatedHeap heap : difference.heaps()) {
      Column column = heap.column(view);
      for (int row = 0; row < heap.rows(); row++) {
        if (column.low(row) > 0 || column.high(row) < 0) {
          names.add("" + number(difference.stacks(), heap.stack(row)));
        }
      }
    }
    return names;
  }

  /** The same of the functions that allocate, by name. */
  static Set<String> changedFunctions(RecordedProfile base, RecordedProfile changed, View view)
      throws IOException {
    int index = ViewTotals.VIEWS.indexOf(view);
    Map<String, Range[]> before = byFunction(estimate(base, Settings.LEVEL));
    Map<String, Range[]> after = byFunction(estimate(changed, Settings.LEVEL));
    Set<String> names = new HashSet<>(before.keySet());
    names.addAll(after.keySet());
    Range[] nothing = new Range[ViewTotals.VIEWS.size()];
    Arrays.fill(nothing, new Range(0, 0, 0));
    names.removeIf(
        name ->
            !isBeyondNoise(
                before.getOrDefault(name, nothing)[index],
                after.getOrDefault(name, nothing)[index]));
    return names;
  }

  /** Half-widths of both add in quadrature. */
  private static boolean isBeyondNoise(Range base, Range changed) {
    double difference = changed.value() - base.value();
    double below = Math.hypot(changed.value() - changed.low(), base.high() - base.value());
    double above = Math.hypot(changed.high() - changed.value(), base.value() - base.low());
    return difference - below > 0 || difference + above < 0;
  }

  private static JsonNode table(EstimatedProfile profile, GroupBy by) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    new TableWriter(AggregateOptions.DEFAULT.withBy(by), Format.JSON.renderer(TableOptions.DEFAULT))
        .write(profile, new WriteOptions("accuracy suite", null), json);
    return JSON.readTree(json.toByteArray());
  }

  private static Range[] ranges(JsonNode views) {
    Range[] ranges = new Range[ViewTotals.VIEWS.size()];
    for (int view = 0; view < ranges.length; view++) {
      JsonNode numbers = views.path(ViewTotals.VIEWS.get(view).name());
      ranges[view] =
          new Range(
              numbers.path("value").asDouble(0),
              numbers.path("low").asDouble(0),
              numbers.path("high").asDouble(Double.POSITIVE_INFINITY));
    }
    return ranges;
  }

  private static int number(StackTable stacks, int stack) {
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      for (SourceLine line : stacks.lines(stacks.frame(at))) {
        if (line.function().startsWith(SimulatedHeap.NUMBER)) {
          return Integer.parseInt(line.function().substring(SimulatedHeap.NUMBER.length()));
        }
      }
    }
    throw new IllegalStateException("a stack that was not written");
  }
}

package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.TableOptions;
import dev.heapconv.table.TableRenderer;
import dev.heapconv.table.TableWriter;
import dev.heapconv.transform.ReferenceSizes;
import dev.heapconv.transform.StackChoice;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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
    return estimate(recorded, confidence, null);
  }

  /**
   * @param sizes what reference recordings say; null for nothing
   */
  static EstimatedProfile estimate(
      RecordedProfile recorded, double confidence, ReferenceSizes sizes) {
    UnskewOptions usual = UnskewOptions.DEFAULT;
    UnskewOptions options =
        new UnskewOptions(
            usual.unskew(), usual.cutoff(), usual.cutoffBytes(), confidence, usual.pooling());
    return new Unskewing(new UnskewSetup(options, sizes, StackChoice.ALL)).apply(recorded);
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

  private static JsonNode table(EstimatedProfile profile, GroupBy by) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    TableWriter.ofTotals(
            AggregateOptions.DEFAULT.withBy(by), TableRenderer.of("json", TableOptions.DEFAULT))
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

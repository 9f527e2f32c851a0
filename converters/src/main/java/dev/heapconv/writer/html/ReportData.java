package dev.heapconv.writer.html;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.writer.StringIds;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.Writer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The data of a report: numbers in columns, strings and functions by number, stacks as a tree. In a
 * series of dumps, each dump except the first lists only the stacks whose numbers changed since the
 * previous one. Read by {@code data.js}.
 */
final class ReportData {

  private final EstimatedProfile profile;
  private final WriteOptions options;
  private final JsonGenerator json;
  private final List<View> views;
  private final StringIds strings = new StringIds();
  private final CallTree tree;

  private ReportData(EstimatedProfile profile, WriteOptions options, JsonGenerator json) {
    this.profile = profile;
    this.options = options;
    this.json = json;
    this.views = profile.views();
    this.tree = new CallTree(profile.stacks(), strings);
  }

  /** Does not close {@code text}. */
  static void write(EstimatedProfile profile, WriteOptions options, Writer text) {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .characterEscapes(new ScriptSafe())
            .build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      new ReportData(profile, options, json).write();
    }
  }

  private void write() {
    json.writeStartObject();
    writeFacts();
    json.writeArrayPropertyStart("heaps");
    for (HeapSeries series : HeapSeries.of(profile)) {
      writeSeries(series);
    }
    json.writeEndArray();
    // Filled while the heaps were written.
    writeTree();
    json.writeEndObject();
  }

  private void writeFacts() {
    CaptureInfo capture = profile.capture();
    json.writeStringProperty("tool", options.tool());
    writeText("source", capture.source());
    writeText("format", capture.format());
    writeText("device", capture.device());
    writeText("producer", capture.producer());
    json.writeNumberProperty("confidence", profile.confidence());
    json.writeArrayPropertyStart("comments");
    profile.comments().forEach(this::writeText);
    json.writeEndArray();
    json.writeArrayPropertyStart("warnings");
    for (Warning warning : profile.warnings()) {
      writeText(warning.message());
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("views");
    for (View view : views) {
      json.writeStartObject();
      writeText("name", view.name());
      writeText("unit", view.unit());
      json.writeBooleanProperty("live", view.isLive());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("view", views.indexOf(profile.viewOr(options.view())));
  }

  private void writeText(String name, String text) {
    json.writeStringProperty(name, TerminalText.printable(text));
  }

  private void writeText(String text) {
    json.writeString(TerminalText.printable(text));
  }

  private void writeSeries(HeapSeries series) {
    HeapInfo info = series.last().info();
    json.writeStartObject();
    writeText("process", info.displayProcess());
    writeText("heap", info.heap());
    json.writeArrayPropertyStart("nodes");
    series.stacks().forEach((int stack) -> json.writeNumber(tree.node(stack)));
    json.writeEndArray();
    json.writeArrayPropertyStart("dumps");
    EstimatedHeap before = null;
    for (EstimatedHeap dump : series.dumps()) {
      writeDump(series, before, dump);
      before = dump;
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeDump(HeapSeries series, @Nullable EstimatedHeap before, EstimatedHeap dump) {
    HeapInfo info = dump.info();
    json.writeStartObject();
    json.writeNumberProperty("dump", info.dump());
    json.writeNumberProperty("dumps", info.dumps());
    json.writeNumberProperty("timeMillis", info.timeNanos() / 1_000_000);
    json.writeNumberProperty("seconds", info.durationNanos() / 1e9);
    json.writeStringProperty("scheme", info.scheme().wireName());
    json.writeNumberProperty("interval", info.samplingInterval());
    json.writeNumberProperty("origInterval", info.origSamplingInterval());
    int[] rows = series.rowsOf(dump);
    int[] rowsBefore = before == null ? new int[0] : series.rowsOf(before);
    IntArrayList changed = new IntArrayList();
    for (int i = 0; i < rows.length; i++) {
      if (before == null ? rows[i] >= 0 : differs(before, rowsBefore[i], dump, rows[i])) {
        changed.add(i);
      }
    }
    writeInts("rows", changed);
    json.writeArrayPropertyStart("columns");
    for (View view : views) {
      writeColumn(dump.column(view), changed, rows);
    }
    json.writeEndArray();
    writeRecorded("recordedAlloc", dump::recordedAlloc, changed, rows);
    writeRecorded("recordedLive", dump::recordedLive, changed, rows);
    json.writeEndObject();
  }

  private static boolean differs(EstimatedHeap before, int rowBefore, EstimatedHeap dump, int row) {
    if (rowBefore < 0 || row < 0) {
      return rowBefore != row;
    }
    if (!before.views().equals(dump.views())
        || before.recordedAlloc(rowBefore) != dump.recordedAlloc(row)
        || before.recordedLive(rowBefore) != dump.recordedLive(row)) {
      return true;
    }
    for (int i = 0; i < dump.columns().size(); i++) {
      Column old = before.columns().get(i);
      Column now = dump.columns().get(i);
      if (old.value(rowBefore) != now.value(row)
          || old.low(rowBefore) != now.low(row)
          || old.high(rowBefore) != now.high(row)) {
        return true;
      }
    }
    return false;
  }

  /** Null if the heap lacks the view. */
  private void writeColumn(@Nullable Column column, IntArrayList changed, int[] rows) {
    if (column == null) {
      json.writeNull();
      return;
    }
    EstimateSums total = EstimateSums.ofStacks();
    total.addAll(0, column);
    json.writeStartObject();
    json.writeArrayPropertyStart("total");
    writeNumber(total.value(0));
    writeNumber(total.low(0));
    writeNumber(total.high(0));
    json.writeEndArray();
    writeNumbers("values", column::value, changed, rows);
    writeNumbers("lows", column::low, changed, rows);
    writeNumbers("highs", column::high, changed, rows);
    json.writeEndObject();
  }

  private void writeNumbers(
      String name, IntToDoubleFunction numbers, IntArrayList changed, int[] rows) {
    json.writeArrayPropertyStart(name);
    changed.forEach((int i) -> writeNumber(rows[i] < 0 ? 0 : numbers.applyAsDouble(rows[i])));
    json.writeEndArray();
  }

  private void writeRecorded(
      String name, IntToLongFunction numbers, IntArrayList changed, int[] rows) {
    json.writeArrayPropertyStart(name);
    changed.forEach((int i) -> json.writeNumber(rows[i] < 0 ? 0 : numbers.applyAsLong(rows[i])));
    json.writeEndArray();
  }

  /**
   * Hundredths are more precise than any estimate, and keep sums correct; infinity becomes null.
   */
  private void writeNumber(double number) {
    double rounded = Math.round(number * 100) / 100.0;
    if (Double.isInfinite(number)) {
      json.writeNull();
    } else if (rounded == Math.rint(number) || number > 1e6) {
      json.writeNumber(Math.round(number));
    } else {
      json.writeNumber(rounded);
    }
  }

  private void writeTree() {
    writeInts("functionName", tree.functionName);
    writeInts("functionFile", tree.functionFile);
    writeInts("functionLibrary", tree.functionLibrary);
    writeInts("allocatorFunctions", tree.allocatorFunctions);
    writeInts("frameFunction", tree.frameFunction);
    writeInts("frameLine", tree.frameLine);
    writeInts("nodeParent", tree.nodeParent);
    writeInts("nodeFrame", tree.nodeFrame);
    json.writeArrayPropertyStart("strings");
    strings.strings().forEach(this::writeText);
    json.writeEndArray();
  }

  private void writeInts(String name, IntArrayList numbers) {
    json.writeArrayPropertyStart(name);
    numbers.forEach((int number) -> json.writeNumber(number));
    json.writeEndArray();
  }
}

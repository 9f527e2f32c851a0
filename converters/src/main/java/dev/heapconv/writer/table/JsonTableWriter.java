package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a table as JSON: one object with the heaps, totals and notes, and an array of rows, one a
 * line. Numbers are plain, bytes and objects rounded to integers; an interval that is not known is
 * left out. Characters beyond ASCII are escaped, so that no name steers a terminal that the text is
 * shown on.
 */
public final class JsonTableWriter implements ProfileWriter {

  private static final int LAST_PLAIN_CHARACTER = 0x7e;

  private final TableOptions tableOptions;

  public JsonTableWriter(TableOptions tableOptions) {
    this.tableOptions = tableOptions;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Table table = TableBuilder.build(profile, tableOptions, options.view());
    JsonFactory factory =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .highestNonEscapedChar(LAST_PLAIN_CHARACTER)
            .build();
    try (JsonGenerator json =
        factory.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeStringProperty("tool", options.tool());
      json.writeStringProperty("source", profile.capture().source());
      json.writeStringProperty("by", table.by().id());
      json.writeStringProperty("view", table.view().name());
      json.writeBooleanProperty("cumulative", table.isCumulative());
      json.writeNumberProperty("confidence", profile.confidence());
      writeNotes(profile, json);
      writeHeaps(table, json);
      writeTotals(table, json);
      json.writeNumberProperty("matching", table.rows().length);
      writeRows(table, json);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void writeNotes(EstimatedProfile profile, JsonGenerator json) {
    json.writeArrayPropertyStart("comments");
    for (String comment : profile.comments()) {
      json.writeString(comment);
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("warnings");
    for (Warning warning : profile.warnings()) {
      json.writeStartObject();
      json.writeStringProperty("id", warning.id().wireName());
      json.writeStringProperty("message", warning.message());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeHeaps(Table table, JsonGenerator json) {
    json.writeArrayPropertyStart("heaps");
    for (EstimatedHeap heap : table.heaps()) {
      json.writeStartObject();
      writeHeap(heap.info(), GroupBy.DUMP, json);
      HeapInfo info = heap.info();
      json.writeNumberProperty("dumps", info.dumps());
      json.writeNumberProperty("duration_nanos", info.durationNanos());
      json.writeStringProperty("scheme", info.scheme().wireName());
      json.writeNumberProperty("sampling_interval", info.samplingInterval());
      json.writeNumberProperty("orig_sampling_interval", info.origSamplingInterval());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeHeap(HeapInfo info, GroupBy by, JsonGenerator json) {
    json.writeStringProperty("process", info.process());
    json.writeNumberProperty("pid", info.pid());
    if (by != GroupBy.PROCESS) {
      json.writeStringProperty("heap", info.heap());
    }
    if (by == GroupBy.DUMP) {
      json.writeNumberProperty("dump", info.dump());
      json.writeNumberProperty("time_nanos", info.timeNanos());
    }
  }

  /** Totals of dumps, which are states of the same memory, would mean nothing. */
  private static void writeTotals(Table table, JsonGenerator json) {
    if (table.by() == GroupBy.DUMP) {
      return;
    }
    json.writeObjectPropertyStart("totals");
    for (View view : table.views()) {
      writeNumbers(view.name(), table.total(view), 0, table.whole(view), json);
    }
    json.writeEndObject();
  }

  private void writeRows(Table table, JsonGenerator json) {
    json.writeArrayPropertyStart("rows");
    int rows = tableOptions.rowsOf(table.rows().length, 0);
    for (int i = 0; i < rows; i++) {
      json.writeRaw('\n');
      writeRow(table, table.rows()[i], json);
    }
    json.writeEndArray();
  }

  private static void writeRow(Table table, int row, JsonGenerator json) {
    json.writeStartObject();
    List<String> frames = table.frames(row);
    if (frames == null) {
      json.writeStringProperty("name", table.name(row));
    } else {
      json.writeArrayPropertyStart("frames");
      for (String frame : frames) {
        json.writeString(frame);
      }
      json.writeEndArray();
    }
    if (table.by() == GroupBy.FUNCTION) {
      json.writeStringProperty("library", table.library(row));
    }
    if (table.by().isPartOfRecording()) {
      writeHeap(table.heap(row), table.by(), json);
    }
    json.writeObjectPropertyStart("self");
    for (View view : table.views()) {
      if (table.hasView(view, row)) {
        writeNumbers(view.name(), table.self(view), row, table.whole(view), json);
      }
    }
    json.writeEndObject();
    if (table.hasCumulative()) {
      json.writeObjectPropertyStart("cum");
      for (View view : table.views()) {
        writeNumbers(view.name(), table.cumulative(view), row, table.whole(view), json);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void writeNumbers(
      String name, GroupSums sums, int row, double whole, JsonGenerator json) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("value", Math.round(sums.value(row)));
    if (sums.high(row) < Double.POSITIVE_INFINITY) {
      json.writeNumberProperty("low", Math.round(sums.low(row)));
      json.writeNumberProperty("high", Math.round(sums.high(row)));
    }
    if (whole > 0) {
      json.writeNumberProperty("percent", Math.round(1e6 * sums.value(row) / whole) / 1e4);
    }
    json.writeNumberProperty("samples", sums.samples(row));
    json.writeEndObject();
  }
}

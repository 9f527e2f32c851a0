package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.GateVerdict;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a table as JSON: one object with the heaps, totals and notes, and an array of rows, one
 * per line. Numbers are plain, with bytes and objects rounded to integers; unknown intervals are
 * left out. Non-ASCII characters are escaped, so that no name can control a terminal.
 */
final class JsonRenderer implements TableRenderer {

  private static final int LAST_PLAIN_CHARACTER = 0x7e;

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .highestNonEscapedChar(LAST_PLAIN_CHARACTER)
            .build();
    try (JsonGenerator json =
        factory.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      json.writeStartObject();
      writeHeader(table, json);
      if (table.verdict() != null) {
        writeVerdict(table.verdict(), json);
      }
      if (table.isGrouped()) {
        writeGroups(table, json);
      } else {
        writeTotals(table.ranking(), json);
      }
      writeRows(table, json);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private static void writeHeader(Table table, JsonGenerator json) {
    TableHeader header = table.header();
    json.writeStringProperty("tool", header.tool());
    if (!header.source().isEmpty()) {
      json.writeStringProperty("source", header.source());
    } else {
      json.writeNumberProperty("recordings", header.recordings());
    }
    if (table.ranking().isDifference()) {
      json.writeStringProperty("base", header.base());
    }
    json.writeStringProperty("by", table.ranking().by().id());
    if (!table.isGrouped()) {
      json.writeStringProperty("view", table.ranking().view().name());
    }
    json.writeBooleanProperty("cumulative", table.ranking().isCumulative());
    json.writeNumberProperty("confidence", header.confidence());
    json.writeArrayPropertyStart("comments");
    for (String comment : header.comments()) {
      json.writeString(comment);
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("warnings");
    for (Warning warning : header.warnings()) {
      json.writeStartObject();
      json.writeStringProperty("id", warning.id().wireName());
      json.writeStringProperty("message", warning.message());
      json.writeEndObject();
    }
    json.writeEndArray();
    writeHeaps("heaps", header.heaps(), json);
    if (table.ranking().isDifference()) {
      writeHeaps("base_heaps", header.baseHeaps(), json);
    }
  }

  private static void writeVerdict(GateVerdict verdict, JsonGenerator json) {
    json.writeObjectPropertyStart("verdict");
    json.writeBooleanProperty("passed", verdict.isPassed());
    json.writeNumberProperty("alpha", verdict.alpha());
    json.writeNumberProperty("tests", verdict.tests());
    json.writeArrayPropertyStart("limits");
    verdict.limits().forEach(limit -> json.writeString(limit.text()));
    json.writeEndArray();
    json.writeArrayPropertyStart("failures");
    for (GateVerdict.Failure failure : verdict.failures()) {
      json.writeRaw('\n');
      json.writeStartObject();
      json.writeStringProperty("limit", failure.limit().text());
      json.writeBooleanProperty("total", failure.name().isEmpty());
      json.writeStringProperty("name", failure.name());
      writeNumber(failure.measure(), Part.BASE, failure.row(), json);
      writeNumber(failure.measure(), Part.NEW, failure.row(), json);
      writeNumber(failure.measure(), Part.VALUE, failure.row(), json);
      json.writeNumberProperty("p", failure.p());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeHeaps(String name, List<HeapInfo> heaps, JsonGenerator json) {
    json.writeArrayPropertyStart(name);
    for (HeapInfo info : heaps) {
      json.writeStartObject();
      writeHeap(info, GroupBy.DUMP, json);
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

  private static void writeGroups(Table table, JsonGenerator json) {
    json.writeArrayPropertyStart("groups");
    for (Table.Section section : table.sections()) {
      json.writeStartObject();
      json.writeStringProperty("group", section.group());
      json.writeStringProperty("view", section.ranking().view().name());
      writeTotals(section.ranking(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Totals over dumps, which are states of the same memory, would be meaningless. */
  private static void writeTotals(Ranking ranking, JsonGenerator json) {
    if (ranking.by() != GroupBy.DUMP) {
      json.writeObjectPropertyStart("totals");
      for (View view : ranking.views()) {
        writeNumbers(ranking.total(view), 0, json);
      }
      json.writeEndObject();
    }
    Growth growth = ranking.growth();
    if (growth != null) {
      json.writeObjectPropertyStart("growth");
      json.writeNumberProperty("dumps", growth.dumps());
      json.writeNumberProperty("seconds", growth.seconds());
      json.writeNumberProperty("heaps_with_one_dump", growth.single());
      json.writeNumberProperty("tested", growth.tested());
      for (Growth.Part part : Growth.Part.values()) {
        if (part != Growth.Part.GROWS && part != Growth.Part.FALSE_SHARE) {
          writeNumber(part, growth.number(part, Growth.TOTAL), json);
        }
      }
      json.writeEndObject();
    }
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      json.writeObjectPropertyStart("per_device");
      json.writeNumberProperty("of", devices.devices());
      writeDevices(devices.columns(ranking.views()), devices::total, json);
      json.writeEndObject();
    }
    json.writeNumberProperty("matching", ranking.rows().length + ranking.forgotten());
  }

  private static void writeRows(Table table, JsonGenerator json) {
    json.writeArrayPropertyStart("rows");
    for (Table.Section section : table.sections()) {
      Ranking ranking = section.ranking();
      for (int row : ranking.limited(ranking.rows(), 0)) {
        json.writeRaw('\n');
        json.writeStartObject();
        if (table.isGrouped()) {
          json.writeStringProperty("group", section.group());
        }
        writeRow(ranking, row, json);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void writeRow(Ranking ranking, int row, JsonGenerator json) {
    List<String> frames = ranking.frames(row);
    if (frames == null) {
      json.writeStringProperty("name", ranking.name(row));
    } else {
      json.writeArrayPropertyStart("frames");
      for (String frame : frames) {
        json.writeString(frame);
      }
      json.writeEndArray();
    }
    if (ranking.by() == GroupBy.FUNCTION) {
      json.writeStringProperty("library", ranking.library(row));
    }
    HeapInfo heap = ranking.heap(row);
    if (heap != null) {
      writeHeap(heap, ranking.by(), json);
    }
    Growth growth = ranking.growth();
    if (growth != null) {
      json.writeObjectPropertyStart("growth");
      for (Growth.Part part : Growth.Part.values()) {
        writeNumber(part, growth.number(part, row), json);
      }
      json.writeEndObject();
      return;
    }
    json.writeObjectPropertyStart("self");
    for (View view : ranking.views()) {
      if (ranking.self(view).has(row)) {
        writeNumbers(ranking.self(view), row, json);
      }
    }
    json.writeEndObject();
    if (ranking.hasCumulative()) {
      json.writeObjectPropertyStart("cum");
      for (View view : ranking.views()) {
        writeNumbers(ranking.cumulative(view), row, json);
      }
      json.writeEndObject();
    }
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      json.writeObjectPropertyStart("per_device");
      writeDevices(devices.columns(ranking.views()), column -> devices.number(column, row), json);
      json.writeEndObject();
    }
  }

  /** Numbers of devices, with an object for each view. */
  private static void writeDevices(
      List<DeviceFigures.Column> columns,
      ToDoubleFunction<DeviceFigures.Column> numbers,
      JsonGenerator json) {
    View view = null;
    for (DeviceFigures.Column column : columns) {
      double number = numbers.applyAsDouble(column);
      View of = column.view();
      if (of != null && !of.equals(view)) {
        if (view != null) {
          json.writeEndObject();
        }
        json.writeObjectPropertyStart(of.name());
        view = of;
      }
      if (!Double.isNaN(number)) {
        writeNumber(column, number, json);
      }
    }
    if (view != null) {
      json.writeEndObject();
    }
  }

  private static void writeNumber(DeviceFigures.Column column, double number, JsonGenerator json) {
    String name = column.part().name().toLowerCase(Locale.ROOT);
    View view = column.view();
    if (column.part() == DeviceFigures.Part.DEVICES || (view != null && view.isBytes())) {
      json.writeNumberProperty(name, Math.round(number));
    } else {
      json.writeNumberProperty(name, Math.round(1e6 * number) / 1e6);
    }
  }

  private static void writeNumber(Growth.Part part, double number, JsonGenerator json) {
    String name = part.name().toLowerCase(Locale.ROOT);
    switch (part) {
      case GROWS -> json.writeBooleanProperty(name, number != 0);
      case FALSE_SHARE, LIFETIME, LIFETIME_LOW, LIFETIME_HIGH -> {
        if (Double.isFinite(number)) {
          json.writeNumberProperty(name, Math.round(1e6 * number) / 1e6);
        }
      }
      default -> {
        if (!Double.isNaN(number)) {
          json.writeNumberProperty(name, Math.round(number));
        }
      }
    }
  }

  private static void writeNumbers(Measure measure, int row, JsonGenerator json) {
    json.writeObjectPropertyStart(measure.view().name());
    for (Part part : measure.parts()) {
      writeNumber(measure, part, row, json);
    }
    if (measure.hasSamples()) {
      writeNumber(measure, Part.SAMPLES, row, json);
    }
    json.writeEndObject();
  }

  private static void writeNumber(Measure measure, Part part, int row, JsonGenerator json) {
    double number = measure.number(part, row);
    if (Double.isNaN(number)) {
      return;
    }
    switch (part) {
      case PERCENT -> json.writeNumberProperty("percent", Math.round(1e4 * number) / 1e4);
      case SIZE_BEYOND_NOISE -> json.writeBooleanProperty("size_beyond_noise", number != 0);
      case BEYOND_NOISE -> json.writeBooleanProperty("beyond_noise", number != 0);
      case VALUE ->
          json.writeNumberProperty(measure.isDifference() ? "diff" : "value", Math.round(number));
      default -> json.writeNumberProperty(part.name().toLowerCase(Locale.ROOT), Math.round(number));
    }
  }
}

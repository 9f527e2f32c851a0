package dev.heapconv.batch;

import dev.heapconv.io.Json;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.StackSums;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Lines of the manifest as JSON. */
final class ManifestJson {

  private static final JsonFactory JSON = JsonFactory.builder().highestNonEscapedChar('~').build();

  private ManifestJson() {}

  /**
   * A line with its end.
   *
   * @param members how many members of an archive were converted
   * @param outputs paths below the output folder
   */
  static byte[] line(ReadResult result, String settings, int members, List<String> outputs) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    ReadResult.Facts facts = result.facts();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("input", facts.name());
      if (result instanceof ReadResult.Failure failure) {
        json.writeStringProperty("status", "failed");
        json.writeStringProperty("error", failure.error().wireName());
        json.writeStringProperty("message", failure.message());
      } else {
        json.writeStringProperty("status", "ok");
      }
      json.writeNumberProperty("bytes", facts.size());
      json.writeNumberProperty("modified_millis", facts.modified());
      if (facts.sha256() != null) {
        json.writeStringProperty("sha256", facts.sha256());
      }
      json.writeStringProperty("settings", settings);
      if (result instanceof ReadResult.Archive archive) {
        json.writeNumberProperty("members", members);
        Json.writeNotices("warnings", archive.notices(), json);
      } else if (result instanceof ReadResult.Recording recording) {
        writeHeaps(recording.profile(), json);
        writeTotals(recording.profile(), json);
        Json.writeNotices("warnings", recording.profile().notices(), json);
      }
      json.writeNumberProperty("seconds", Math.round(facts.seconds() * 1e6) / 1e6);
      json.writeArrayPropertyStart("outputs");
      outputs.forEach(json::writeString);
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
    return out.toByteArray();
  }

  private static void writeHeaps(EstimatedProfile profile, JsonGenerator json) {
    Map<HeapId, Integer> dumps = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      dumps.merge(info.id(), info.dump().of(), Math::max);
    }
    long[] intervals =
        profile.heaps().stream()
            .mapToLong(heap -> heap.info().samplingInterval())
            .sorted()
            .distinct()
            .toArray();
    json.writeNumberProperty(
        "processes", dumps.keySet().stream().map(HeapId::ofProcess).distinct().count());
    json.writeNumberProperty("heaps", dumps.size());
    json.writeNumberProperty("dumps", dumps.values().stream().mapToInt(Integer::intValue).sum());
    json.writeName("interval");
    if (intervals.length == 1) {
      json.writeNumber(intervals[0]);
    } else {
      json.writeArray(intervals, 0, intervals.length);
    }
  }

  /** By view: over all heaps, of each the last of the selected dumps. */
  private static void writeTotals(EstimatedProfile profile, JsonGenerator json) {
    json.writeNumberProperty("confidence", profile.confidence());
    json.writeObjectPropertyStart("totals");
    List<EstimatedHeap> latest = profile.latestDumps();
    if (!latest.isEmpty()) {
      EstimatedHeap stacks = StackSums.of(latest);
      for (int view = 0; view < stacks.views().size(); view++) {
        EstimateSums total = EstimateSums.ofStacks();
        total.addAll(0, stacks.columns().get(view));
        writeEstimate(stacks.views().get(view).name(), total.estimate(0), json);
      }
    }
    json.writeEndObject();
  }

  private static void writeEstimate(String name, Estimate estimate, JsonGenerator json) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("value", estimate.value());
    if (estimate.hasInterval()) {
      json.writeNumberProperty("low", estimate.low());
      json.writeNumberProperty("high", estimate.high());
    } else {
      json.writeNullProperty("low");
      json.writeNullProperty("high");
    }
    json.writeEndObject();
  }

  /** Reads a line, without its end; null if it is not valid, which a power failure may cause. */
  static @Nullable ManifestEntry read(byte[] line) {
    Map<String, String> fields = new HashMap<>();
    List<String> outputs = new ArrayList<>();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      for (String name; (name = json.nextName()) != null; ) {
        if (json.nextToken().isScalarValue()) {
          fields.put(name, json.getString());
        } else if (name.equals("outputs")) {
          while (json.nextToken() == JsonToken.VALUE_STRING) {
            outputs.add(json.getString());
          }
        } else {
          json.skipChildren();
        }
      }
      return json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null
          ? entry(fields, outputs)
          : null;
    } catch (JacksonException | NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable ManifestEntry entry(Map<String, String> fields, List<String> outputs) {
    String input = fields.get("input");
    String status = fields.getOrDefault("status", "");
    String error = fields.get("error");
    boolean ended = status.equals("ok") || (status.equals("failed") && error != null);
    return input == null || !ended
        ? null
        : new ManifestEntry(
            input,
            Long.parseLong(fields.getOrDefault("bytes", "-1")),
            Long.parseLong(fields.getOrDefault("modified_millis", "0")),
            fields.getOrDefault("settings", ""),
            error,
            outputs);
  }
}

package dev.heapconv.batch;

import dev.heapconv.model.Warning;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
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

  /** A line without its end. */
  static byte[] line(ManifestEntry entry) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("input", entry.input());
      json.writeStringProperty("status", entry.failed() ? "failed" : "ok");
      if (entry.failed()) {
        json.writeStringProperty("error", entry.error());
        json.writeStringProperty("message", entry.message());
      }
      json.writeNumberProperty("bytes", entry.facts().size());
      json.writeNumberProperty("modified_millis", entry.facts().modified());
      if (entry.facts().sha256() != null) {
        json.writeStringProperty("sha256", entry.facts().sha256());
      }
      json.writeStringProperty("settings", entry.settings());
      if (entry.members() >= 0) {
        json.writeNumberProperty("members", entry.members());
      }
      if (entry.content() != null) {
        writeContent(entry.content(), json);
      }
      if (!entry.failed()) {
        json.writeArrayPropertyStart("warnings");
        for (Warning warning : entry.warnings()) {
          json.writeStartObject();
          json.writeStringProperty("id", warning.id().wireName());
          json.writeStringProperty("message", warning.message());
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      json.writeNumberProperty("seconds", Math.round(entry.facts().seconds() * 1e6) / 1e6);
      json.writeArrayPropertyStart("outputs");
      for (String output : entry.outputs()) {
        json.writeString(output);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void writeContent(ManifestEntry.Content content, JsonGenerator json) {
    json.writeNumberProperty("processes", content.processes());
    json.writeNumberProperty("heaps", content.heaps());
    json.writeNumberProperty("dumps", content.dumps());
    if (content.intervals().size() == 1) {
      json.writeNumberProperty("interval", content.intervals().get(0));
    } else {
      json.writeArrayPropertyStart("interval");
      content.intervals().forEach(json::writeNumber);
      json.writeEndArray();
    }
    json.writeNumberProperty("confidence", content.confidence());
    json.writeObjectPropertyStart("totals");
    for (Map.Entry<String, Estimate> total : content.totals().entrySet()) {
      Estimate estimate = total.getValue();
      json.writeObjectPropertyStart(total.getKey());
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
    json.writeEndObject();
  }

  /** Reads a line; null if it is not valid, which a power failure may cause. */
  static @Nullable ManifestEntry read(byte[] line) {
    String input = null;
    String status = "";
    String error = null;
    long bytes = -1;
    long modified = 0;
    String sha256 = null;
    String settings = "";
    int members = -1;
    List<String> outputs = new ArrayList<>();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      for (String name; (name = json.nextName()) != null; ) {
        JsonToken value = json.nextToken();
        switch (name) {
          case "input" -> input = json.getString();
          case "status" -> status = json.getString();
          case "error" -> error = json.getString();
          case "bytes" -> bytes = json.getLongValue();
          case "modified_millis" -> modified = json.getLongValue();
          case "sha256" -> sha256 = json.getString();
          case "settings" -> settings = json.getString();
          case "members" -> members = (int) json.getLongValue();
          case "outputs" -> {
            while (value == JsonToken.START_ARRAY && json.nextToken() == JsonToken.VALUE_STRING) {
              outputs.add(json.getString());
            }
          }
          default -> json.skipChildren();
        }
      }
      if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        return null;
      }
    } catch (JacksonException e) {
      return null;
    }
    boolean ended = status.equals("ok") || (status.equals("failed") && error != null);
    return input != null && ended
        ? new ManifestEntry(
            new ReadResult.Facts(input, null, bytes, modified, sha256, 0),
            settings,
            error,
            null,
            members,
            null,
            List.of(),
            outputs)
        : null;
  }
}

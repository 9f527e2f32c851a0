package dev.heapconv.cli;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.symbols.ModuleSymbols;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Prints what recordings contain, as JSON. */
final class InfoJson {

  private static final class Pretty extends ObjectWriteContext.Base {
    @Override
    public tools.jackson.core.PrettyPrinter getPrettyPrinter() {
      return new DefaultPrettyPrinter();
    }
  }

  private InfoJson() {}

  static void write(
      List<ArchiveListing> archives,
      List<RecordedProfile> profiles,
      List<List<ModuleSymbols>> unnamed,
      PrintWriter out) {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .highestNonEscapedChar('~')
            .build();
    try (JsonGenerator json = factory.createGenerator(new Pretty(), out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("inputs");
      for (int i = 0; i < profiles.size(); i++) {
        write(profiles.get(i), unnamed.get(i), json);
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("archives");
      for (ArchiveListing archive : archives) {
        archive.write(json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println();
  }

  private static void write(
      RecordedProfile profile, List<ModuleSymbols> unnamed, JsonGenerator json) {
    CaptureInfo capture = profile.capture();
    json.writeStartObject();
    json.writeStringProperty("input", capture.source());
    json.writeStringProperty("format", capture.format());
    json.writeStringProperty("device", capture.device());
    json.writeStringProperty("recorded_by", capture.producer());
    json.writeArrayPropertyStart("dumps");
    for (DumpSummary dump : profile.dumps()) {
      HeapInfo info = dump.info();
      json.writeStartObject();
      json.writeStringProperty("process", info.process());
      json.writeNumberProperty("pid", info.pid());
      json.writeStringProperty("heap", info.heap());
      json.writeNumberProperty("dump", info.dump());
      json.writeNumberProperty("dumps", info.dumps());
      json.writeNumberProperty("time_nanos", info.timeNanos());
      json.writeNumberProperty("duration_nanos", info.durationNanos());
      json.writeStringProperty("scheme", info.scheme().wireName());
      json.writeNumberProperty("sampling_interval", info.samplingInterval());
      json.writeNumberProperty("orig_sampling_interval", info.origSamplingInterval());
      json.writeNumberProperty("cutoff", info.cutoff());
      json.writeNumberProperty("stacks", dump.stacks());
      json.writeObjectPropertyStart("recorded");
      for (int i = 0; i < dump.views().size(); i++) {
        json.writeNumberProperty(dump.views().get(i).name(), dump.totals().get(i));
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("unnamed");
    for (ModuleSymbols module : unnamed) {
      json.writeStartObject();
      json.writeStringProperty("path", module.path());
      json.writeStringProperty("build_id", module.buildId());
      json.writeNumberProperty("frames", module.frames());
      json.writeNumberProperty("bytes", Math.round(module.bytes()));
      json.writeNumberProperty("share", module.share());
      json.writeStringProperty("symbols", module.file());
      json.writeStringProperty("reason", module.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("notes");
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
    json.writeEndObject();
  }
}

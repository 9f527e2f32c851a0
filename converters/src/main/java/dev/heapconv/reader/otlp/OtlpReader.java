package dev.heapconv.reader.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads heap profiles of OTLP: one message, binary or as JSON, or as many as the collector's file
 * exporter wrote into a file. All numbers are scaled by their producer and pass through.
 */
public final class OtlpReader implements ProfileReader {

  private static final List<String> KEYS =
      List.of("\"resourceProfiles\"", "\"resource_profiles\"", "\"dictionary\"");

  @Override
  public boolean accepts(byte[] head) {
    return isJson(head) || Input.isOtlp(head);
  }

  static boolean isJson(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1).strip();
    String first = text.startsWith("{") ? text.substring(1).strip() : "";
    return KEYS.stream().anyMatch(first::startsWith);
  }

  @Override
  public List<String> formats() {
    return List.of(
        "OpenTelemetry: OTLP heap profiles (v1development, 1.10 or newer), also as JSON");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    OtlpImport profiles = new OtlpImport(input.name(), options);
    new OtlpMessages(input, options, profiles).read();
    try {
      return profiles.profile();
    } catch (InvalidProtocolBufferException e) {
      throw HeapConvException.input(
              ErrorId.TRUNCATED_PROFILE, input.name(), "a sample of an OTLP message is damaged")
          .causedBy(e);
    }
  }
}

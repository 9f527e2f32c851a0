package dev.heapconv.reader.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.text.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The messages of a file: one, or several with their lengths before them, or any number as JSON.
 */
final class OtlpMessages {

  /** The tag of the first field: what else begins a file is the length of a message. */
  private static final int FIRST_TAG = '\n';

  private final Input input;
  private final ReadOptions options;
  private final int limit;
  private long messages;

  OtlpMessages(Input input, ReadOptions options) {
    this.input = input;
    this.options = options;
    limit = options.limits().maxPacketBytes();
  }

  /**
   * Passes on the messages; if later ones are damaged, those before, unless the options are strict.
   */
  void forEach(OtlpImport profiles) throws IOException {
    if (OtlpReader.isJson(input.head())) {
      forEachOfJson(profiles);
    } else if (input.head()[0] == FIRST_TAG) {
      byte[] message = input.readAll(limit);
      try {
        add(message, profiles);
      } catch (InvalidProtocolBufferException e) {
        throw HeapConvException.input(
                ErrorId.TRUNCATED_PROFILE, input.name(), "its OTLP message is cut off or damaged")
            .causedBy(e);
      }
    } else {
      forEachOfFile(profiles);
    }
  }

  private void add(byte[] message, OtlpImport profiles) throws IOException {
    // Fields were renumbered without a version in the file: it must be judged before it is parsed.
    OtlpLayout layout = OtlpLayout.of(message);
    ProfilesData data = ProfilesData.parseFrom(message);
    if (layout.isOld(data.getDictionary().getAttributeTableCount())) {
      throw OtlpLayout.refusal(input.name());
    }
    profiles.add(data);
    messages++;
  }

  private void forEachOfFile(OtlpImport profiles) throws IOException {
    boolean complete = true;
    for (byte[] length; complete && (length = input.stream().readNBytes(4)).length > 0; ) {
      int size = length.length < Integer.BYTES ? -1 : ByteBuffer.wrap(length).getInt();
      if (size > limit) {
        throw HeapConvException.input(ErrorId.TOO_LARGE, input.name(), limit);
      }
      byte[] message = input.stream().readNBytes(Math.max(0, size));
      complete = message.length == size;
      try {
        if (complete) {
          add(message, profiles);
        }
      } catch (InvalidProtocolBufferException e) {
        complete = false;
      }
    }
    if (input.damage() != null || !complete) {
      damaged(profiles);
    }
  }

  private void forEachOfJson(OtlpImport profiles) throws IOException {
    try (JsonParser json =
        Json.factory(options.limits().maxStackDepth(), limit)
            .createParser(ObjectReadContext.empty(), input.stream())) {
      while (json.nextToken() != null) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
          throw new OtlpJson.ShapeException();
        }
        ProfilesData.Builder message = ProfilesData.newBuilder();
        if (OtlpJson.merge(json, message)) {
          throw OtlpLayout.refusal(input.name());
        }
        profiles.add(message.build());
        messages++;
      }
      if (input.damage() != null) {
        damaged(profiles);
      }
    } catch (JacksonException e) {
      IOException failure = Json.failure(input.name(), e);
      if (!(failure instanceof HeapConvException) || messages == 0) {
        throw failure;
      }
      damaged(profiles);
    } catch (OtlpJson.ShapeException e) {
      damaged(profiles);
    }
  }

  private void damaged(OtlpImport profiles) throws HeapConvException {
    String damage =
        input.damage() != null
            ? input.damage()
            : "OTLP message " + (messages + 1) + " of the file is cut off or damaged";
    if (messages == 0) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, input.name(), damage);
    }
    if (options.strict()) {
      throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, input.name(), damage);
    }
    profiles.warnings().add(ErrorId.TRUNCATED_DUMP, damage);
  }
}

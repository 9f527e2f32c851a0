package dev.heapconv.reader.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.inflate.LimitedInflation;
import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.text.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/**
 * The messages of a file: one, or several with their lengths before them, or any number as JSON.
 */
final class OtlpMessages {

  /** The tag of the first field: what else begins a file is the length of a message. */
  private static final int FIRST_TAG = '\n';

  private static final byte FIRST_BYTE_OF_ZSTD = 0x28;

  private final Input input;
  private final ReadOptions options;
  private final OtlpImport profiles;
  private final int limit;
  private final LimitedInflation.Meter meter;
  private long storedBytes;
  private int messages;

  OtlpMessages(Input input, ReadOptions options, OtlpImport profiles) {
    this.input = input;
    this.options = options;
    this.profiles = profiles;
    limit = options.limits().maxPacketBytes();
    meter = new LimitedInflation.Meter(input.name(), () -> storedBytes, options.limits());
  }

  /** Passes on the messages up to the first damaged one; strictly, that is an error. */
  void read() throws IOException {
    boolean whole;
    try {
      whole = OtlpReader.isJson(input.head()) ? readJson(input.stream()) : readBinary();
    } catch (InvalidProtocolBufferException | OtlpJson.ShapeException e) {
      whole = false;
    } catch (JacksonException e) {
      IOException failure = Json.failure(input.name(), e);
      if (messages == 0 || !(failure instanceof HeapConvException)) {
        throw failure;
      }
      whole = false;
    }
    if (input.damage() == null && whole) {
      return;
    }
    String damage =
        input.damage() != null
            ? input.damage()
            : "OTLP message " + (messages + 1) + " is cut off or damaged";
    if (messages == 0) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, input.name(), damage);
    }
    if (options.strict()) {
      throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, input.name(), damage);
    }
    profiles.warnings().add(ErrorId.TRUNCATED_DUMP, damage);
  }

  private void add(ProfilesData message) throws IOException {
    profiles.add(message);
    messages++;
  }

  private boolean readJson(InputStream text) throws IOException {
    try (JsonParser json =
        Json.factory(options.limits().maxStackDepth(), limit)
            .createParser(ObjectReadContext.empty(), text)) {
      while (json.nextToken() != null) {
        add(new OtlpJson(json).read(input.name()));
      }
    }
    return true;
  }

  /** Reads what the collector wrote at once: it has its length before JSON, too, if compressed. */
  private boolean readMessage(byte[] stored) throws IOException {
    byte[] message = stored;
    if (message.length > 0 && message[0] == FIRST_BYTE_OF_ZSTD) {
      try (InputStream in = LimitedInflation.ofZstd(new ByteArrayInputStream(stored), meter)) {
        storedBytes += stored.length;
        message = in.readNBytes(limit + 1);
        check(message.length);
      } catch (HeapConvException e) {
        throw e;
      } catch (IOException e) {
        return false;
      }
    }
    if (OtlpReader.isJson(message)) {
      return readJson(new ByteArrayInputStream(message));
    }
    add(ProfilesData.parseFrom(message));
    return true;
  }

  private void check(int size) throws HeapConvException {
    if (size > limit) {
      throw HeapConvException.input(ErrorId.TOO_LARGE, input.name(), limit);
    }
  }

  private boolean readBinary() throws IOException {
    if (input.head()[0] == FIRST_TAG) {
      add(ProfilesData.parseFrom(input.readAll(limit)));
      return true;
    }
    byte[] length = input.stream().readNBytes(Integer.BYTES);
    while (length.length > 0) {
      int size = length.length < Integer.BYTES ? -1 : ByteBuffer.wrap(length).getInt();
      check(size);
      byte[] message = input.stream().readNBytes(Math.max(0, size));
      if (message.length != size || !readMessage(message)) {
        return false;
      }
      length = input.stream().readNBytes(Integer.BYTES);
    }
    return true;
  }
}

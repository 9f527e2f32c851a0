package dev.heapconv.reader.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.heapconv.input.Input;
import dev.heapconv.io.Json;
import dev.heapconv.io.LimitedInflation;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.reader.ReadOptions;
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

  /** The last field of the profiles of a resource, which is not read. */
  private static final int SCHEMA_URL = 3;

  private static final byte FIRST_BYTE_OF_ZSTD = 0x28;

  /** From how much less on a message, which is held in one piece, may not inflate too much. */
  private static final int IN_ONE_PIECE = 64;

  private final Input input;
  private final ReadOptions options;
  private final OtlpImport profiles;
  private final int limit;
  private int messages;

  /** Where the current message begins, if several have their lengths before them. */
  private long start;

  OtlpMessages(Input input, ReadOptions options, OtlpImport profiles) {
    this.input = input;
    this.options = options;
    this.profiles = profiles;
    limit = options.limits().maxPacketBytes();
  }

  /** Passes on the messages up to the first damaged one; strictly, that is an error. */
  void read() throws IOException {
    String damage = null;
    try {
      if (OtlpReader.isJson(input.head())) {
        readJson(input.stream());
      } else {
        readBinary();
      }
    } catch (InvalidProtocolBufferException | Json.ShapeException | JacksonException e) {
      damage = "OTLP message " + (messages + 1) + place(e) + " is cut off or damaged";
      IOException failure = e instanceof JacksonException j ? Json.failure(input.name(), j) : null;
      if (failure != null && (messages == 0 || !(failure instanceof HeapConvException))) {
        throw failure;
      }
    }
    damage = input.damage() != null ? input.damage() : damage;
    if (damage != null && messages == 0) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, input.name(), damage);
    }
    profiles.damaged(damage);
  }

  /** Where a message after the first is damaged. */
  private String place(Exception e) {
    if (messages == 0) {
      return "";
    }
    if (start > 0) {
      return ", at byte " + start + ",";
    }
    return e instanceof JacksonException json && json.getLocation() != null
        ? ", line " + json.getLocation().getLineNr() + ","
        : "";
  }

  private void add(ProfilesData message) throws IOException {
    profiles.add(message);
    messages++;
  }

  private void readJson(InputStream text) throws IOException {
    try (JsonParser json =
        Json.factory(options.limits().maxStackDepth(), limit)
            .createParser(ObjectReadContext.empty(), text)) {
      while (json.nextToken() != null) {
        add(new OtlpJson(json).read(input.name()));
      }
    }
  }

  private void readBinary() throws IOException {
    if (input.head()[0] == FIRST_TAG) {
      byte[] message = input.readAll(limit);
      refuseSecond(CodedInputStream.newInstance(message));
      add(ProfilesData.parseFrom(message));
      return;
    }
    byte[] length = input.stream().readNBytes(Integer.BYTES);
    while (length.length > 0) {
      int size = length.length < Integer.BYTES ? -1 : ByteBuffer.wrap(length).getInt();
      checkSize(size);
      byte[] message = input.stream().readNBytes(Math.max(0, size));
      if (message.length != size) {
        throw new InvalidProtocolBufferException("cut off");
      }
      message = plain(message);
      // With a length before it, JSON is always compressed.
      if (OtlpReader.isJson(message)) {
        readJson(new ByteArrayInputStream(message));
      } else {
        add(ProfilesData.parseFrom(message));
      }
      start += Integer.BYTES + (long) size;
      length = input.stream().readNBytes(Integer.BYTES);
    }
  }

  /**
   * To a decoder of protocol buffers, another message without a length before it continues the
   * first: its indices are in the wrong dictionary. A message has one dictionary, and nothing that
   * its format does not know.
   */
  private void refuseSecond(CodedInputStream in) throws IOException {
    boolean hasDictionary = false;
    int start = 0;
    for (int tag; (tag = in.readTag()) != 0; start = in.getTotalBytesRead()) {
      boolean isKnown =
          switch (WireFormat.getTagFieldNumber(tag)) {
            case ProfilesData.RESOURCE_PROFILES_FIELD_NUMBER -> isResource(in) || !hasDictionary;
            case ProfilesData.DICTIONARY_FIELD_NUMBER -> in.skipField(tag) && !hasDictionary;
            default -> false;
          };
      if (!isKnown) {
        throw HeapConvException.input(ErrorId.SECOND_PROFILE, input.name(), "byte " + start);
      }
      hasDictionary |= WireFormat.getTagFieldNumber(tag) == ProfilesData.DICTIONARY_FIELD_NUMBER;
    }
  }

  /** Whether the next message has no fields but those of the profiles of a resource. */
  private static boolean isResource(CodedInputStream in) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    boolean isKnown = true;
    for (int tag; (tag = in.readTag()) != 0; ) {
      isKnown &= WireFormat.getTagFieldNumber(tag) <= SCHEMA_URL;
      in.skipField(tag);
    }
    in.popLimit(outer);
    return isKnown;
  }

  /** The collector compresses each message by itself. */
  private byte[] plain(byte[] stored) throws IOException {
    if (stored.length == 0 || stored[0] != FIRST_BYTE_OF_ZSTD) {
      return stored;
    }
    Limits limits = options.limits();
    LimitedInflation.Meter meter =
        new LimitedInflation.Meter(
            input.name(),
            () -> stored.length,
            limits.withMaxInflatedBytes(limits.maxInflatedBytes() / IN_ONE_PIECE));
    try (InputStream in = LimitedInflation.ofZstd(new ByteArrayInputStream(stored), meter)) {
      byte[] message = in.readNBytes(limit + 1);
      checkSize(message.length);
      return message;
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }

  private void checkSize(int size) throws HeapConvException {
    if (size > limit) {
      throw HeapConvException.input(ErrorId.TOO_LARGE, input.name(), limit);
    }
  }
}

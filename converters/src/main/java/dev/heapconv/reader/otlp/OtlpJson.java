package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.heapconv.io.Json.ShapeException;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.proto.otlp.Sample;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Protobuf's form of messages as JSON, streamed into a builder; unknown fields are skipped. */
final class OtlpJson {

  /** What layouts before 1.9 call the samples of a profile. */
  private static final String OLD_SAMPLES = "sample";

  private final JsonParser json;

  /** Of names in JSON, which may be those already. */
  private final Map<String, String> protoNames = new HashMap<>();

  private boolean old;

  OtlpJson(JsonParser json) {
    this.json = json;
  }

  /** The message whose start is the current token. */
  ProfilesData read(String name) throws HeapConvException {
    ProfilesData message = (ProfilesData) read(ProfilesData.newBuilder());
    if (old) {
      throw OtlpLayout.refusal(name);
    }
    return message;
  }

  private Message read(Message.Builder message) {
    expect(JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      FieldDescriptor field =
          message
              .getDescriptorForType()
              .findFieldByName(protoNames.computeIfAbsent(name, OtlpJson::protoName));
      JsonToken value = json.nextToken();
      if (field == null || value == JsonToken.VALUE_NULL) {
        old |= name.equals(OLD_SAMPLES) && message instanceof Profile.Builder;
        json.skipChildren();
      } else if (!field.isRepeated()) {
        message.setField(field, value(field, message));
      } else {
        expect(JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
          message.addRepeatedField(field, value(field, message));
        }
      }
    }
    expect(JsonToken.END_OBJECT);
    return message.build();
  }

  private static String protoName(String name) {
    return name.replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
  }

  private Object value(FieldDescriptor field, Message.Builder parent) {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
      return read(parent.newBuilderForField(field));
    }
    if (json.currentToken() == JsonToken.START_OBJECT
        && field.getJavaType() == FieldDescriptor.JavaType.BYTE_STRING
        && parent instanceof Profile.Builder) {
      return read(Sample.newBuilder()).toByteString();
    }
    if (json.currentToken() == null || !json.currentToken().isScalarValue()) {
      throw new ShapeException("not a message");
    }
    String text = json.getString();
    return switch (field.getJavaType()) {
      case INT -> (int) Math.max(-1, Math.min(Integer.MAX_VALUE, number(text)));
      case LONG -> number(text);
      default -> ByteString.copyFromUtf8(text);
    };
  }

  private static long number(String text) {
    try {
      // Addresses are unsigned.
      return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new ShapeException("not a message");
    }
  }

  private void expect(JsonToken token) {
    if (json.currentToken() != token) {
      throw new ShapeException("not a message");
    }
  }
}

package dev.heapconv.reader.samplelog;

import dev.heapconv.io.Json;
import dev.heapconv.io.Json.ShapeException;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The JSONL form of the log. */
final class JsonLines extends LogSyntax {

  private final JsonFactory factory;
  private final FlatJson flat;
  private final LogNumber number = new LogNumber();
  private final IntArrayList frames = new IntArrayList();

  JsonLines(LineReader lines, RecordingBuilder recording, ReadOptions options) {
    super(lines, recording);
    factory = Json.factory(options.limits().maxStackDepth(), options.limits().maxPacketBytes());
    flat = new FlatJson(new StackTexts(recording, this::frame));
  }

  @Override
  void read(LineReader lines, LogBatch batch) {
    LogRecord record = batch.next();
    if (flat.read(lines.bytes(), lines.from(), lines.to(), record)) {
      batch.add(lines.number());
    } else if (!isBlank(lines)) {
      readAny(lines, batch.next());
      batch.add(lines.number());
    }
  }

  private static boolean isBlank(LineReader lines) {
    for (int i = lines.from(); i < lines.to(); i++) {
      if (lines.bytes()[i] > ' ' || lines.bytes()[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private void readAny(LineReader lines, LogRecord record) {
    try (JsonParser json =
        factory.createParser(
            ObjectReadContext.empty(), lines.bytes(), lines.from(), lines.to() - lines.from())) {
      object(json, record);
    } catch (JacksonException e) {
      record.problem = Json.column(e) + ": not valid JSON, or not all on this line";
    } catch (ShapeException e) {
      record.problem = e.getMessage();
    }
  }

  private void object(JsonParser json, LogRecord record) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new ShapeException(
          "the line is not a JSON object: write one on each line, and no array around them");
    }
    LogHeader.Builder keys = new LogHeader.Builder();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      LogField field = LogField.of(key);
      if (key.equals("heapconv")) {
        record.header = keys;
      }
      if (key.equals("frames") && value == JsonToken.START_ARRAY) {
        frames(json, record);
      } else if (field != null) {
        field(json, field, value, record);
      } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        keys.set(key, json.getValueAsString(""));
      } else {
        json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw new ShapeException(
          "the line holds more than one JSON value: end each line with a line feed");
    }
  }

  private void field(JsonParser json, LogField field, JsonToken value, LogRecord record) {
    if (field == LogField.DUMP) {
      json.skipChildren();
      record.set(field, 1);
    } else if (value == JsonToken.VALUE_STRING && field.isAddress()) {
      record.set(field, address(json.getString()));
    } else if (!value.isNumeric() || !isNumber(json.getString()) || !record.set(field, number)) {
      if (field != LogField.TIME) {
        throw new ShapeException(field.mismatch());
      }
      json.skipChildren();
      record.lostTime = true;
    }
  }

  private boolean isNumber(String text) {
    byte[] digits = text.getBytes(StandardCharsets.ISO_8859_1);
    return number.decimal(digits, 0, digits.length) && number.end() == digits.length;
  }

  private long address(String text) {
    byte[] digits = text.getBytes(StandardCharsets.ISO_8859_1);
    if (!number.hex(digits, 0, digits.length) || number.end() != digits.length) {
      throw new ShapeException(LogNumber.NO_ADDRESS);
    }
    return number.whole();
  }

  private void frames(JsonParser json, LogRecord record) {
    frames.clear();
    for (JsonToken token; (token = json.nextToken()) != JsonToken.END_ARRAY; ) {
      frames.add(frame(json, token));
    }
    record.frames = recording.stack(frames.size(), frames::getInt);
  }

  /** The frame of a text; {@link NameTable#NONE} if it is not valid. */
  private int frame(byte[] line, int from, int to) {
    try (JsonParser json = factory.createParser(ObjectReadContext.empty(), line, from, to - from)) {
      return frame(json, json.nextToken());
    } catch (JacksonException | ShapeException e) {
      return NameTable.NONE;
    }
  }

  private int frame(JsonParser json, JsonToken token) {
    if (token == JsonToken.VALUE_STRING) {
      return frame(json.getString());
    }
    if (token != JsonToken.START_OBJECT) {
      throw new ShapeException("a frame is neither a name nor an object");
    }
    String name = "";
    String file = "";
    String module = "";
    String buildId = "";
    int line = 0;
    long address = 0;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      String text = value.isScalarValue() ? json.getValueAsString("") : "";
      switch (key) {
        case "name" -> name = text;
        case "file" -> file = text;
        case "module" -> module = text;
        case "build_id" -> buildId = text;
        case "line" ->
            line = (int) Math.max(0, Math.min(Integer.MAX_VALUE, json.getValueAsLong(0)));
        case "address" ->
            address = value == JsonToken.VALUE_STRING ? address(text) : json.getValueAsLong(0);
        default -> json.skipChildren();
      }
    }
    int mapping =
        module.isEmpty() && buildId.isEmpty()
            ? StackTable.NO_MAPPING
            : recording.stacks().addMapping(new Mapping(module, buildId));
    return recording.stacks().addFrame(mapping, address, new SourceLine(name, file, line));
  }
}

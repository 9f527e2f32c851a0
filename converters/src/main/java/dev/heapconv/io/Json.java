package dev.heapconv.io;

import dev.heapconv.model.Effect;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON within the limits and reports where it is broken, and writes it. Loaded only for JSON
 * formats.
 */
public final class Json {

  /** The JSON is valid but is not what a format needs; the message is the problem as a clause. */
  public static final class ShapeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ShapeException(String problem) {
      super(problem, null, false, false);
    }
  }

  private static final int BUFFER_CHARS = 64 << 10;

  private static final JsonFactory WRITTEN =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private Json() {}

  /**
   * A parser factory for one input.
   *
   * @param maxStackDepth how deeply objects, each in a list, may be nested
   */
  public static JsonFactory factory(int maxStackDepth, int maxStringLength) {
    int depth = (int) Math.min(Integer.MAX_VALUE, 2L * maxStackDepth + 64);
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxStringLength(maxStringLength)
                .build())
        .build();
  }

  /**
   * Reads an input that is one value, and nothing else.
   *
   * @param damage what is known of damage once all is read; null for nothing
   * @throws HeapConvException if it is cut off or damaged, or something follows
   */
  public static void read(
      String name,
      InputStream input,
      Limits limits,
      Consumer<JsonParser> content,
      Supplier<@Nullable String> damage)
      throws IOException {
    try (JsonParser json =
        factory(limits.maxStackDepth(), limits.maxPacketBytes())
            .createParser(ObjectReadContext.empty(), input)) {
      content.accept(json);
      TokenStreamLocation end = json.currentLocation();
      if (!isAtEnd(json)) {
        throw HeapConvException.input(
            ErrorId.SECOND_PROFILE,
            name,
            "line " + end.getLineNr() + ", column " + end.getColumnNr());
      }
    } catch (JacksonException e) {
      throw failure(name, e);
    }
    String problem = damage.get();
    if (problem != null) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, name, problem);
    }
  }

  /** Whether nothing follows a value. What is no JSON follows as well. */
  private static boolean isAtEnd(JsonParser json) {
    try {
      return json.nextToken() == null;
    } catch (JacksonIOException e) {
      throw e;
    } catch (JacksonException e) {
      return false;
    }
  }

  /** Writes JSON; fails as {@code out} does, which it does not close. */
  public static void write(OutputStream out, Consumer<JsonGenerator> content) throws IOException {
    // A Writer replaces broken surrogate pairs in names, which the generator's own encoder rejects.
    Writer text =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    try (JsonGenerator json = WRITTEN.createGenerator(ObjectWriteContext.empty(), text)) {
      content.accept(json);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
    text.flush();
  }

  /** Writes notices as a property, for programs: what to decide by, beside the words. */
  public static void writeNotices(String name, List<Notice> notices, JsonGenerator json) {
    json.writeArrayPropertyStart(name);
    for (Notice notice : notices) {
      json.writeStartObject();
      json.writeStringProperty("id", notice.id().wireName());
      json.writeStringProperty("message", notice.message());
      if (notice.id().effect() != Effect.NONE) {
        json.writeStringProperty("effect", notice.id().effect().wireName());
      }
      if (!notice.about().isEmpty()) {
        json.writeStringProperty("about", notice.about());
      }
      json.writeObjectPropertyStart("values");
      notice.named().forEach((place, value) -> writeValue(place, value, json));
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a long, double, boolean or string. */
  public static void writeValue(String name, Object value, JsonGenerator json) {
    if (value instanceof Long number) {
      json.writeNumberProperty(name, number);
    } else if (value instanceof Double number) {
      json.writeNumberProperty(name, number);
    } else if (value instanceof Boolean flag) {
      json.writeBooleanProperty(name, flag);
    } else {
      json.writeStringProperty(name, value.toString());
    }
  }

  /** Writes a property that is a list of values. */
  public static <T> void array(
      JsonGenerator json, String name, Iterable<T> items, Consumer<? super T> value) {
    json.writeArrayPropertyStart(name);
    items.forEach(value);
    json.writeEndArray();
  }

  /** The cause of a parser's exception: a failure of the input itself, or broken JSON. */
  public static IOException failure(String name, JacksonException e) {
    if (e.getCause() instanceof IOException cause) {
      return cause;
    }
    String line = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ", ";
    return HeapConvException.input(ErrorId.BAD_JSON, name, line + column(e)).causedBy(e);
  }

  /** Where in its line the JSON is broken. The parser's own message is for programmers. */
  public static String column(JacksonException e) {
    return "column " + (e.getLocation() == null ? "unknown" : e.getLocation().getColumnNr());
  }
}

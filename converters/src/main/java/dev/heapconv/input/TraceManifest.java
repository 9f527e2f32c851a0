package dev.heapconv.input;

import dev.heapconv.io.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The content of a {@code perfetto_manifest}, which describes the traces beside it in an archive:
 * attributes of the archive, and the names of the machines that recorded the files. It omits how
 * clocks relate.
 *
 * @param attributes the attributes of all files
 * @param machines the machine of a file, by its path
 * @see <a href="https://perfetto.dev/docs/reference/perfetto-manifest">Trace manifest format</a>
 */
record TraceManifest(Map<String, String> attributes, Map<String, String> machines) {

  static final TraceManifest NONE = new TraceManifest(Map.of(), Map.of());

  private static final String START = "{\"perfetto_manifest\"";
  private static final String MACHINE = "machine";
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_DEPTH = 32;

  /** Whether a file is a manifest, judged by its beginning as Perfetto does. */
  static boolean isManifest(byte[] head) {
    int found = 0;
    for (int i = 0; i < head.length && found < START.length(); i++) {
      if (head[i] == START.charAt(found)) {
        found++;
      } else if (head[i] > ' ' || head[i] < 0) {
        return false;
      }
    }
    return found == START.length();
  }

  /**
   * @throws IOException if the file is not JSON, or too large
   */
  static TraceManifest read(Input input) throws IOException {
    String text = new String(input.readAll(MAX_BYTES), StandardCharsets.UTF_8);
    TraceManifest read = new TraceManifest(new HashMap<>(), new HashMap<>());
    try (JsonParser json =
        Json.factory(MAX_DEPTH, MAX_BYTES).createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      for (String key; (key = nextKey(json)) != null; ) {
        if (key.equals("perfetto_manifest") && json.hasToken(JsonToken.START_OBJECT)) {
          read.readContent(json);
        }
        json.skipChildren();
      }
    } catch (JacksonException e) {
      throw Json.failure(input.name(), e);
    }
    return read;
  }

  /** Moves on to the value of the next key of an object. Returns null after the last key. */
  private static @Nullable String nextKey(JsonParser json) {
    if (json.nextToken() != JsonToken.PROPERTY_NAME) {
      return null;
    }
    String key = json.currentName();
    json.nextToken();
    return key;
  }

  private void readContent(JsonParser json) {
    for (String key; (key = nextKey(json)) != null; ) {
      if (key.equals("attributes") && json.hasToken(JsonToken.START_OBJECT)) {
        for (String name; (name = nextKey(json)) != null; ) {
          if (json.currentToken().isScalarValue()) {
            attributes.put(name, json.getString());
          }
          json.skipChildren();
        }
      } else if (key.equals("files") && json.hasToken(JsonToken.START_ARRAY)) {
        for (JsonToken next; (next = json.nextToken()) != JsonToken.END_ARRAY; ) {
          if (next == JsonToken.START_OBJECT) {
            readFile(json);
          }
          json.skipChildren();
        }
      }
      json.skipChildren();
    }
  }

  private void readFile(JsonParser json) {
    String path = "";
    String machine = "";
    for (String key; (key = nextKey(json)) != null; ) {
      if (key.equals("path") && json.hasToken(JsonToken.VALUE_STRING)) {
        path = json.getString();
      } else if (key.equals(MACHINE) && json.hasToken(JsonToken.START_OBJECT)) {
        for (String part; (part = nextKey(json)) != null; ) {
          machine =
              part.equals("name") && json.currentToken().isScalarValue()
                  ? json.getString()
                  : machine;
          json.skipChildren();
        }
      }
      json.skipChildren();
    }
    if (!machine.isEmpty()) {
      machines.put(path, machine);
    }
  }

  /** Returns the attributes of a file, including its machine. */
  Map<String, String> of(String path) {
    Map<String, String> all = new HashMap<>(attributes);
    if (machines.containsKey(path)) {
      all.put(MACHINE, machines.get(path));
    }
    return all;
  }
}

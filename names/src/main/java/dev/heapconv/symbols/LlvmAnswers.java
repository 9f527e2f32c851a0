package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses the answers of llvm-symbolizer, one JSON object for each address. Its versions differ in
 * the members, of which only those are read that all have.
 */
final class LlvmAnswers implements Closeable {

  /** What it prints for names it does not know. */
  private static final String UNKNOWN = "??";

  private final JsonParser json;
  private final Map<SourceLine, SourceLine> known = new HashMap<>();

  LlvmAnswers(InputStream in) {
    json = new JsonFactory().createParser(ObjectReadContext.empty(), in);
  }

  /** The next answer; null at the end. */
  LlvmProcess.@Nullable Answer next() throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      return null;
    }
    check(token == JsonToken.START_OBJECT);
    List<SourceLine> lines = List.of();
    long address = 0;
    String error = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("Address") && value == JsonToken.VALUE_STRING) {
        address = parsed(json.getString());
      } else if (name.equals("Symbol") && value == JsonToken.START_ARRAY) {
        lines = functions();
      } else if (name.equals("Error") && value == JsonToken.START_OBJECT) {
        error = error();
      } else {
        json.skipChildren();
      }
    }
    return new LlvmProcess.Answer(address, lines, error, "");
  }

  private static long parsed(String address) throws IOException {
    try {
      return Long.parseUnsignedLong(address.startsWith("0x") ? address.substring(2) : address, 16);
    } catch (NumberFormatException e) {
      throw new IOException("not an address", e);
    }
  }

  private List<SourceLine> functions() throws IOException {
    List<SourceLine> found = new ArrayList<>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      String function = "";
      String file = "";
      int line = 0;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("FunctionName") && value == JsonToken.VALUE_STRING) {
          function = text();
        } else if (name.equals("FileName") && value == JsonToken.VALUE_STRING) {
          file = text();
        } else if (name.equals("Line") && value == JsonToken.VALUE_NUMBER_INT) {
          line = json.getIntValue();
        } else {
          json.skipChildren();
        }
      }
      if (!function.isEmpty()) {
        SourceLine read = new SourceLine(function, file, line);
        SourceLine same = known.putIfAbsent(read, read);
        found.add(same == null ? read : same);
      }
    }
    check(json.currentToken() == JsonToken.END_ARRAY);
    return List.copyOf(found);
  }

  private String text() {
    @Nullable String text = json.getString();
    return text == null || text.equals(UNKNOWN) ? "" : text;
  }

  private String error() throws IOException {
    String error = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean message = json.currentName().equals("Message");
      if (json.nextToken() == JsonToken.VALUE_STRING && message) {
        error = json.getString();
      } else {
        json.skipChildren();
      }
    }
    check(json.currentToken() == JsonToken.END_OBJECT);
    return error;
  }

  private static void check(boolean expected) throws IOException {
    if (!expected) {
      throw new IOException("not an answer");
    }
  }

  @Override
  public void close() {
    json.close();
  }
}

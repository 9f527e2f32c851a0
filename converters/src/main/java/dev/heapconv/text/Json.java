package dev.heapconv.text;

import dev.heapconv.input.Limits;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON within the limits and reports where it is broken. Loaded only for JSON formats. */
public final class Json {

  private Json() {}

  /** A parser factory for one input. */
  public static JsonFactory factory(Limits limits) {
    int depth = (int) Math.min(Integer.MAX_VALUE, 2L * limits.maxStackDepth() + 64);
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxStringLength(limits.maxPacketBytes())
                .build())
        .build();
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

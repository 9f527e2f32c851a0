package dev.heapconv.text;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON within the limits and reports where it is broken. Loaded only for JSON formats. */
public final class Json {

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

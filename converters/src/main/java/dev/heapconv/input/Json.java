package dev.heapconv.input;

import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reading JSON within the limits, and saying where it is broken. Loaded only for formats that are JSON. */
public final class Json {

  private Json() {}

  /** A factory of parsers for one input. */
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

  /** What went wrong under a parser: the failure of the input itself, or broken JSON. */
  public static IOException failure(String name, JacksonException e) {
    if (e.getCause() instanceof IOException cause) {
      return cause;
    }
    String where = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
    return HeapConvException.input("bad-json", name, where + "is no valid JSON: " + reason(e), e);
  }

  /** One line on what is wrong with the JSON. */
  public static String reason(JacksonException e) {
    String text = e.getOriginalMessage();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end);
    return line.length() > 160 ? line.substring(0, 160) + "..." : line;
  }
}

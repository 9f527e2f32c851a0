package dev.heapconv.reader.otlp;

import dev.heapconv.model.Label;
import java.util.List;

/** The process of a resource. There is one object for each, and no two are equal. */
final class OtlpProcess {

  private static final List<String> NAMES =
      List.of("process.executable.name", "process.executable.path", "service.name");

  /** -1 if unknown. */
  final long pid;

  /** Empty if unknown. */
  final String name;

  /**
   * @param resource its attributes
   */
  OtlpProcess(List<Label> resource) {
    pid = Math.max(-1, OtlpTables.number(resource, "process.pid", -1));
    name =
        NAMES.stream()
            .map(key -> OtlpTables.text(resource, key))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
  }
}

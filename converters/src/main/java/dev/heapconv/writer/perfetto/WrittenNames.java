package dev.heapconv.writer.perfetto;

import dev.heapconv.demangle.Demangler;
import dev.heapconv.model.SourceLine;

/** Names as a trace has them: mangled, because readers demangle. */
final class WrittenNames {

  private WrittenNames() {}

  /** The recorded name, unless what is shown is not what it demangles to. */
  static String of(SourceLine line) {
    String recorded = line.systemName();
    return line.function().isEmpty() || Demangler.demangle(recorded).equals(line.function())
        ? recorded
        : line.function();
  }
}

package dev.heapconv.model;

import java.util.Objects;

/**
 * One function of a frame. A frame that a symbolizer expanded has several, innermost (inlined)
 * first.
 *
 * @param function readable name; empty if unknown
 * @param systemName name as recorded, possibly mangled
 * @param file source file; empty when unknown
 * @param line line in {@code file}, from 1; 0 when unknown
 */
public record SourceLine(String function, String systemName, String file, int line) {

  public static final SourceLine UNKNOWN = new SourceLine("", "", 0);

  public SourceLine {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(systemName, "systemName");
    Objects.requireNonNull(file, "file");
  }

  /** A function whose recorded name has not been demangled yet. */
  public SourceLine(String function, String file, int line) {
    this(function, function, file, line);
  }

  // Written out because a record's own methods are linked at run time, which slows start-up.

  @Override
  public int hashCode() {
    return (systemName.hashCode() * 31 + file.hashCode()) * 31 + line;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceLine that
        && line == that.line
        && systemName.equals(that.systemName)
        && function.equals(that.function)
        && file.equals(that.file);
  }

  /** The same function with a readable name. */
  public SourceLine withFunction(String readable) {
    return new SourceLine(readable, systemName, file, line);
  }
}

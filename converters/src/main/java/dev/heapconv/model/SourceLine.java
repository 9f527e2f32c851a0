package dev.heapconv.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One function of a frame. A frame that a symbolizer has expanded has several functions, innermost
 * (inlined) first.
 *
 * @param function readable name; empty if unknown
 * @param systemName name as recorded, possibly mangled
 * @param file source file; empty if unknown
 * @param line line in {@code file}, from 1; 0 if unknown
 * @param column column in the line, from 1; 0 if unknown
 * @param startLine line on which the function begins; 0 if unknown
 */
public record SourceLine(
    String function, String systemName, String file, int line, int column, int startLine) {

  /** An unknown function. */
  public static final SourceLine UNKNOWN = new SourceLine("", "", 0);

  public SourceLine {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(systemName, "systemName");
    Objects.requireNonNull(file, "file");
  }

  /**
   * Creates a function without column and start line.
   *
   * @param function readable name; empty if unknown
   * @param systemName name as recorded, possibly mangled
   * @param file source file; empty if unknown
   * @param line line in {@code file}, from 1; 0 if unknown
   */
  public SourceLine(String function, String systemName, String file, int line) {
    this(function, systemName, file, line, 0, 0);
  }

  /**
   * Creates a function whose recorded name has not been demangled yet.
   *
   * @param function name as recorded; empty if unknown
   * @param file source file; empty if unknown
   * @param line line in {@code file}, from 1; 0 if unknown
   */
  public SourceLine(String function, String file, int line) {
    this(function, function, file, line);
  }

  /**
   * Returns the same function with a different readable name.
   *
   * @param readable the name
   */
  public SourceLine withFunction(String readable) {
    return new SourceLine(readable, systemName, file, line, column, startLine);
  }

  /**
   * Combines the alternatives for the functions of a frame. If all have the same names, a file or
   * line on which they disagree becomes unknown. Otherwise the result is one function, named {@code
   * A | B} after the innermost function of each alternative.
   *
   * @param alternatives at least one, each with its functions innermost first
   */
  public static List<SourceLine> anyOf(List<List<SourceLine>> alternatives) {
    List<SourceLine> common = alternatives.get(0);
    SourceLine innermost = common.get(0);
    Set<String> names = new LinkedHashSet<>();
    boolean sameNames = true;
    for (List<SourceLine> other : alternatives) {
      sameNames &= functions(other).equals(functions(common));
      common = sameNames ? common(common, other) : common;
      innermost = common(innermost, other.get(0));
      names.add(other.get(0).function);
    }
    return sameNames
        ? common
        : List.of(new SourceLine(String.join(" | ", names), innermost.file, innermost.line));
  }

  private static List<String> functions(List<SourceLine> lines) {
    return lines.stream().map(SourceLine::function).toList();
  }

  private static List<SourceLine> common(List<SourceLine> some, List<SourceLine> others) {
    List<SourceLine> common = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      common.add(common(some.get(i), others.get(i)));
    }
    return common;
  }

  private static SourceLine common(SourceLine one, SourceLine other) {
    String file = one.file.equals(other.file) ? one.file : "";
    return new SourceLine(
        one.function, one.systemName, file, one.line == other.line ? one.line : 0);
  }
}

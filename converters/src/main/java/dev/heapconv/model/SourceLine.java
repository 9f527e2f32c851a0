package dev.heapconv.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One function of a frame. A frame that a symbolizer expanded has several, innermost (inlined)
 * first.
 *
 * @param function readable name; empty if unknown
 * @param systemName name as recorded, possibly mangled
 * @param file source file; empty when unknown
 * @param line line in {@code file}, from 1; 0 when unknown
 * @param column in the line, from 1; 0 when unknown
 * @param startLine line on which the function begins; 0 when unknown
 */
public record SourceLine(
    String function, String systemName, String file, int line, int column, int startLine) {

  public static final SourceLine UNKNOWN = new SourceLine("", "", 0);

  public SourceLine {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(systemName, "systemName");
    Objects.requireNonNull(file, "file");
  }

  /** A place of which only the line is known. */
  public SourceLine(String function, String systemName, String file, int line) {
    this(function, systemName, file, line, 0, 0);
  }

  /** A function whose recorded name has not been demangled yet. */
  public SourceLine(String function, String file, int line) {
    this(function, function, file, line);
  }

  /** The same function with a readable name. */
  public SourceLine withFunction(String readable) {
    return new SourceLine(readable, systemName, file, line, column, startLine);
  }

  /**
   * The functions of a frame of which only alternatives are known. Where all have the same names, a
   * file or line on which they disagree is unknown. Otherwise the frame has one function, named
   * {@code A | B} after the innermost function of each.
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

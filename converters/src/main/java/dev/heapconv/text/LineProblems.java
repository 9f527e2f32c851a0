package dev.heapconv.text;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning.Warnings;
import org.jspecify.annotations.Nullable;

/** Problems in a line-based input, counted while it is read and reported at its end. */
public final class LineProblems {

  private final String input;
  private final LineReader lines;
  private final boolean strict;
  private long badLines;
  private long firstLine;
  private @Nullable String firstReason;

  /**
   * @param input its name
   * @param strict whether each problem is an error
   */
  public LineProblems(String input, LineReader lines, boolean strict) {
    this.input = input;
    this.lines = lines;
    this.strict = strict;
  }

  /** Number of the current line, from 1. */
  public long line() {
    return lines.number();
  }

  /** The current line should be a header but is not. */
  public HeapConvException badHeader(String problem) {
    return HeapConvException.input(ErrorId.BAD_HEADER, input, lines.number(), problem);
  }

  /**
   * Counts the current line, which is left out.
   *
   * @param reason the problem, as a clause
   * @throws HeapConvException in strict mode
   */
  public void bad(String reason) throws HeapConvException {
    if (strict) {
      throw HeapConvException.input(ErrorId.BAD_LINE, input, lines.number(), reason);
    }
    if (badLines++ == 0) {
      firstLine = lines.number();
      firstReason = reason;
    }
  }

  /**
   * Reports all problems once the input has been read.
   *
   * @param inputDamage what is known of damage of the input; null for nothing
   * @throws HeapConvException if the input is cut off, in strict mode
   */
  public void report(@Nullable String inputDamage, Warnings warnings) throws HeapConvException {
    String damage = inputDamage;
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "ends in the middle of line " + lines.number();
    }
    if (damage != null) {
      if (strict) {
        throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, input, damage);
      }
      warnings.add(ErrorId.TRUNCATED_DUMP, damage);
    }
    if (firstReason != null) {
      warnings.add(ErrorId.BAD_LINES, badLines, firstLine, firstReason);
    }
  }
}

package dev.heapconv.text;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning.Warnings;
import org.jspecify.annotations.Nullable;

/** Problems in a line-based input, counted while it is read and reported at its end. */
public final class LineProblems {

  /** The kind of input, and the ids of its problems. */
  public enum LineSource {
    DUMP("dump", ErrorId.TRUNCATED_DUMP, ErrorId.BAD_LINE, ErrorId.BAD_LINES),
    LOG("log", ErrorId.TRUNCATED_LOG, ErrorId.BAD_RECORD, ErrorId.BAD_RECORDS);

    private final String whole;
    private final ErrorId truncated;
    private final ErrorId bad;
    private final ErrorId badOnes;

    LineSource(String whole, ErrorId truncated, ErrorId bad, ErrorId badOnes) {
      this.whole = whole;
      this.truncated = truncated;
      this.bad = bad;
      this.badOnes = badOnes;
    }
  }

  private final LineSource source;
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
  public LineProblems(LineSource source, String input, LineReader lines, boolean strict) {
    this.source = source;
    this.input = input;
    this.lines = lines;
    this.strict = strict;
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
      throw HeapConvException.input(source.bad, input, lines.number(), reason);
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
      damage = "the " + source.whole + " ends in the middle of line " + lines.number();
    }
    if (damage != null) {
      if (strict) {
        throw HeapConvException.input(source.truncated, input, damage);
      }
      warnings.add(source.truncated, damage);
    }
    if (firstReason != null) {
      warnings.add(source.badOnes, badLines, firstLine, firstReason);
    }
  }
}

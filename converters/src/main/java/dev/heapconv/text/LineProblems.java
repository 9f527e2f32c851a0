package dev.heapconv.text;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warnings;
import dev.heapconv.reader.ReadOptions;
import org.jspecify.annotations.Nullable;

/** Problems in a line-based input, counted while it is read and reported at its end. */
public final class LineProblems {

  /** The kind of input, and the ids of its problems. */
  public enum Source {
    DUMP("dump", ErrorId.TRUNCATED_DUMP, ErrorId.BAD_LINE, ErrorId.BAD_LINES),
    LOG("log", ErrorId.TRUNCATED_LOG, ErrorId.BAD_RECORD, ErrorId.BAD_RECORDS);

    private final String whole;
    private final ErrorId truncated;
    private final ErrorId bad;
    private final ErrorId badOnes;

    Source(String whole, ErrorId truncated, ErrorId bad, ErrorId badOnes) {
      this.whole = whole;
      this.truncated = truncated;
      this.bad = bad;
      this.badOnes = badOnes;
    }
  }

  private final Source source;
  private final Input input;
  private final LineReader lines;
  private final ReadOptions options;
  private long badLines;
  private long firstLine;
  private @Nullable String firstReason;
  private boolean stacksWereCut;

  public LineProblems(Source source, Input input, LineReader lines, ReadOptions options) {
    this.source = source;
    this.input = input;
    this.lines = lines;
    this.options = options;
  }

  /** The current line should be a header but is not. */
  public HeapConvException badHeader(String problem) {
    return HeapConvException.input(ErrorId.BAD_HEADER, input.name(), lines.number(), problem);
  }

  /**
   * Counts the current line, which is left out.
   *
   * @param reason the problem, as a clause
   * @throws HeapConvException in strict mode
   */
  public void bad(String reason) throws HeapConvException {
    if (options.strict()) {
      throw HeapConvException.input(source.bad, input.name(), lines.number(), reason);
    }
    if (badLines++ == 0) {
      firstLine = lines.number();
      firstReason = reason;
    }
  }

  /** A stack had more frames than the limits allow, and lost the outermost. */
  public void stackWasCut() {
    stacksWereCut = true;
  }

  /**
   * Reports all problems once the input has been read.
   *
   * @throws HeapConvException if the input is cut off, in strict mode
   */
  public void report(Warnings warnings) throws HeapConvException {
    String damage = input.damage();
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "the " + source.whole + " ends in the middle of line " + lines.number();
    }
    if (damage != null) {
      if (options.strict()) {
        throw HeapConvException.input(source.truncated, input.name(), damage);
      }
      warnings.add(source.truncated, damage);
    }
    if (firstReason != null) {
      warnings.add(source.badOnes, badLines, firstLine, firstReason);
    }
    if (stacksWereCut) {
      warnings.add(ErrorId.DEEP_STACK, options.limits().maxStackDepth());
    }
  }
}

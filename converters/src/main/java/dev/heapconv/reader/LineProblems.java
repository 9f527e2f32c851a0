package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.input.LineReader;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warnings;
import org.jspecify.annotations.Nullable;

/** What is wrong with an input of lines: counted as it is read, reported at its end. */
public final class LineProblems {

  /** What an input is, and how its problems are called. */
  public enum Kind {
    DUMP("dump", "line", "truncated-dump", "bad-line", "bad-lines"),
    LOG("log", "record", "truncated-log", "bad-record", "bad-records");

    private final String whole;
    private final String part;
    private final String truncatedId;
    private final String badId;
    private final String badOnesId;

    Kind(String whole, String part, String truncatedId, String badId, String badOnesId) {
      this.whole = whole;
      this.part = part;
      this.truncatedId = truncatedId;
      this.badId = badId;
      this.badOnesId = badOnesId;
    }
  }

  private final Kind kind;
  private final Input input;
  private final LineReader lines;
  private final ReadOptions options;
  private long badLines;
  private long firstLine;
  private @Nullable String firstReason;
  private boolean stacksWereCut;

  public LineProblems(Kind kind, Input input, LineReader lines, ReadOptions options) {
    this.kind = kind;
    this.input = input;
    this.lines = lines;
    this.options = options;
  }

  /** An error at the current line. */
  public HeapConvException error(String id, String message) {
    return HeapConvException.input(id, input.name(), "line " + lines.number() + ": " + message);
  }

  /**
   * Counts the current line, which is left out.
   *
   * @param reason what is wrong with it, as a clause
   * @throws HeapConvException if reading is strict
   */
  public void bad(String reason) throws HeapConvException {
    if (options.strict()) {
      throw error(kind.badId, reason);
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
   * Reports what was found, once the input has been read.
   *
   * @throws HeapConvException if the input is cut off and reading is strict
   */
  public void report(Warnings warnings) throws HeapConvException {
    String damage = input.damage().what();
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "the " + kind.whole + " ends within line " + lines.number();
    }
    if (damage != null) {
      if (options.strict()) {
        throw HeapConvException.input(kind.truncatedId, input.name(), damage);
      }
      warnings.add(kind.truncatedId, damage + "; what is there was converted");
    }
    if (badLines > 0) {
      warnings.add(
          kind.badOnesId,
          badLines
              + " "
              + kind.part
              + (badLines == 1 ? " was" : "s were")
              + " not understood and skipped; the first in line "
              + firstLine
              + ": "
              + firstReason);
    }
    if (stacksWereCut) {
      warnings.add(
          "deep-stack",
          "stacks of more than "
              + options.limits().maxStackDepth()
              + " frames were cut; see --raise-limit depth=N");
    }
  }
}

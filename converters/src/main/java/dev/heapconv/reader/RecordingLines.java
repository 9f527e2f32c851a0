package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import org.jspecify.annotations.Nullable;

/** The lines of a text input. It counts lines with problems and reports them at the end. */
public final class RecordingLines {

  private final Input input;
  private final boolean strict;
  private final LineReader lines;
  private long badLines;
  private long firstLine;
  private @Nullable String firstReason;

  /**
   * @param input the input to read
   * @param options the limits, and whether each problem is an error
   */
  public RecordingLines(Input input, ReadOptions options) {
    this.input = input;
    strict = options.strict();
    lines = new LineReader(input.name(), input.stream(), options.limits().maxPacketBytes());
  }

  /** Returns the lines. */
  public LineReader lines() {
    return lines;
  }

  /**
   * Returns an error for the current line, which should be a header but is not.
   *
   * @param problem the problem, as a clause
   */
  public HeapConvException badHeader(String problem) {
    return badHeader(lines.number(), problem);
  }

  /**
   * Returns the same error for a line that was read.
   *
   * @param line its number, from 1
   * @param problem the problem, as a clause
   */
  public HeapConvException badHeader(long line, String problem) {
    return HeapConvException.input(ErrorId.BAD_HEADER, input.name(), line, problem);
  }

  /** Returns an error for the current line, which follows the end of the profile. */
  public HeapConvException second() {
    return HeapConvException.input(ErrorId.SECOND_PROFILE, input.name(), "line " + lines.number());
  }

  /**
   * Counts the current line as left out.
   *
   * @param reason the problem, as a clause
   * @throws HeapConvException in strict mode
   */
  public void bad(String reason) throws HeapConvException {
    bad(lines.number(), reason);
  }

  /**
   * Counts a line that was read as left out.
   *
   * @param line its number, from 1
   * @param reason the problem, as a clause
   * @throws HeapConvException in strict mode
   */
  public void bad(long line, String reason) throws HeapConvException {
    if (strict) {
      throw HeapConvException.input(ErrorId.BAD_LINE, input.name(), line, reason);
    }
    if (badLines++ == 0) {
      firstLine = line;
      firstReason = reason;
    }
  }

  /**
   * Reports all problems once you have read the input.
   *
   * @param end what is missing after the last line, as a clause; null if nothing is
   * @param recording receives the warnings
   * @throws HeapConvException if the input is cut off, in strict mode
   */
  public void report(@Nullable String end, RecordingBuilder recording) throws HeapConvException {
    String damage = input.damage();
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "ends in the middle of line " + lines.number();
    }
    recording.damaged(damage == null ? end : damage, false);
    if (firstReason != null) {
      recording.notices().add(ErrorId.BAD_LINES, badLines, firstLine, firstReason);
    }
  }
}

package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import org.jspecify.annotations.Nullable;

/** The lines of an input; what is wrong with them is counted, and reported at its end. */
public final class RecordingLines {

  private final Input input;
  private final boolean strict;
  private final LineReader lines;
  private long badLines;
  private long firstLine;
  private @Nullable String firstReason;

  /**
   * @param options whether each problem is an error
   */
  public RecordingLines(Input input, ReadOptions options) {
    this.input = input;
    strict = options.strict();
    lines = new LineReader(input.name(), input.stream(), options.limits().maxPacketBytes());
  }

  public LineReader lines() {
    return lines;
  }

  /** The current line should be a header but is not. */
  public HeapConvException badHeader(String problem) {
    return HeapConvException.input(ErrorId.BAD_HEADER, input.name(), lines.number(), problem);
  }

  /** The current line follows the end of the profile: it begins another, or is something else. */
  public HeapConvException second() {
    return HeapConvException.input(ErrorId.SECOND_PROFILE, input.name(), "line " + lines.number());
  }

  /**
   * Counts the current line, which is left out.
   *
   * @param reason the problem, as a clause
   * @throws HeapConvException in strict mode
   */
  public void bad(String reason) throws HeapConvException {
    if (strict) {
      throw HeapConvException.input(ErrorId.BAD_LINE, input.name(), lines.number(), reason);
    }
    if (badLines++ == 0) {
      firstLine = lines.number();
      firstReason = reason;
    }
  }

  /**
   * Reports all problems once the input has been read.
   *
   * @param end what the last lines lack if they are whole, as a clause; null for nothing
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

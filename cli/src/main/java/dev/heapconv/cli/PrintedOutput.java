package dev.heapconv.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output for printed text: a {@link java.io.PrintWriter} swallows failures, this class
 * remembers the first.
 */
final class PrintedOutput extends FilterOutputStream {

  private @Nullable IOException failure;

  PrintedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  private IOException remembered(IOException e) {
    failure = failure == null ? e : failure;
    return e;
  }

  /**
   * The exit status of a command that ended with {@code status}: a different one, with a message,
   * if its output was lost.
   */
  int statusAfter(int status, Terminal terminal) {
    if (failure == null || status != ExitStatus.OK || ProfileOutput.isClosedPipe(failure)) {
      return status;
    }
    terminal.message("heapconv: standard output: cannot be written: " + failure.getMessage());
    return ExitStatus.OUTPUT;
  }
}

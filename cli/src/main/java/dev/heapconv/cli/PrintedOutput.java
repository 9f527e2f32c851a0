package dev.heapconv.cli;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.commons.io.output.ProxyOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output for printed text: a {@link java.io.PrintWriter} swallows failures, this class
 * remembers the first.
 */
final class PrintedOutput extends ProxyOutputStream {

  private @Nullable IOException failure;

  PrintedOutput(OutputStream out) {
    super(out);
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    failure = failure == null ? e : failure;
    throw e;
  }

  /**
   * The exit status of a command that ended with {@code status}: a different one, with a message,
   * if its output was lost.
   */
  int statusAfter(int status, Terminal terminal) {
    if (failure == null || status != ExitStatus.OK || ProfileOutput.isClosedPipe(failure)) {
      return status;
    }
    terminal.message("standard output: cannot be written: " + failure.getMessage());
    return ExitStatus.OUTPUT;
  }
}

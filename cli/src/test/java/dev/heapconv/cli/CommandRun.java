package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of a command line in this process, and what came of it.
 *
 * @param bytes what it wrote to standard output
 */
record CommandRun(int status, byte[] bytes, String err) {

  static CommandRun of(String... args) {
    return of(InputStream.nullInputStream(), false, args);
  }

  static CommandRun of(InputStream in, boolean outIsTerminal, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandRun run = into(out, in, outIsTerminal, args);
    return new CommandRun(run.status(), out.toByteArray(), run.err());
  }

  /** With a standard output of the test's own. */
  static CommandRun into(OutputStream out, InputStream in, boolean outIsTerminal, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status = Main.run(args, new Terminal(in, out, printed, outIsTerminal, false));
    return new CommandRun(status, new byte[0], err.toString(StandardCharsets.UTF_8));
  }

  String out() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * An error as users should see it: one line, nothing on standard output, and the right status.
   */
  CommandRun isOneLine(int expectedStatus, String... parts) {
    assertThat(err).startsWith("heapconv: ").endsWith("\n").contains(parts);
    assertThat(err.lines()).hasSize(1);
    assertThat(err).doesNotContain("Exception").doesNotContain("\tat ").doesNotContain("null");
    assertThat(bytes).isEmpty();
    assertThat(status).isEqualTo(expectedStatus);
    return this;
  }

  /** An error beside a result. */
  CommandRun hasError(int expectedStatus, String part) {
    assertThat(err).startsWith("heapconv: ").contains(part);
    assertThat(status).isEqualTo(expectedStatus);
    return this;
  }

  /** A command line that was not understood: what is wrong, and where there is help. */
  CommandRun isUsageError(String... parts) {
    assertThat(err).startsWith("heapconv: ").contains(parts).doesNotContain("Exception");
    assertThat(err.lines().count()).isLessThanOrEqualTo(3);
    assertThat(bytes).isEmpty();
    assertThat(status).isEqualTo(ExitStatus.USAGE);
    return this;
  }

  CommandRun isOk() {
    assertThat(err).doesNotContain("error");
    assertThat(status).isEqualTo(ExitStatus.OK);
    return this;
  }
}

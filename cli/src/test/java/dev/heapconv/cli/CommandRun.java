package dev.heapconv.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** One run of a command line and what came of it. */
record CommandRun(int status, String out, String err) {

  static CommandRun of(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false);
    int status = Main.run(args, terminal);
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A recording of the shared data; the test is skipped where that is absent. */
  static String recording(String name) {
    Path trace = Path.of(System.getProperty("heapconv.shared", "absent"), name);
    Assumptions.assumeTrue(Files.exists(trace), () -> "no shared data at " + trace);
    return trace.toString();
  }
}

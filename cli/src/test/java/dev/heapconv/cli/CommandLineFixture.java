package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs command lines as a shell would, with streams that tests can look at. */
abstract class CommandLineFixture {

  private static final Path RECORDINGS =
      Path.of(System.getProperty("heapconv.root", "..")).normalize().resolve("testdata/heapprofd");

  @TempDir Path folder;

  InputStream in = InputStream.nullInputStream();
  boolean outIsTerminal;

  /** What a command line came to. */
  record Result(int status, byte[] out, String err) {
    String text() {
      return new String(out, StandardCharsets.UTF_8);
    }

    /**
     * An error as users should see it: one line, nothing on standard output, and the right status.
     */
    Result isOneLine(int expectedStatus, String... parts) {
      assertThat(err).startsWith("heapconv: ").endsWith("\n").contains(parts);
      assertThat(err.lines()).hasSize(1);
      assertThat(err).doesNotContain("Exception").doesNotContain("\tat ").doesNotContain("null");
      assertThat(out).isEmpty();
      assertThat(status).isEqualTo(expectedStatus);
      return this;
    }

    /** A command line that was not understood: what is wrong, and where there is help. */
    Result isUsageError(String... parts) {
      assertThat(err).startsWith("heapconv: ").contains(parts).doesNotContain("Exception");
      assertThat(err.lines().count()).isLessThanOrEqualTo(3);
      assertThat(out).isEmpty();
      assertThat(status).isEqualTo(ExitStatus.USAGE);
      return this;
    }

    Result isOk() {
      assertThat(err).doesNotContain("error");
      assertThat(status).isEqualTo(ExitStatus.OK);
      return this;
    }
  }

  Result run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Result result = run(out, args);
    return new Result(result.status(), out.toByteArray(), result.err());
  }

  Result run(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status = Main.run(args, new Terminal(in, out, printed, outIsTerminal, false));
    return new Result(status, new byte[0], err.toString(StandardCharsets.UTF_8));
  }

  static String recording(String name) {
    return RECORDINGS.resolve(name + ".pftrace").toString();
  }

  static byte[] recordingBytes(String name) {
    return bytes(Path.of(recording(name)));
  }

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String file(String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  String inFolder(String name) {
    return folder.resolve(name).toString();
  }

  /** Names of all that is in the test's folder, hidden and temporary files included. */
  List<String> namesInFolder() {
    return namesIn(folder);
  }

  static List<String> namesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void stdin(byte[] bytes) {
    in = new ByteArrayInputStream(bytes);
  }
}

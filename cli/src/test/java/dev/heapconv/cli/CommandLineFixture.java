package dev.heapconv.cli;

import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs command lines as a shell would, beside a folder of the test's own. */
abstract class CommandLineFixture {

  @TempDir Path folder;

  InputStream in = InputStream.nullInputStream();
  boolean outIsTerminal;

  CommandRun run(String... args) {
    return CommandRun.of(in, outIsTerminal, args);
  }

  CommandRun run(OutputStream out, String... args) {
    return CommandRun.into(out, in, outIsTerminal, args);
  }

  static String recording(String name) {
    return TestData.recording(name).toString();
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

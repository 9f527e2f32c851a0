package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs batches in this process or in one of their own. */
abstract class BatchFixture {

  @TempDir Path folder;

  byte[] stdin = new byte[0];
  private Process process;

  Path in() {
    return folder.resolve("in");
  }

  Path out() {
    return folder.resolve("out");
  }

  Path put(String name, byte[] bytes) {
    try {
      Path file = in().resolve(name);
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A batch over {@link #in()} into {@link #out()}. */
  CommandRun batch(String... options) {
    List<String> arguments = new ArrayList<>(List.of(in().toString(), "-o", out().toString()));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(new String[0]));
  }

  /** The same, as if there had been no batch before. */
  CommandRun anew(String... options) throws IOException {
    Files.delete(out().resolve("manifest.jsonl"));
    return batch(options);
  }

  CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("batch"));
    all.addAll(List.of(arguments));
    return CommandRun.of(new ByteArrayInputStream(stdin), false, all.toArray(String[]::new));
  }

  Path table() {
    return folder.resolve("table");
  }

  /** Adds {@link #in()} to {@link #table()}. */
  CommandRun add(String... options) {
    List<String> all = new ArrayList<>(List.of("fleet", "add", table().toString()));
    all.add(in().toString());
    all.addAll(List.of(options));
    return CommandRun.of(all.toArray(String[]::new));
  }

  /** Starts a batch over {@link #in()} into {@link #out()} in a process of its own. */
  Process start(List<String> javaOptions, String... options) throws IOException {
    return start(Redirect.to(folder.resolve("process.log").toFile()), javaOptions, options);
  }

  Process start(Redirect output, List<String> javaOptions, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("batch", in().toString()));
    words.addAll(List.of("-o", out().toString()));
    words.addAll(List.of(options));
    return startProgram(output, javaOptions, words);
  }

  /** Starts the program with a command line. */
  Process startProgram(Redirect output, List<String> javaOptions, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, "dev.heapconv.cli.Main"));
    command.addAll(words);
    process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    return process;
  }

  /** Of a test that failed before its process ended. */
  @AfterEach
  void endProcess() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** How many lines the manifest of a batch has that may be running. */
  long lines() throws IOException {
    try (Stream<String> lines =
        Files.lines(out().resolve("manifest.jsonl"), StandardCharsets.ISO_8859_1)) {
      return lines.count();
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** Waits until the manifest of a process has so many lines, or the process has ended. */
  void awaitLines(Process process, long count) throws IOException, InterruptedException {
    while (lines() < count && !process.waitFor(5, TimeUnit.MILLISECONDS)) {
      // Looks again.
    }
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("process.log"));
  }

  /**
   * The lines of the manifest by their inputs; fails where one is not JSON or where an input has
   * two.
   */
  Map<String, JsonNode> manifest() throws IOException {
    Map<String, JsonNode> lines = new LinkedHashMap<>();
    String text = Files.readString(out().resolve("manifest.jsonl"));
    assertThat(text)
        .satisfiesAnyOf(t -> assertThat(t).isEmpty(), t -> assertThat(t).endsWith("\n"));
    ObjectMapper mapper = new ObjectMapper();
    for (String line : text.lines().toList()) {
      JsonNode json = mapper.readTree(line);
      String name = json.get("input").asString();
      String prefix = in() + "/";
      assertThat(lines.put(name.startsWith(prefix) ? name.substring(prefix.length()) : name, json))
          .isNull();
    }
    return lines;
  }

  /** Paths of all files below the output folder but the batch's own. */
  TreeSet<String> outputs() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(out())) {
      files
          .filter(Files::isRegularFile)
          .map(file -> out().relativize(file).toString())
          .filter(
              name -> !name.matches("\\.heapconv(/.*|\\.lock)") && !name.equals("manifest.jsonl"))
          .forEach(names::add);
    }
    return names;
  }
}

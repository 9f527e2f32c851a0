package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs batches in this process or in one of their own. */
abstract class BatchFixture {

  @TempDir Path folder;

  byte[] stdin = new byte[0];

  /** What a batch came to. */
  record Run(int status, String err) {}

  Path in() {
    return folder.resolve("in");
  }

  Path out() {
    return folder.resolve("out");
  }

  void put(String name, byte[] bytes) {
    BatchTraces.write(in().resolve(name), bytes);
  }

  /** A batch over {@link #in()} into {@link #out()}. */
  Run batch(String... options) {
    List<String> arguments = new ArrayList<>(List.of(in().toString(), "-o", out().toString()));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(new String[0]));
  }

  Run run(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(stdin),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false);
    List<String> all = new ArrayList<>(List.of("batch"));
    all.addAll(List.of(arguments));
    int status = Main.run(all.toArray(new String[0]), terminal);
    return new Run(status, err.toString(StandardCharsets.UTF_8));
  }

  /** Starts a batch over {@link #in()} into {@link #out()} in a process of its own. */
  Process start(List<String> javaOptions, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, "dev.heapconv.cli.Main", "batch"));
    command.addAll(List.of(in().toString(), "-o", out().toString()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("process.log").toFile())
        .start();
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
          .filter(name -> !name.startsWith(".heapconv") && !name.equals("manifest.jsonl"))
          .forEach(names::add);
    }
    return names;
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A native image contains only what its metadata name, beside the code that the compiler finds.
 * They are held to what is in the program, and to what an agent of GraalVM sees it use.
 */
class NativeImageIT {

  private static final Path PROGRAM = Path.of(System.getProperty("heapconv.program"));
  private static final String METADATA =
      "/META-INF/native-image/dev.heapconv/heapconv-cli/reachability-metadata.json";

  @TempDir private Path folder;

  /** The globs of the metadata. */
  private static List<PathMatcher> globs(FileSystem files) throws IOException {
    JsonNode metadata = JsonMapper.shared().readTree(Files.readString(files.getPath(METADATA)));
    List<PathMatcher> globs = new ArrayList<>();
    for (JsonNode resource : metadata.get("resources")) {
      globs.add(files.getPathMatcher("glob:/" + resource.get("glob").asString()));
    }
    return globs;
  }

  @Test
  void everyResourceOfTheProgramIsNamed() throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(PROGRAM);
        Stream<Path> all = Files.walk(files.getPath("/dev/heapconv"))) {
      List<Path> resources =
          all.filter(Files::isRegularFile)
              .filter(file -> !file.toString().endsWith(".class"))
              // Only a Java virtual machine is trained.
              .filter(file -> !file.startsWith("/dev/heapconv/cli/training"))
              .toList();
      List<PathMatcher> globs = globs(files);
      assertThat(resources)
          .isNotEmpty()
          .allMatch(file -> globs.stream().anyMatch(glob -> glob.matches(file)));
      assertThat(globs).allMatch(glob -> resources.stream().anyMatch(glob::matches));
    }
  }

  @Test
  void whatAnAgentSeesOfTheProgramIsNamed() throws Exception {
    Path java =
        Path.of(Objects.requireNonNullElse(System.getenv("GRAALVM_HOME"), "none"), "bin/java");
    NotTested.unless(
        Files.isExecutable(java),
        "what a native image needs, as an agent sees it",
        "GRAALVM_HOME names no GraalVM");
    String trace = TestData.recording("names").toString();
    agent(java, trace);
    agent(java, trace, "-o", folder.resolve("out.pb.gz").toString());
    agent(java, trace, "-o", folder.resolve("out.html").toString());
    agent(java, "--help");
    agent(java, "help", "numbers");
    agent(java, "completion", "bash");
    agent(java, "top", "no such file", "-v");
    JsonNode seen =
        JsonMapper.shared()
            .readTree(Files.readString(folder.resolve("seen/reachability-metadata.json")));
    try (FileSystem files = FileSystems.newFileSystem(PROGRAM)) {
      for (JsonNode resource : seen.path("resources")) {
        String name = resource.path("glob").asString("");
        assertThat(globs(files))
            .as(name)
            .anyMatch(
                glob ->
                    !name.startsWith("dev/heapconv/") || glob.matches(files.getPath("/" + name)));
      }
    }
    for (JsonNode type : seen.path("reflection")) {
      assertThat(type.path("type").asString("")).doesNotStartWith("dev.heapconv");
    }
  }

  private void agent(Path java, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "-agentlib:native-image-agent=config-merge-dir=" + folder.resolve("seen"),
                "-jar",
                PROGRAM.toString()));
    command.addAll(List.of(arguments));
    ProcessRun run = ProcessRun.in(folder, Map.of(), command.toArray(new String[0]));
    assertThat(run.err()).doesNotContain("Could not");
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The workflows of this repository, and the index of the scripts that one of them runs. */
class WorkflowsTest {

  private static final Path ROOT = TestData.root();

  /**
   * A tag can be moved to other code, a commit cannot; the comment is for Dependabot and people.
   */
  @Test
  void actionsOfOthersAreNamedByCommitWithTheirVersion() throws IOException {
    List<String> uses = new ArrayList<>();
    for (Path workflow : files(".github/workflows", ".yml")) {
      try (Stream<String> lines = Files.lines(workflow)) {
        lines.map(String::strip).filter(line -> line.contains("uses: ")).forEach(uses::add);
      }
    }
    assertThat(uses)
        .hasSizeGreaterThan(10)
        .allMatch(
            line ->
                line.matches("uses: \\./\\.github/workflows/\\w+\\.yml")
                    || line.matches(
                        "(- )?uses: [\\w-]+/[\\w-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
  }

  @Test
  void everyScriptAboutAnotherToolIsInTheIndex() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/dev/peers/README.md"));
    assertThat(files("docs/dev/peers", ".sh"))
        .hasSizeGreaterThan(10)
        .allMatch(script -> index.contains(script.getFileName().toString()))
        .filteredOn(
            script -> !List.of("all.sh", "lib.sh").contains(script.getFileName().toString()))
        .allMatch(script -> index.contains("](" + script.getFileName() + ") |"));
  }

  private static List<Path> files(String folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}

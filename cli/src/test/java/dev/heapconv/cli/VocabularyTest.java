package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users read has the words of docs/glossary.md, and not those that it had before. */
class VocabularyTest {

  private static final Path ROOT = TestData.root();

  private static final List<String> FOLDERS =
      List.of("batch/src/main", "cli/src/main", "converters/src/main", "names/src/main", "docs");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "by no more than noise",
        "to name them: ",
        "name them with --symbols",
        "off by half or more",
        "Functions that allocated",
        "Libraries that contain these",
        " at the peak, ",
        "collisions of sampled bytes",
      })
  void oldWordsAreGone(String phrase) throws IOException {
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(VocabularyTest::isText).toList()) {
          assertThat(Files.readString(file)).as(file.toString()).doesNotContain(phrase);
        }
      }
    }
  }

  private static boolean isText(Path file) {
    return Files.isRegularFile(file)
        && file.toString().matches(".*\\.(java|js|html|md|txt|properties|sh)");
  }
}

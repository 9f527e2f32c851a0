package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps of one process are not added up unless that is asked for. */
class SumOptionTest {

  private static final String ONE = dump("15611.0.i0");
  private static final String OTHER = dump("15611.5.f");

  @TempDir private Path folder;

  private static String dump(String number) {
    return TestData.own("alloc/jemalloc/je530_series_lg15." + number + ".heap").toString();
  }

  private CommandRun run(String command) {
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ")) {
      words.add(word.replace("DIR", folder.toString()));
    }
    words.add(ONE);
    words.add(OTHER);
    return CommandRun.of(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-q",
        "-o DIR/sum.pb.gz",
        "--by library",
        "-o DIR/sum.csv",
        "fleet add DIR/table -q",
      })
  void everyCommandThatAddsUpRefuses(String command) {
    CommandRun refused = run(command);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .containsOnlyOnce("15611.5.f.heap look like dumps of one process, whose sum counts")
        .containsOnlyOnce("see what grows with 'heapconv growth FILES'");
    assertThat(folder).isDirectoryNotContaining("glob:**sum.*");
    assertThat(run(command + " --add").status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-o DIR/each/", "-o DIR/all.html", "--by dump", "batch -o DIR/batch", "info"})
  void whatKeepsThemApartDoesNot(String command) {
    assertThat(run(command).status()).isZero();
  }
}

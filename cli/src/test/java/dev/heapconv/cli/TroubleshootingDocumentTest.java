package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of docs/troubleshooting.md are those of the program. */
class TroubleshootingDocumentTest {

  private static final Path DOCUMENT = TestData.root().resolve("docs/troubleshooting.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```\n(.*?)\n```\n");

  /** 300 packets with an event of ftrace each. */
  private static final String NOTHING_OF_A_HEAP = "\n\4\n\2\10\0".repeat(300);

  @TempDir private Path folder;

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /** The messages that the page shows in a section. */
  private static List<String> shown(String heading) throws IOException {
    String section =
        Files.readString(DOCUMENT).split("\n## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
    Matcher blocks = BLOCK.matcher("\n" + section);
    List<String> shown = blocks.results().map(block -> oneLine(block.group(1))).toList();
    assertThat(shown).isNotEmpty();
    return shown;
  }

  private String file(String name, String recording) {
    try {
      return Files.copy(TestData.own(recording), folder.resolve(name)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private String printed(String... words) {
    CommandRun run = CommandRun.of(words);
    return oneLine((run.err() + run.out()).replace(folder + "/", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "INCOMPLETE, 1, heapprofd/overrun.pftrace",
    "No names, 1, heapprofd/inlined_stripped.pftrace",
    "No names, 2, heapprofd/truth_i4096.pftrace --symbols testdata/golden",
    "Wrong sampling interval, 1, alloc/go/go119_rate32768.allocs.pb.gz --sampling-interval 100",
    "Counts are rough, 1, heapprofd/truth_i4096.pftrace",
  })
  void tablesSayWhatThePageShows(String heading, int number, String command) throws IOException {
    String[] words = ("top testdata/" + command).split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].replaceFirst("^testdata/", TestData.root() + "/testdata/");
    }
    assertThat(printed(words)).contains(shown(heading).get(number - 1));
  }

  @Test
  void inputsAreRefusedAsThePageShows() throws IOException {
    assertThat(printed(text("trace.pftrace", NOTHING_OF_A_HEAP)))
        .isEqualTo(shown("No heap profile in the trace").get(0));
    assertThat(printed(text("x.txt", "hello\n"))).isEqualTo(shown("Unknown format").get(0));
    assertThat(
            printed(
                file("a.pftrace", "heapprofd/truth_i4096.pftrace"),
                file("b.pftrace", "heapprofd/truth_i4096.pftrace")))
        .isEqualTo(shown("Several inputs are refused").get(0));
  }

  @Test
  void memoryRunsOutAsThePageShows() throws IOException {
    assertThat("heapconv: out of memory" + ErrorHints.ALL.suffix(ErrorId.OUT_OF_MEMORY))
        .startsWith(shown("Out of memory").get(0));
  }

  @Test
  void gatesAreInconclusiveAsThePageShows() throws IOException {
    String trace = TestData.recording("truth_i4096").toString();
    assertThat(printed("diff", "--strict", "--fail-on", "total:space>0.1%", trace, trace))
        .contains(shown("A gate is inconclusive").get(0));
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which dumps of a recording a command takes, and what it says of them. */
class InputOptionsTest extends CommandLineFixture {

  /** Ten dumps of one heap; the eighth has the most live bytes. */
  private static final String TEN = recording("phases_i512");

  /** Two heaps with two dumps, and one with one. */
  private static final String THREE_HEAPS = recording("customheap_all");

  @Test
  void theUserDecidesWhetherNumbersAreScaledThatDoNotShowIt() {
    String few = TestData.own("alloc/go/two_stacks.allocs.pb.gz").toString();
    CommandRun undecided = run(few).isOk();
    assertThat(undecided.out()).contains("intervals unknown", "Assumed: scaled by its producer.");
    assertThat(undecided.err()).contains("say so with --scaled yes or no");
    assertThat(run("--scaled", "yes", few).isOk().out()).contains("(3.1-3.4)", "Trust");
    assertThat(run("--scaled", "yes", few).isOk().err()).isEmpty();
    run("--scaled", "maybe", few).isUsageError("expected yes, no but was 'maybe'");
  }

  @Test
  void thePeakIsCalledSo() {
    assertThat(run("--dump", "max", TEN).isOk().out())
        .contains("dump 8 of 10, the peak", "At the peak");
    assertThat(run("--dump", "max", THREE_HEAPS).isOk().out())
        .contains("peak of each heap")
        .doesNotContain("last dump");
    assertThat(run(THREE_HEAPS).isOk().out())
        .contains("last dump", "Live  ")
        .doesNotContain("At the peak");
  }

  @Test
  void thePeakOfAConvertedProfileIsThatOfTheTrace() {
    String all = inFolder("all.pb.gz");
    run(TEN, "--dump", "all", "-o", all).isOk();
    assertThat(run("--dump", "max", all).isOk().out()).contains("dump 8 of 10, the peak");
  }

  @Test
  void aDumpThatSomeHeapLacksIsAWarning() {
    CommandRun result = run("--dump", "2", THREE_HEAPS).isOk();
    assertThat(result.err())
        .contains("left out 1 heap without dump 2", "dev.heapconv.gpu (1 dump)");
    assertThat(run("--dump", "1", THREE_HEAPS).isOk().out()).contains("dump 1 of each heap");
    assertThat(run("--dump", "1", THREE_HEAPS).isOk().err()).doesNotContain("left out");
  }

  @Test
  void aDumpThatAllHeapsLackIsAnErrorThatCountsThem() {
    run("--dump", "3", THREE_HEAPS).isOneLine(ExitStatus.INPUT, "no dump 3; there are only 1 to 2");
  }

  @Test
  void aTableNeverLeavesOutDumpsSilently() {
    String csv = inFolder("x.csv");
    String[][] commands = {
      {"--by", "library", "--dump", "all", TEN},
      {"--dump", "all", TEN},
      {TEN, "--dump", "all", "-o", csv},
      {"diff", "--dump", "all", TEN, TEN},
      {"--add", "--dump", "all", TEN, TEN, "-o", inFolder("x.pb")},
      {"batch", "--dump", "all", "-f", "csv", TEN, "-o", inFolder("out")},
    };
    for (String[] command : commands) {
      run(command).isUsageError("several dumps of one heap", "--by dump");
    }
    run(TEN + "#1", TEN + "#2").isUsageError("look like dumps of one process", "--add");
    assertThat(namesInFolder()).isEmpty();
    assertThat(run("--dump", "all", "--by", "dump", TEN).isOk().out())
        .contains("dump 1 of 10", "dump 10 of 10");
    run("--dump", "all", recording("truth_i1")).isOk();
  }

  @Test
  void anInputNamesItsDump() {
    assertThat(run("-f", "csv", TEN + "#3").isOk().out())
        .isEqualTo(run("-f", "csv", "--dump", "3", TEN).out());
    CommandRun diff = run("diff", TEN + "#first", TEN + "#last").isOk();
    assertThat(diff.out().replace("\n  ", " "))
        .as("a line that is wrapped where the path is long")
        .contains("Comparing " + TEN + "#first (base) with " + TEN + "#last (new)")
        .contains("late_only()", "sampled every 512 B")
        .doesNotContain("note: difference", "note: base: scheme");
    assertThat(run("diff", TEN + "#10", TEN).isOk().out()).contains("no functions differ");
    assertThat(run(TEN + "#max").isOk().out()).contains("dump 8 of 10, the peak");
  }

  @Test
  void aMemberOfAnArchiveNamesItsDump() throws IOException {
    String zip =
        file(
            "x.zip",
            Containers.zip(
                "t.pftrace", Files.readAllBytes(Path.of(TEN)), "other.txt", new byte[3]));
    assertThat(run(zip + "!t.pftrace#3").isOk().out()).contains("dump 3 of 10");
    assertThat(run(zip + "#3").isOk().out()).contains("dump 3 of 10");
  }

  @Test
  void aFileWhoseNameHasAHashIsThatFile() throws IOException {
    byte[] trace = Files.readAllBytes(Path.of(TEN));
    String plain = file("t", trace);
    String hash = file("t#first", trace);
    assertThat(run(hash).isOk().out()).contains("dump 10 of 10");
    assertThat(run(hash + "#2").isOk().out()).contains("dump 2 of 10");
    run(plain + "#2").isOk();
  }

  @Test
  void whatFollowsAHashMustBeADump() {
    run(TEN + "#third").isUsageError("invalid dump 'third'", "first");
    run("nosuch#first").isOneLine(ExitStatus.INPUT, "nosuch#first: no such file");
  }

  @Test
  void anOptionThatEveryInputOverridesIsAnError() {
    run("--dump", "2", TEN + "#first").isUsageError("--dump has no effect");
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "diff"})
  void anInputThatIsNamedTwiceIsPointedOut(String line) {
    Path same = Path.of(TEN).getParent().resolve("./" + Path.of(TEN).getFileName());
    String command = line.split(" ")[0];
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(List.of(TEN, same.toString()));
    assertThat(run(arguments.toArray(String[]::new)).isOk().err()).contains("named twice");
    assertThat(run(command, TEN, recording("truth_i1")).err()).doesNotContain("named twice");
    assertThat(run(command, TEN + "#1", TEN + "#2").err()).doesNotContain("named twice");
  }

  @Test
  void anInputIsNotAddedToItself() {
    Path same = Path.of(TEN).getParent().resolve("./" + Path.of(TEN).getFileName());
    run(TEN, same.toString()).isUsageError("are the same recording");
  }

  @Test
  void aBatchOfReportsKeepsAllDumpsAsASingleReportDoes() throws IOException {
    run(TEN, "-o", inFolder("one.html")).isOk();
    run("batch", TEN, "-f", "html", "-o", inFolder("out")).isOk();
    byte[] one = Files.readAllBytes(Path.of(inFolder("one.html")));
    try (Stream<Path> files = Files.walk(Path.of(inFolder("out")))) {
      assertThat(files.filter(file -> file.toString().endsWith(".html")))
          .singleElement()
          .satisfies(file -> assertThat(file).hasBinaryContent(one));
    }
  }

  @Test
  void aSumWritesTheSelectedView() {
    List<String> views = List.of("alloc_objects", "space");
    assertThat(
            views.stream()
                .map(view -> run("--add", TEN, "--view", view, "-f", "folded", "-o", "-").isOk())
                .map(CommandRun::out)
                .distinct())
        .hasSize(2);
    run("--add", TEN, "--view", "nosuch", "-f", "folded", "-o", "-").isUsageError("unknown view");
  }
}

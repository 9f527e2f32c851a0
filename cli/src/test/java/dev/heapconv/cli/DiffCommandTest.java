package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command diff as a user meets it; what a build makes of it is in {@link DiffGateTest}. */
class DiffCommandTest {

  private static final Path DATA = TestData.own("alloc");
  private static final Path BASE = DATA.resolve("gperftools/tc_heapprofile.0001.heap");
  private static final Path CHANGED = DATA.resolve("gperftools/tc_heapprofile.0004.heap");

  private static CommandRun run(Object... words) {
    return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  @Test
  void aDiffOfARunWithItselfHasNothingToShow() {
    Path heap = DATA.resolve("go/go123_rate524288.heap.debug1.txt");
    CommandRun result = run("diff", heap, heap);
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("\n  no functions differ in space\n");
  }

  @Test
  void aDiffMarksWhatIsLargerThanTheNoise() {
    CommandRun result = run("diff", BASE, CHANGED, "--limit", "3");
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .containsPattern("MiB +\\+5\\.72 MiB +\\* .* alloc_truth_tc\\+0x13e8")
        .contains("  5 more functions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "csv", "tsv", "json", "md"})
  void diffsAreTablesInEveryFormatWithAndWithoutAnOutput(String format, @TempDir Path folder)
      throws IOException {
    CommandRun withoutOutput = run("diff", BASE, CHANGED, "-f", format);
    assertThat(withoutOutput.status()).isZero();
    assertThat(withoutOutput.err()).isEmpty();
    assertThat(withoutOutput.out()).contains("alloc_truth_tc+0x13e8");
    CommandRun toStandardOutput = run("diff", BASE, CHANGED, "-f", format, "-o", "-");
    assertThat(toStandardOutput.out()).isEqualTo(withoutOutput.out());
    Path out = folder.resolve("diff." + (format.equals("text") ? "txt" : format));
    CommandRun toFile = run("diff", BASE, CHANGED, "-o", out);
    assertThat(toFile.status()).isZero();
    assertThat(toFile.out() + toFile.err()).isEmpty();
    assertThat(Files.readString(out)).isEqualTo(withoutOutput.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"html", "folded", "pprof", "speedscope"})
  void diffsOfStacksAreTheSameWithAndWithoutAnOutput(String format, @TempDir Path folder)
      throws IOException {
    CommandRun withoutOutput = run("diff", BASE, CHANGED, "-f", format);
    assertThat(withoutOutput.status()).isZero();
    assertThat(run("diff", BASE, CHANGED, "-f", format, "-o", "-").out())
        .isEqualTo(withoutOutput.out());
    String extension =
        switch (format) {
          case "pprof" -> "pb.gz";
          case "speedscope" -> "speedscope.json";
          default -> format;
        };
    Path out = folder.resolve("diff." + extension);
    CommandRun toFile = run("diff", BASE, CHANGED, "-o", out);
    assertThat(toFile.status()).isZero();
    assertThat(toFile.err().lines()).as("what it lacks").hasSize(format.equals("html") ? 0 : 1);
    assertThat(toFile.err()).isEqualTo(withoutOutput.err());
    assertThat(out).isNotEmptyFile();
    if (!format.equals("pprof")) {
      assertThat(Files.readString(out)).isEqualTo(withoutOutput.out());
    }
  }

  @Test
  void foldedDiffsHaveBothSidesWithoutTheAllocator() {
    String folded = run("diff", BASE, CHANGED, "-f", "folded", "-q").out();
    assertThat(folded.lines())
        .allMatch(line -> line.matches("alloc_truth_tc;\\[heap malloc\\];.* \\d+ \\d+"))
        .anyMatch(line -> line.endsWith("alloc_truth_tc+0x13e8 0 6000000"));
  }

  @Test
  void aDifferenceReadAgainKeepsWhatTheFormatCanHold(@TempDir Path folder) throws IOException {
    Path difference = folder.resolve("difference.pb.gz");
    assertThat(run("diff", CHANGED, BASE, "-o", difference).status()).isZero();
    CommandRun table = run(difference, "-f", "csv", "--filter", "0x13e8");
    assertThat(table.err()).contains("the intervals of malloc are unknown").hasLineCount(1);
    assertThat(table.out()).contains(",-");
    Path folded = folder.resolve("difference.folded");
    CommandRun converted = run(difference, "-o", folded);
    assertThat(converted.status()).isZero();
    assertThat(converted.err())
        .contains("left out negative numbers", "space -", "are unknown")
        .hasLineCount(2);
    assertThat(Files.readString(folded)).doesNotContain(" -", "0x13e8");
    assertThat(run(difference, "-q", "-o", folded).err()).isEmpty();
    CommandRun batch = run("batch", difference, "-f", "folded", "-o", folder.resolve("all"));
    assertThat(batch.status()).isZero();
    assertThat(Files.readString(folder.resolve("all/manifest.jsonl")))
        .contains("negatives-left-out");
  }

  @ParameterizedTest
  @CsvSource({
    "function, alloc_truth_tc+0x13e8",
    "stack, alloc_truth_tc+0x13e8;",
    "library, /data/bench/alloc/truth/alloc_truth_tc",
    "file, (unknown file)",
    "process, alloc_truth_tc",
    "heap, 'alloc_truth_tc, malloc'",
    "dump, dump 1",
  })
  void diffsHaveEveryGroupingOfTop(String by, String name) {
    CommandRun result = run("diff", BASE, CHANGED, "--by", by, "-f", "tsv", "-n", "1");
    assertThat(result.status()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).split("\t"))
        .contains("space_base", "space_new", "space_diff", "space_diff_high", by);
    assertThat(lines.get(1)).contains("\t" + name);
  }

  @Test
  void diffsHaveNegativeNumbers() {
    CommandRun result =
        run("diff", CHANGED, BASE, "-f", "csv", "--filter", "0x13e8", "--sort", "space_base");
    assertThat(result.out().lines().skip(1))
        .singleElement()
        .asString()
        .contains(",6000000,0,-6000000,-6000000,-6000000,true,");
  }

  @Test
  void aTableOfDifferencesIsNoFolder(@TempDir Path folder) {
    CommandRun result = run("diff", BASE, CHANGED, "-f", "csv", "-o", folder + "/");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("a single file").hasLineCount(1);
  }

  @Test
  void diffNeedsTwoInputs() {
    CommandRun result = run("diff", DATA.resolve("gperftools/tc_off.heap"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("BASE and NEW");
  }

  @Test
  void speedscopeGetsGrowthAndShrinkAsTwoProfiles(@TempDir Path folder) throws IOException {
    Path out = folder.resolve("diff.speedscope.json");
    assertThat(run("diff", BASE, CHANGED, "-o", out).status()).isZero();
    String json = Files.readString(out);
    assertThat(json).contains("malloc growth").contains("malloc shrink");
    assertThat(json.replaceAll("(?s).*?\"weights\"\\s*:\\s*\\[([^\\]]*)\\]", "$1"))
        .doesNotContain("-");
    assertThat(run("diff", BASE, CHANGED, "-f", "speedscope").out()).isEqualTo(json);
  }

  @Test
  void aSumOfRunsIsABaseForADifference(@TempDir Path folder) {
    Path base = folder.resolve("base.pb.gz");
    Path run = TestData.recording("truth_i4096");
    run("--add", run, TestData.recording("truth_i512"), "-o", base).isOk();

    assertThat(run("diff", base, run).isOk().out())
        .as("the sum has no sampling interval")
        .contains("sampled every 4 KiB");
  }

  @Test
  void aTableInMarkdownWithoutRowsIsASentence() {
    String table = run("diff", BASE, BASE, "-q", "-f", "md", "--fail-on", "space>5%").isOk().out();
    assertThat(table).startsWith("**PASS**: ").endsWith("\n\nNo functions differ in space.\n");
    assertThat(table.lines()).hasSize(3);
  }
}

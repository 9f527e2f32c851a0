package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands merge and diff as a user meets them. */
class MergeAndDiffTest {

  private static final Path DATA = TestData.own("alloc");

  private static CommandRun run(Object... words) {
    return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  @Test
  void differentFormatsAndIntervalsMerge(@TempDir Path folder) {
    Path out = folder.resolve("all.pb.gz");
    CommandRun result =
        run(
            "merge",
            "--by-process",
            "-o",
            out,
            DATA.resolve("jemalloc/je530_lg12_t4_acc1.heap"),
            DATA.resolve("jemalloc/je530_lg15_t1_acc1.heap"),
            DATA.resolve("gperftools/tc_rate4096_t1.heap.gz"));
    assertThat(result.isOk().out() + result.err()).isEmpty();
    assertThat(out).isNotEmptyFile();
  }

  @Test
  void aLifetimeWithoutItsFinalProfileIsAnError(@TempDir Path folder) {
    Path out = folder.resolve("life.pb.gz");
    Path partial = DATA.resolve("fuchsia/genA/session-manager.cm_partial_1106");
    CommandRun refused = run("merge", "--lifetime", "-o", out, partial);
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err())
        .contains("the final profile of session-manager.cm is missing")
        .hasLineCount(1);
    assertThat(Files.exists(out)).isFalse();
    assertThat(run("merge", "--lifetime", "--allow-partial", "-o", out, partial).status()).isZero();
  }

  @Test
  void aDiffOfARunWithItselfHasNothingToShow() {
    Path heap = DATA.resolve("go/go123_rate524288.heap.debug1.txt");
    CommandRun result = run("diff", heap, heap);
    assertThat(result.status()).isZero();
    assertThat(result.out()).hasLineCount(4).contains("total");
  }

  @Test
  void aDiffMarksWhatIsLargerThanTheNoise() {
    CommandRun result =
        run(
            "diff",
            DATA.resolve("gperftools/tc_heapprofile.0001.heap"),
            DATA.resolve("gperftools/tc_heapprofile.0004.heap"),
            "--rows",
            "3");
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("* alloc_truth_tc+0x").contains("--rows 0 shows all");
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
    Path base = DATA.resolve("gperftools/tc_heapprofile.0001.heap");
    Path changed = DATA.resolve("gperftools/tc_heapprofile.0004.heap");
    assertThat(run("diff", base, changed, "-o", out).status()).isZero();
    String json = Files.readString(out);
    assertThat(json).contains("malloc growth").contains("malloc shrink");
    assertThat(json.replaceAll("(?s).*?\"weights\"\\s*:\\s*\\[([^\\]]*)\\]", "$1"))
        .doesNotContain("-");
    assertThat(run("diff", base, changed, "-o", folder.resolve("diff.folded")).status())
        .isEqualTo(2);
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What several inputs add up to. */
class SumTest {

  private static final Path DATA = TestData.own("alloc");

  private static CommandRun run(Object... words) {
    return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  @Test
  void differentFormatsAndIntervalsAddUp(@TempDir Path folder) {
    Path out = folder.resolve("all.pb.gz");
    CommandRun result =
        run(
            "--add",
            "-o",
            out,
            DATA.resolve("jemalloc/je530_lg12_t4_acc1.heap"),
            DATA.resolve("jemalloc/je530_lg15_t1_acc1.heap"),
            DATA.resolve("gperftools/tc_rate4096_t1.heap.gz"));
    assertThat(result.isOk().out()).isEmpty();
    assertThat(result.err()).contains("first 16 MiB");
    assertThat(out).isNotEmptyFile();
  }

  @Test
  void aLifetimeWithoutItsFinalProfileIsIncomplete(@TempDir Path folder) {
    Path out = folder.resolve("life.pb.gz");
    Path partial = DATA.resolve("fuchsia/genA/session-manager.cm_partial_1106");
    CommandRun refused = run("--lifetime", "--strict", "-o", out, partial);
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err())
        .contains("the final profile of session-manager.cm is missing", "run without --strict")
        .hasLineCount(1);
    assertThat(Files.exists(out)).isFalse();
    CommandRun known = run("--lifetime", "-o", out, partial).isOk();
    assertThat(known.err()).contains("is missing: partial profile 1106 replaces it");
    assertThat(run("--lifetime", partial).isOk().out()).contains("INCOMPLETE");
  }

  private static final Path BASE = DATA.resolve("gperftools/tc_heapprofile.0001.heap");
  private static final Path CHANGED = DATA.resolve("gperftools/tc_heapprofile.0004.heap");

  @Test
  void withoutAnOutputTheSumIsShown() {
    CommandRun shown = run("--add", BASE, CHANGED).isOk();
    assertThat(shown.out()).contains("Live  ").contains("Next: ");
    assertThat(run("--add", BASE, CHANGED, "-f", "text", "-o", "-").out()).isEqualTo(shown.out());
  }

  /** Without it they stay apart in a profile, and a table shows all of them. */
  @Test
  void processesOfOneNameAreOneInASum(@TempDir Path folder) {
    Path one = TestData.recording("truth_i4096");
    Path other = TestData.recording("truth_i512");
    String apart = run(one, other, "--by", "process", "-f", "csv").isOk().out();
    String sum = run("--add", one, other, "--by", "process", "-f", "csv").isOk().out();
    assertThat(apart.lines()).hasSize(3);
    assertThat(sum.lines()).hasSize(2);
    assertThat(sum).contains(",truth,");
    assertThat(run(one, other, "--json").out()).contains("\"heaps\":");
    assertThat(space(run("--add", one, other, "--json").isOk()))
        .isEqualTo(space(run(one, other, "--json").isOk()))
        .isGreaterThan(space(run(one, "--json").isOk()));
  }

  @Test
  void manyInputsAreNamedByTheFirst() {
    Path one = TestData.recording("truth_i4096");
    Path other = TestData.recording("truth_i512");
    Path third = TestData.recording("customheap_all");
    assertThat(run(one, other).isOk().out()).contains(one + ",", other.toString());
    assertThat(run(one, other, third).isOk().out())
        .startsWith(one + " and 2 more inputs: ")
        .doesNotContain(third.toString());
  }

  private static long space(CommandRun table) {
    return JsonMapper.shared().readTree(table.out()).at("/totals/space/value").asLong();
  }

  @Test
  void whatIsNoSumIsRefused() {
    String ten = TestData.recording("phases_i512").toString();
    run("--add", "--series", BASE, CHANGED).isUsageError("omit --series");
    run("--add", "--by", "dump", BASE, CHANGED).isUsageError("omit --by dump");
    run("--add", "--lifetime", BASE, CHANGED).isUsageError("omit --lifetime");
    run("--add", "--dump", "all", ten, ten).isUsageError("several dumps of one heap");
  }
}

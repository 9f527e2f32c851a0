package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {

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
    assertThat(result.isOk().out()).isEmpty();
    assertThat(result.err()).contains("first 16 MiB").hasLineCount(1);
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

  private static final Path BASE = DATA.resolve("gperftools/tc_heapprofile.0001.heap");
  private static final Path CHANGED = DATA.resolve("gperftools/tc_heapprofile.0004.heap");

  @Test
  void withoutAnOutputTheSumIsShown() {
    CommandRun shown = run("merge", "--add", BASE, CHANGED).isOk();
    assertThat(shown.out()).contains("Live  ").contains("Next: ");
    assertThat(run("merge", "--add", BASE, CHANGED, "-f", "text", "-o", "-").out())
        .isEqualTo(shown.out());
  }
}

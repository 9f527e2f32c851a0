package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of every allocation, of which some records are lost. */
class LossyLogTest {

  private static final int ALLOCATIONS = 1000;
  private static final int LIVE = 50;

  @TempDir private Path folder;
  private Path whole;
  private Path withoutFrees;
  private Path withoutAllocations;

  @BeforeEach
  void write() throws IOException {
    whole = log("whole", 0, 0);
    withoutFrees = log("without_frees", 0.3, 0);
    withoutAllocations = log("without_allocations", 0, 0.1);
  }

  /** Addresses are used again, as those of a program. */
  private Path log(String name, double lostFrees, double lostAllocations) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder log = new StringBuilder();
    log.append("{\"heapconv\":1,\"scheme\":\"exact\",\"process\":\"server\"}\n");
    for (int i = 0; i < ALLOCATIONS; i++) {
      int address = 16 * (1 + i % LIVE);
      if (i >= LIVE && random.nextDouble() >= lostFrees) {
        log.append("{\"free\":").append(address).append("}\n");
      }
      if (random.nextDouble() >= lostAllocations) {
        log.append("{\"alloc\":")
            .append(address)
            .append(",\"size\":64,\"frames\":[\"f\",\"main\"]}\n");
      }
    }
    for (int address = 1; address <= LIVE / 2; address++) {
      if (random.nextDouble() >= lostFrees) {
        log.append("{\"free\":").append(16 * address).append("}\n");
      }
    }
    return Files.writeString(folder.resolve(name + ".jsonl"), log);
  }

  private static CommandRun run(Object... words) {
    return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  @Test
  void aWholeLogIsExact() {
    CommandRun run = run(whole);
    assertThat(run.out()).contains("every allocation recorded: exact").doesNotContain("INCOMPLETE");
    assertThat(run("--strict", whole).status()).isZero();
  }

  @Test
  void lostFreesAreToldAsLiveNumbersThatAreTooHigh() {
    CommandRun run = run(withoutFrees);
    assertThat(run.out())
        .contains("as recorded, but incomplete", "INCOMPLETE: live numbers are too high, see the")
        .doesNotContain("exact");
  }

  @Test
  void lostAllocationsAreToldAsNumbersThatAreTooLow() {
    CommandRun run = run(withoutAllocations);
    assertThat(run.err()).contains("of memory that was free already, the first at line ");
    assertThat(run.out()).contains("INCOMPLETE: live and allocated numbers are too low, see the");
  }

  @Test
  void programsGetTheEffectAndTheValues() {
    assertThat(run("-f", "json", withoutFrees).out())
        .containsPattern(
            "\"effect\":\"live-too-high\",\"values\":\\{\"count\":\\d+,\"line\":\\d+}}");
    assertThat(run("diff", "-f", "json", whole, withoutFrees, "--fail-on", "space>500%").out())
        .contains("\"values\":{\"side\":\"NEW\",\"ids\":\"missed-frees\"}")
        .contains("\"effect\":\"live-too-high\",\"about\":\"new\",\"values\":");
  }

  @Test
  void strictlyTheyAreErrors() {
    assertThat(run("--strict", withoutFrees).status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run("--strict", withoutAllocations).status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run("--strict", withoutFrees).err()).contains("still live", "run without --strict");
  }

  @Test
  void noGateIsGreen() {
    for (Path lossy : new Path[] {withoutFrees, withoutAllocations}) {
      for (String limit : new String[] {"space>5%", "space>500%"}) {
        assertThat(run("diff", whole, lossy, "--fail-on", limit).status())
            .as(lossy + " " + limit)
            .isEqualTo(ExitStatus.INCONCLUSIVE);
      }
    }
    assertThat(run("diff", whole, whole, "--fail-on", "space>5%").status()).isZero();
    assertThat(run("diff", whole, withoutFrees, "--fail-on", "alloc_space>5%").status()).isZero();
  }

  @Test
  void aConvertedLogIsNoBetterThanTheLog() {
    Path converted = folder.resolve("converted.pb.gz");
    Path again = folder.resolve("again.pb.gz");
    assertThat(run("-q", withoutFrees, "-o", converted).status()).isZero();
    assertThat(run("-q", converted, "-o", again).status()).isZero();
    for (Path stored : new Path[] {converted, again}) {
      assertThat(run(stored).out()).contains("INCOMPLETE: live numbers are too high");
      // The file has no intervals, so that the gate does not open for want of evidence.
      CommandRun gate = run("diff", whole, stored, "--fail-on", "space>500%");
      assertThat(gate.status()).isEqualTo(ExitStatus.INPUT);
      assertThat(gate.err()).contains("no intervals, so heapconv cannot tell growth from noise");
      assertThat(run("--strict", stored).status()).isEqualTo(ExitStatus.INPUT);
    }
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Perfetto traces as outputs. */
final class TraceOutputTest extends CommandLineFixture {

  @Test
  void estimatesAsATraceShowTheSameNumbersAgain() {
    String trace = recording("truth_i4096");
    String estimates = inFolder("right.pftrace");
    run(trace, "-f", "perfetto-estimates", "-o", estimates, "-q").isOk();
    assertThat(run("info", estimates).isOk().out())
        .contains("scheme scaled, sampling interval unknown")
        .contains("note: the numbers are estimates that heapconv wrote");
    String bytes = "--by=function --sort=space -f csv --view space --limit 0";
    List<String> of = List.of(bytes.split(" "));
    assertThat(spaces(estimates, of)).isEqualTo(spaces(trace, of));
  }

  /** Bytes, which are integers; columns of intervals differ. */
  private List<String> spaces(String input, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("top", input, "-q"));
    arguments.addAll(options);
    String[] lines = run(arguments.toArray(String[]::new)).isOk().out().split("\r?\n");
    List<String> header = List.of(lines[0].split(","));
    int space = header.indexOf("space");
    assertThat(space).isNotNegative();
    return Arrays.stream(lines).map(line -> line.split(",")[space]).toList();
  }

  @Test
  void aTraceWithoutNewNamesIsCopied() {
    String named = inFolder("named.pftrace");
    run(recording("truth_i4096"), "-o", named).isOk();
    assertThat(TestData.bytes(folder.resolve("named.pftrace")))
        .isEqualTo(TestData.recordingBytes("truth_i4096"));
    run(named, "-o", named).isOneLine(ExitStatus.OUTPUT, "is also an input");
  }

  @Test
  void onlyOneTraceIsCopiedAndOnlyAsAWhole() {
    String trace = recording("truth_i4096");
    String named = inFolder("named.perfetto-trace");
    String jemalloc = TestData.own("alloc/jemalloc/je530_lg0_t1_acc1.heap").toString();
    run(trace, trace, "-o", named).isUsageError("one trace at a time");
    run(trace, "-o", named, "--dump", "all").isUsageError("--dump has no effect");
    run(trace, "-o", named, "--unskew=none").isUsageError("--unskew has no effect");
    run(trace + "#last", "-o", named).isUsageError("#last has no effect");
    run(trace, "-f", "perfetto", "-o", folder + "/").isUsageError("is one file");
    run(jemalloc, "-o", named)
        .isOneLine(ExitStatus.INPUT, "not a Perfetto trace", "-f perfetto-estimates");
    run("merge", trace, "-o", named).isUsageError("-f perfetto-estimates");
    run("batch", trace, "-f", "perfetto", "-o", inFolder("out"))
        .isUsageError("-f perfetto-estimates");
    assertThat(folder.resolve("named.perfetto-trace")).doesNotExist();
  }
}

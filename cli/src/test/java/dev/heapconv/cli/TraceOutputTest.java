package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import org.junit.jupiter.api.Test;

/** Perfetto traces as outputs. */
final class TraceOutputTest extends CommandLineFixture {

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
    run(jemalloc, "-o", named).isOneLine(ExitStatus.INPUT, "not a Perfetto trace", "-o out.pb.gz");
    run("merge", trace, "-o", named).isUsageError("open a pprof file");
    run("batch", trace, "-f", "perfetto", "-o", inFolder("out")).isUsageError("open a pprof file");
    assertThat(folder.resolve("named.perfetto-trace")).doesNotExist();
  }
}

package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.bytes;
import static dev.heapconv.testing.TestData.recordingBytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Profiles, and traces with names added. */
class HeapConvCommandTest extends CommandLineFixture {

  private static Profile profile(byte[] pprof) {
    return Pprof.decode(pprof).profile;
  }

  @Test
  void aTraceBecomesAProfile() throws IOException {
    CommandRun result = run(recording("truth_i4096"), "-o", inFolder("out.pb.gz")).isOk();
    assertThat(result.out()).isEmpty();
    assertThat(profile(bytes(folder.resolve("out.pb.gz"))).getSampleCount()).isGreaterThan(30);
    assertThat(namesInFolder()).containsExactly("out.pb.gz");
  }

  @Test
  void theNameOfTheOutputGivesTheFormat() throws IOException {
    run(recording("truth_i1"), "-o", inFolder("out.pb")).isOk();
    run(recording("truth_i1"), "-o", inFolder("OUT.PB.GZ")).isOk();
    run(recording("truth_i1"), "-f", "pprof-plain", "-o", inFolder("whatever")).isOk();
    byte[] plain = bytes(folder.resolve("out.pb"));
    assertThat(bytes(folder.resolve("whatever"))).isEqualTo(plain);
    assertThat(profile(bytes(folder.resolve("OUT.PB.GZ")))).isEqualTo(profile(plain));
  }

  @Test
  void standardInputAndOutputAreFilesLikeOthers() throws IOException {
    run(recording("truth_i1"), "-o", inFolder("out.pb.gz")).isOk();
    stdin(recordingBytes("truth_i1"));
    byte[] piped = run("-", "-f", "pprof", "-o", "-").isOk().bytes();
    assertThat(profile(piped).getSampleList())
        .isEqualTo(profile(bytes(folder.resolve("out.pb.gz"))).getSampleList());
  }

  @Test
  void severalInputsAreOneProfile() throws IOException {
    run(recording("truth_i1"), "-o", inFolder("one.pb")).isOk();
    run(
            recording("truth_i1"),
            recording("names"),
            recording("truth_i1"),
            "--add",
            "-o",
            inFolder("sum.pb"))
        .isOk();
    assertThat(total(bytes(folder.resolve("sum.pb"))))
        .isGreaterThan(2 * total(bytes(folder.resolve("one.pb"))) - 1);
  }

  private static long total(byte[] pprof) {
    return profile(pprof).getSampleList().stream().mapToLong(sample -> sample.getValue(1)).sum();
  }

  @Test
  void stacksEndInTheProgramExceptInPprof() throws IOException {
    String trace = recording("python_i4096");
    for (String[] args :
        new String[][] {
          {"", "-f", "folded"}, {"", "-f", "speedscope"}, {"--add", "-f", "folded"},
        }) {
      List<String> words = new ArrayList<>(List.of(args));
      words.removeIf(String::isEmpty);
      words.addAll(List.of(trace, "-o", "-"));
      assertThat(run(words.toArray(String[]::new)).isOk().out()).doesNotContain("realloc");
    }
    run(trace, "-o", inFolder("all.pb")).isOk();
    assertThat(profile(bytes(folder.resolve("all.pb"))).getStringTableList()).contains("realloc");
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
    run(trace, "-o", named, "--raw").isUsageError("--raw has no effect");
    run(trace + "#last", "-o", named).isUsageError("#last has no effect");
    run(trace, "-f", "perfetto", "-o", folder + "/").isUsageError("is one file");
    run(jemalloc, "-o", named).isOneLine(ExitStatus.INPUT, "not a Perfetto trace", "-o out.pb.gz");
    run("--add", trace, "-o", named).isUsageError("--add has no effect on a trace");
    run("batch", trace, "-f", "perfetto", "-o", inFolder("out")).isUsageError("open a pprof file");
    assertThat(folder.resolve("named.perfetto-trace")).doesNotExist();
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command says the same of a trace and of the pprof file made of it. */
class PprofInsteadOfTraceTest extends CommandLineFixture {

  private String converted(String name) {
    run(recording(name), "-o", inFolder(name + ".pb.gz")).isOk();
    return inFolder(name + ".pb.gz");
  }

  private String table(String command, String... inputs) {
    String[] args = new String[inputs.length + 5];
    args[0] = command;
    System.arraycopy(inputs, 0, args, 1, inputs.length);
    System.arraycopy(new String[] {"--limit", "0", "-f", "csv"}, 0, args, inputs.length + 1, 4);
    return run(args).isOk().out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"function", "stack", "process", "library", "heap"})
  void topMergeAndDiff(String by) {
    String a = recording("phases_i512");
    String b = recording("truth_i4096");
    String fileOfA = converted("phases_i512");
    String fileOfB = converted("truth_i4096");
    assertThat(table("top", fileOfA, "--by", by)).isEqualTo(table("top", a, "--by", by));
    // A recording with several dumps tells more than a file keeps: there, intervals are scaled.
    assertThat(table("top", fileOfB, "--by", by, "--confidence", "0.8"))
        .isEqualTo(table("top", b, "--by", by, "--confidence", "0.8"));
    assertThat(table("diff", a, fileOfB, "--by", by)).isEqualTo(table("diff", a, b, "--by", by));
    run("merge", "--by-process", a, b, "-o", inFolder("ab.pb.gz")).isOk();
    run("merge", "--by-process", fileOfA, fileOfB, "-o", inFolder("files.pb.gz")).isOk();
    assertThat(table("top", inFolder("files.pb.gz"), "--by", by))
        .isEqualTo(table("top", inFolder("ab.pb.gz"), "--by", by));
  }

  private String sum(String folderOfInputs) throws IOException {
    String sum = inFolder(folderOfInputs + ".pb.gz");
    run(
            "batch",
            inFolder(folderOfInputs),
            "-o",
            inFolder(folderOfInputs + "-out"),
            "--merge-into",
            sum)
        .isOk();
    return table("top", sum, "--cum");
  }

  @Test
  void batch() throws IOException {
    Path traces = Files.createDirectory(folder.resolve("traces"));
    Path files = Files.createDirectory(folder.resolve("files"));
    for (String name : List.of("truth_i4096", "truth_i512", "phases_i512")) {
      Files.copy(TestData.recording(name), traces.resolve(name + ".pftrace"));
      Files.move(Path.of(converted(name)), files.resolve(name + ".pb.gz"));
    }
    assertThat(sum("files")).isNotEmpty().isEqualTo(sum("traces"));
  }
}

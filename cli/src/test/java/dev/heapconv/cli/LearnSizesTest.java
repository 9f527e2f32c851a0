package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Sizes that a batch learns, and commands that know them. */
class LearnSizesTest extends CommandLineFixture {

  private static final String FIELD = recording("truth_i32768");

  private Path learn(String name, String... more) {
    Path file = folder.resolve(name);
    List<String> words = new ArrayList<>(List.of("batch", FIELD, recording("truth_i4096")));
    words.addAll(List.of("-o", inFolder(name + "-out"), "--learn-sizes", file.toString()));
    words.addAll(Arrays.asList(more));
    run(words.toArray(String[]::new)).isOk();
    return file;
  }

  @Test
  void theSameTracesTeachTheSame() throws IOException {
    Path first = learn("first");
    assertThat(first).content().startsWith("heapconv sizes 1\nT\t4096\t").contains("\nT\t32768\t");
    assertThat(learn("threads", "-j", "2")).hasSameBinaryContentAs(first);
    assertThat(learn("recorded", "--unskew", "none")).hasSameBinaryContentAs(first);
    Path sum = folder.resolve("sum.pb");
    assertThat(learn("totals", "--merge-into", sum.toString())).hasSameBinaryContentAs(first);
    assertThat(sum).isNotEmptyFile();
    Path compressed = learn("sizes.gz");
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(first));
    }
  }

  @Test
  void whatIsDoneAlreadyTeachesToo() throws IOException {
    Path whole = learn("whole");
    run("batch", FIELD, "-o", inFolder("later")).isOk();
    Path resumed = folder.resolve("resumed");
    for (int i = 0; i < 2; i++) {
      run(
              "batch",
              FIELD,
              recording("truth_i4096"),
              "-o",
              inFolder("later"),
              "--resume",
              "--learn-sizes",
              resumed.toString())
          .isOk();
      assertThat(resumed).hasSameBinaryContentAs(whole);
    }
  }

  @Test
  void commandsThatEstimateTakeThem() {
    String sizes = learn("sizes.gz").toString();
    String usual = run("top", FIELD, "-f", "csv", "--view", "alloc_objects").isOk().out();
    CommandRun learnt =
        run("top", FIELD, "-f", "csv", "--view", "alloc_objects", "--sizes-from", sizes).isOk();
    assertThat(learnt.err()).doesNotContain("warning");
    CommandRun both =
        run(
                "top",
                FIELD,
                "-f",
                "csv",
                "--view",
                "alloc_objects",
                "--sizes-from",
                sizes,
                "--sizes-from",
                recording("truth_i512"))
            .isOk();
    assertThat(List.of(usual, learnt.out(), both.out())).doesNotHaveDuplicates();
    assertThat(run("info", FIELD, "--sizes-from", sizes).isOk().out())
        .contains("% from the same stacks");
  }

  @Test
  void whatIsNoHeapprofdRecordingTeachesNothing() {
    String sizes = inFolder("sizes");
    CommandRun result =
        run(
                "batch",
                TestData.own("alloc/gperftools/tc_off.heap").toString(),
                "-o",
                inFolder("batch"),
                "--learn-sizes",
                sizes)
            .isOk();
    assertThat(result.err()).contains("warning: no sizes were learnt", sizes);
    assertThat(Path.of(sizes)).hasContent("heapconv sizes 1\nE\t0\t3c86f5b8\n");
    assertThat(run("top", FIELD, "--sizes-from", sizes).isOk().err())
        .contains("warning: sizes of allocations cannot be learnt");
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Path sizes = learn("sizes");
    String text = Files.readString(sizes);
    Files.writeString(sizes, text.substring(0, text.length() / 2));
    run("top", FIELD, "--sizes-from", sizes.toString())
        .isOneLine(ExitStatus.INPUT, "--sizes-from ", "sizes: ", "damaged or incomplete: line ");
    Files.writeString(sizes, "heapconv sizes 9\n");
    run("top", FIELD, "--sizes-from", sizes.toString())
        .isOneLine(ExitStatus.INPUT, "--sizes-from ", "sizes: ", "version 9");
  }

  @Test
  void thePlaceIsCheckedFirst() {
    run("batch", FIELD, "-o", inFolder("batch"), "--learn-sizes", inFolder("none/sizes"))
        .isOneLine(ExitStatus.OUTPUT, "sizes: cannot be written: there is no folder");
    run("batch", FIELD, "-o", inFolder("batch"), "--learn-sizes", FIELD)
        .isOneLine(ExitStatus.OUTPUT, "is also an input");
    assertThat(namesInFolder()).isEmpty();
  }
}

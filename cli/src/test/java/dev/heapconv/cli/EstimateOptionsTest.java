package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reference recordings on the command line. */
class EstimateOptionsTest extends CommandLineFixture {

  private static final String FIELD = recording("truth_i32768");
  private static final String REFERENCE = recording("truth_i512");

  private CommandRun with(List<String> command, String... more) {
    List<String> words = new ArrayList<>(command);
    words.addAll(Arrays.asList(more));
    return run(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FIELD -f csv -o OUT",
        "FIELD -f csv --view alloc_objects -o OUT",
        "diff FIELD OTHER -f csv -o OUT",
        "--add FIELD FIELD -f csv -o OUT"
      })
  void everyCommandThatEstimatesTakesThem(String line) throws IOException {
    Path out = folder.resolve("out.csv");
    List<String> command = new ArrayList<>();
    for (String word : line.split(" ")) {
      command.add(
          word.replace("FIELD", FIELD)
              .replace("OTHER", recording("truth_i4096"))
              .replace("OUT", out.toString()));
    }
    with(command).isOk();
    byte[] usual = Files.readAllBytes(out);
    with(command, "--sizes-from", REFERENCE).isOk();
    byte[] known = Files.readAllBytes(out);
    with(command, "--sizes-from", REFERENCE, "--sizes-from", recording("truth_i4096")).isOk();
    byte[] knownTwice = Files.readAllBytes(out);
    assertThat(Stream.of(usual, known, knownTwice).map(Arrays::hashCode)).doesNotHaveDuplicates();
  }

  @Test
  void notesSayHowMuchWasKnown() {
    CommandRun result = run(FIELD, "-f", "json", "--sizes-from", REFERENCE).isOk();
    assertThat(result.out()).contains("% from the same stacks");
    assertThat(run("info", FIELD, "--sizes-from", REFERENCE).isOk().out())
        .contains("note: allocation sizes by share of the bytes", "% from the same stacks");
    assertThat(run("info", FIELD).isOk().out()).contains("% inferred from the recording");
  }

  @Test
  void aReferenceRecordingThatCannotBeReadIsNamed() {
    run(FIELD, "-o", inFolder("out.pb.gz"), "--sizes-from", inFolder("nothing.pftrace"))
        .isOneLine(ExitStatus.INPUT, "--sizes-from ", "nothing.pftrace: no such file");
    run("batch", FIELD, "-o", inFolder("batch"), "--sizes-from", file("notes.txt", "Dear diary\n"))
        .isOneLine(ExitStatus.INPUT, "--sizes-from ", "notes.txt: ", "looks like text");
    assertThat(namesInFolder()).containsExactly("notes.txt");
  }

  @Test
  void itIsNotOverwritten() throws IOException {
    Path reference = folder.resolve("reference.pftrace");
    Files.write(reference, TestData.recordingBytes("truth_i512"));
    run(FIELD, "--sizes-from", reference.toString(), "-f", "pprof", "-o", reference.toString())
        .isOneLine(ExitStatus.OUTPUT, "reference.pftrace: is also an input");
    assertThat(reference).hasBinaryContent(TestData.recordingBytes("truth_i512"));
  }

  @Test
  void itComesFromAFile() {
    stdin(TestData.recordingBytes("truth_i512"));
    run(FIELD, "-o", inFolder("out.pb.gz"), "--sizes-from", "-")
        .isOneLine(ExitStatus.USAGE, "--sizes-from cannot read standard input");
  }

  @Test
  void recordedNumbersNeedNoSizes() {
    run(FIELD, "-o", inFolder("out.pb.gz"), "--raw", "--sizes-from", REFERENCE)
        .isOneLine(ExitStatus.USAGE, "--sizes-from has no effect with --raw");
  }

  @Test
  void aRecordingWithoutUsableCountsIsAWarning() {
    String unknown = TestData.own("alloc/gperftools/tc_off.heap").toString();
    CommandRun result = run(FIELD, "-o", inFolder("out.pb.gz"), "--sizes-from", unknown).isOk();
    assertThat(result.err())
        .contains(
            unknown + ": warning: heapconv cannot learn sizes of allocations from this recording");
  }

  @Test
  void optionsForInputsDoNotSelectInReferenceRecordings() {
    CommandRun all = run(FIELD, "-f", "csv", "--sizes-from", REFERENCE).isOk();
    CommandRun one = run(FIELD, "-f", "csv", "--sizes-from", REFERENCE, "--process", "6517").isOk();
    assertThat(one.out()).isEqualTo(all.out());
  }
}

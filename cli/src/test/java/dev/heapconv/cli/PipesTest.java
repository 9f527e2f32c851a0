package dev.heapconv.cli;

import static dev.heapconv.cli.CommandLineFixture.namesIn;
import static dev.heapconv.cli.CommandLineFixture.recording;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real pipes, which have neither a size nor a place. */
@DisabledOnOs(OS.WINDOWS)
class PipesTest extends ShellFixture {

  @Test
  void aListOfNamesComesThroughAPipe() throws Exception {
    ProcessRun run =
        run(
            "sh",
            "-c",
            "find \"$0\" \"$1\" -print0 | heapconv batch - -q -o profiles",
            recording("names"),
            recording("truth_i4096"));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(namesIn(folder.resolve("profiles"))).contains("manifest.jsonl");
    assertThat(Files.readString(folder.resolve("profiles/manifest.jsonl")))
        .contains("names.pftrace", "truth_i4096.pftrace");
  }

  @Test
  void allOfStandardInputCanBeReadAndSkipped() throws Exception {
    String java =
        "'%s/bin/java' -cp '%s' '%s'"
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                AllOfStandardInput.class.getName());
    ProcessRun run = run("sh", "-c", "echo 123456789 | " + java);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("456789\n");
  }

  static final class AllOfStandardInput {
    public static void main(String[] args) throws IOException {
      InputStream in = Terminal.system().in();
      in.skip(3);
      System.out.write(in.readAllBytes());
    }
  }

  @Test
  void aListThatCannotBeReadIsAnErrorOfTheInput() throws Exception {
    ProcessRun run = run("sh", "-c", "heapconv batch - -o profiles <.");
    assertThat(run.err()).startsWith("heapconv: -: cannot be read: ");
    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
  }

  @ParameterizedTest
  @CsvSource({
    "heapprofd/names.pftrace, heapconv /dev/stdin",
    "alloc/jfr/give_ap_alloc256k.jfr, heapconv -",
    "fuzz/containers/stored.zip, heapconv info /dev/stdin",
    "heapprofd/names.pftrace, heapconv \"$1\" --sizes-from /dev/stdin",
  })
  void aRecordingComesThroughAPipe(String input, String command) throws Exception {
    ProcessRun run =
        run(
            "sh",
            "-c",
            "cat \"$0\" | " + command,
            TestData.own(input).toString(),
            recording("names"));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void aMapOfNamesComesThroughAPipe() throws Exception {
    ProcessRun run =
        run(
            "sh",
            "-c",
            "echo 'a.B -> c:' | heapconv \"$0\" --proguard-map /dev/stdin",
            recording("names"));
    assertThat(run.err()).contains("maps named 0 of 4 functions").doesNotContain("not a map");
    assertThat(run.status()).isZero();
  }
}

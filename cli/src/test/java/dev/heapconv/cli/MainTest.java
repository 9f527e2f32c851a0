package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which command a command line means. */
class MainTest extends CommandLineFixture {

  private static final String TRACE = recording("truth_i4096");

  @Test
  void theNameOfACommandComesFirst() {
    run(TRACE, "info", "-f", "pprof", "-o", inFolder("out"))
        .isUsageError("info: no such file", "put the name of the command first");
    run("--by", "library", "diff", TRACE).isUsageError("'heapconv diff INPUT'");
  }

  @Test
  void theValueOfAnOptionIsNotACommand() {
    run("--process=info", TRACE).isOneLine(ExitStatus.INPUT, "no such process or heap");
  }

  @Test
  void wordsAfterTwoHyphensAreInputs() {
    run("--", "info").isOneLine(ExitStatus.INPUT, "info: no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-http=:8080", "-help", "-hq", "-version", "-Vq", "-output=x.pb.gz"})
  void severalLettersAreNotSeveralOptions(String word) {
    run(word, TRACE).isUsageError("Unknown option: '" + word + "'");
    run(word, TRACE).isUsageError("Unknown option: '" + word + "'");
  }

  @Test
  void anOptionWithTooFewHyphensIsSuggested() {
    run("-version").isUsageError("Did you mean: --version?");
    run("info", "-strict", TRACE).isUsageError("Did you mean: --strict?");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderThatIsGoneIsSaid() throws Exception {
    ProcessRun run =
        ProcessRun.in(
            folder,
            Map.of(),
            "sh",
            "-c",
            "mkdir gone && cd gone && rmdir ../gone && exec sh \"$0\" --version",
            TestData.root().resolve("cli/src/main/launcher/heapconv.sh").toString());
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("heapconv: the current folder was deleted");
  }

  @Test
  void aNameThatBeginsWithAnAtSignIsAName() {
    // A file of arguments, if it were one, would ask for the version.
    String name = "@" + file("arguments", "--version");
    run(name).isOneLine(ExitStatus.INPUT, name + ": no such file");
  }

  @Test
  void anErrorOfALibraryIsOneLine() {
    InputStream in =
        new InputStream() {
          @Override
          public int read() {
            throw new InternalError("of a library");
          }
        };
    CommandRun run = CommandRun.of(in, false, "-q", "-");
    assertThat(run.err().lines()).singleElement().asString().contains("of a library");
    assertThat(run.status()).isEqualTo(ExitStatus.INTERNAL_ERROR);
  }
}

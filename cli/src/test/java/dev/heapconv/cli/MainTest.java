package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Which command a command line means. */
class MainTest extends CommandLineFixture {

  private static final String TRACE = recording("truth_i4096");

  @Test
  void theNameOfACommandComesFirst() {
    run(TRACE, "top")
        .isOneLine(ExitStatus.INPUT, "top: no such file", "put the name of the command first");
    run("--unskew", "none", "diff", TRACE).isOneLine(ExitStatus.INPUT, "'heapconv diff INPUT'");
    run("--by", "library", "top", TRACE).isUsageError("Commands with --by: top, diff");
  }

  @Test
  void theValueOfAnOptionIsNotACommand() {
    run("--process=top", TRACE).isOneLine(ExitStatus.INPUT, "no such process or heap");
  }

  @Test
  void wordsAfterTwoHyphensAreInputs() {
    run("--", "top").isOneLine(ExitStatus.INPUT, "top: no such file");
  }

  @Test
  void aNameInsideAFileOfArgumentsMustComeFirst() throws Exception {
    String arguments = file("arguments", "--unskew none top");
    run("@" + arguments, TRACE).isUsageError("put options and inputs after 'top'");
    Files.writeString(Path.of(arguments), "top --unskew none");
    assertThat(run("@" + arguments, TRACE).isOk().out())
        .isEqualTo(run("top", TRACE, "--unskew", "none").out());
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
    CommandRun run = CommandRun.of(in, false, "top", "-");
    assertThat(run.err().lines()).singleElement().asString().contains("of a library");
    assertThat(run.status()).isEqualTo(ExitStatus.INTERNAL_ERROR);
  }
}

package dev.heapconv.cli;

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
  void aNameThatBeginsWithAnAtSignIsAName() throws Exception {
    String arguments = file("@arguments", "--version");
    run("top", arguments.substring(arguments.lastIndexOf('/') + 1))
        .isOneLine(ExitStatus.INPUT, "@arguments: no such file");
    run("info", arguments).isOneLine(ExitStatus.INPUT, arguments);
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What precedes the name of a subcommand has the effect that it has behind the name. */
class CommandOrderTest extends CommandLineFixture {

  private static final String TRACE = recording("truth_i4096");

  private void isSame(List<String> before, String command, List<String> after) {
    List<String> first = new ArrayList<>(before);
    first.add(command);
    first.addAll(after);
    List<String> last = new ArrayList<>(List.of(command));
    last.addAll(before);
    last.addAll(after);
    CommandRun expected = run(last.toArray(new String[0]));
    CommandRun actual = run(first.toArray(new String[0]));
    assertThat(actual.out()).isEqualTo(expected.out());
    assertThat(actual.err()).isEqualTo(expected.err());
    assertThat(actual.status()).isEqualTo(expected.status());
  }

  @Test
  void optionsBeforeTheNameApply() {
    List<String> csv = List.of("-f", "csv", TRACE);
    assertThat(run("--unskew", "none", "top", "-f", "csv", TRACE).isOk().out())
        .isNotEqualTo(run("top", "-f", "csv", TRACE).out());
    isSame(List.of("--unskew", "none"), "top", csv);
    isSame(List.of("--by", "library", "--limit=2"), "top", csv);
    isSame(List.of("--process", "nosuch"), "top", csv);
    isSame(List.of("--json"), "info", List.of(TRACE));
    isSame(List.of("--interval", "4K", "32K"), "accuracy", List.of());
    isSame(List.of(TRACE), "top", List.of("--by", "process"));
  }

  @Test
  void helpBeforeTheNameIsThatOfTheSubcommand() {
    assertThat(run("--help", "top").isOk().out()).isEqualTo(run("top", "--help").out());
  }

  @Test
  void anOutputBeforeTheNameIsWritten() {
    run("-o", inFolder("x.csv"), "top", TRACE).isOk();
    assertThat(Path.of(inFolder("x.csv"))).isNotEmptyFile();
    run("-o", inFolder("profiles"), "batch", TRACE).isOk();
    assertThat(namesIn(Path.of(inFolder("profiles")))).contains("manifest.jsonl");
  }

  @Test
  void anOptionThatTheSubcommandDoesNotHaveIsAnError() {
    run("-o", inFolder("x.csv"), "info", TRACE).isUsageError("-o", "heapconv info --help");
    run("--by", "library", "info", TRACE).isUsageError("--by");
  }

  @Test
  void theValueOfAnOptionIsNotASubcommand() {
    run("--process", "top", TRACE).isUsageError("--process");
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
    Files.writeString(Path.of(arguments), "--unskew none");
    assertThat(run("@" + arguments, "top", TRACE).isOk().out())
        .isEqualTo(run("top", TRACE, "--unskew", "none").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--by=library", "--cum", "--sort=name", "--limit=3", "-n3", "--filter=a"})
  void anOptionForRowsNeedsATable(String option) {
    run("diff", TRACE, TRACE, option, "-o", inFolder("x.pb.gz"))
        .isUsageError("applies to tables only", "csv");
    if (!option.startsWith("--sort")) {
      run("batch", TRACE, "-o", inFolder("out"), option).isUsageError("needs --summary FILE");
    }
    assertThat(namesInFolder()).isEmpty();
  }

  @Test
  void allocatorFramesNeedAFormatThatHidesThem() {
    String option = "--allocator-frames";
    run(TRACE, option).isUsageError("no effect on the summary", "heapconv top");
    run(TRACE, option, "-o", inFolder("x.html")).isUsageError("no effect on html", "speedscope");
    run("merge", TRACE, option, "-o", inFolder("x.pb.gz")).isUsageError("no effect on pprof");
    run("diff", TRACE, TRACE, option, "-o", inFolder("x.pb.gz")).isUsageError("no effect on pprof");
    run("batch", TRACE, option, "-o", inFolder("out")).isUsageError("no effect on pprof");
    assertThat(namesInFolder()).isEmpty();
  }

  @Test
  void aGroupingNeedsATotal() {
    run("batch", TRACE, "-o", inFolder("out"), "--group-by", "package-version")
        .isUsageError("--group-by needs --merge-into or --summary");
  }
}

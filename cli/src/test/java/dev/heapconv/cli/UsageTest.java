package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** Command lines that cannot be understood, and those that ask for help. */
class UsageTest extends CommandLineFixture {

  @Test
  void nothingAtAll() {
    CommandRun nothing = run();
    assertThat(nothing.err()).isEqualTo(run("-h").out());
    assertThat(nothing.out()).isEmpty();
    assertThat(nothing.status()).isEqualTo(ExitStatus.USAGE);
    run("-q").isUsageError("name a heap profile to read", "try 'heapconv --help'");
    for (String command : new String[] {"info", "growth"}) {
      run(command)
          .isUsageError("name a heap profile to read", "try 'heapconv " + command + " --help'");
    }
  }

  @Test
  void levelsMayBePercentages() {
    String trace = recording("truth_i4096");
    String expected = run(trace, "--confidence", "0.9").isOk().out();
    for (String same : new String[] {"90%", "90 %", "90", ".9", "90.0%"}) {
      assertThat(run(trace, "--confidence", same).isOk().out()).isEqualTo(expected);
    }
    run(trace, "--confidence", "most").isUsageError("'most'", "0.95 or 95%");
  }

  @Test
  void everyExitStatusIsInTheHelp() throws Exception {
    String readme = Files.readString(TestData.root().resolve("docs/usage.md"));
    for (Field status : ExitStatus.class.getDeclaredFields()) {
      if (!status.isSynthetic()) {
        int value = status.getInt(null);
        assertThat(run("help", "options").out()).containsPattern("(?m)^ *" + value + "  +\\w");
        assertThat(readme).containsPattern("(\\n|· )" + value + " \\S");
      }
    }
  }

  @Test
  void anUnknownOption() {
    run("--frobnicate", recording("truth_i1")).isUsageError("--frobnicate", "--help");
  }

  @Test
  void anOptionOfOtherCommands() {
    run("info", recording("truth_i1"), "--limit", "3")
        .isUsageError(
            "heapconv info has no option --limit; heapconv INPUT, growth, diff and fleet have it");
    run("info", recording("truth_i1"), "--by=library")
        .isUsageError("heapconv info has no option --by; heapconv INPUT, growth, diff");
    run("info", recording("truth_i1"), "-n3").isUsageError("heapconv info has no option -n;");
    run("plan", "--tree").isUsageError("heapconv plan has no option --tree; heapconv INPUT has it");
    run(recording("truth_i1"), "--alpha", "0.1")
        .isUsageError("heapconv INPUT has no option --alpha; diff has it");
    run("fleet", "add", "fleet", "--sort", "name", "--by", "function")
        .isUsageError(
            "heapconv fleet add has no option --sort; heapconv INPUT, growth and diff have it;"
                + " heapconv fleet add has no option --by; ");
  }

  /** Whatever option a command lacks, it says which command has it. */
  @Test
  void everyOptionOfAnotherCommandIsFound() {
    for (String command : Subcommands.names()) {
      for (String of : Subcommands.names()) {
        for (OptionSpec option : optionsOf(of)) {
          String name = option.longestName();
          if (optionsOf(command).stream().noneMatch(own -> own.longestName().equals(name))) {
            String[] words =
                option.arity().max() == 0
                    ? new String[] {command, name}
                    : new String[] {command, name, "1"};
            run(words)
                .isUsageError("heapconv " + command + " has no option " + name + "; ", of, " it");
          }
        }
      }
    }
  }

  private static List<OptionSpec> optionsOf(String command) {
    return Subcommands.create(command, Terminal.system()).parser().getCommandSpec().options();
  }

  /** Whatever a command lacks, it says so in a line. */
  @Test
  void commandsWithoutArgumentsSayWhatIsMissing() {
    run("batch").isOneLine(ExitStatus.USAGE, "name files, folders or archives to read");
    run("batch", "traces").isOneLine(ExitStatus.USAGE, "name a folder for the outputs with -o");
    run("fleet").isOneLine(ExitStatus.USAGE, "name one table");
    run("fleet", "add").isOneLine(ExitStatus.USAGE, "name a table, and what to add to it");
    run("fleet", "add", "fleet").isOneLine(ExitStatus.USAGE, "name files, folders or archives");
    run("diff").isOneLine(ExitStatus.USAGE, "diff needs exactly two inputs, BASE and NEW");
    run("diff", "a").isOneLine(ExitStatus.USAGE, "diff needs exactly two inputs, BASE and NEW");
  }

  @ParameterizedTest
  @CsvSource({
    "--by, 'function, stack, library, file, line, process, heap, thread, dump'",
    "--scaled, 'yes, no'",
    "--view, 'alloc_objects, alloc_space, objects, space'",
    "--sort, 'alloc_objects, alloc_space, objects, space'",
    "--dump, 'last, first, all, max'",
    "-f, 'pprof, pprof-plain, speedscope, firefox, otlp, folded, svg, html'",
    "-n, 'a number of rows, or 0 for all'",
  })
  void aWrongValueListsThoseAllowed(String option, String allowed) {
    run(recording("truth_i1"), option, "nonsense").isUsageError("'nonsense'", allowed);
  }

  @Test
  void jsonIsAFormatOfEveryCommand() {
    String trace = recording("phases_i512");
    assertThat(run(trace, "--json").isOk().out()).isEqualTo(run(trace, "-f", "json").out());
    assertThat(run("growth", trace, "--json").isOk().out())
        .isEqualTo(run("growth", trace, "-f", "json").out())
        .startsWith("{");
    run(trace, "--json", "-f", "csv").isUsageError("contradict");
  }

  @Test
  void answersGoWhereTheOutputSays() throws Exception {
    String trace = recording("truth_i1");
    for (String[] command :
        new String[][] {{trace}, {"info", trace}, {"plan"}, {"plan", "--gate", "5%"}}) {
      List<String> words = new ArrayList<>(List.of(command));
      words.addAll(List.of("--json"));
      String json = run(words.toArray(String[]::new)).isOk().out();
      String file = inFolder("answer.json");
      words.set(words.size() - 1, "-o");
      words.add(file);
      assertThat(run(words.toArray(String[]::new)).isOk().out()).isEmpty();
      assertThat(Files.readString(Path.of(file))).isEqualTo(json).startsWith("{");
      words.set(words.size() - 1, "/dev/full");
      words.addAll(List.of("-f", "json"));
      assertThat(run(words.toArray(String[]::new)).status()).isEqualTo(ExitStatus.OUTPUT);
    }
    run("info", trace, "-f", "csv").isUsageError("info writes text, json, not csv");
    run("plan", "-f", "md").isUsageError("plan writes text, csv, json, not md");
    run("info", trace, "-o", inFolder("x.pb")).isUsageError("info writes text, json, not");
    run("plan", "--config", "a.b", "-o", inFolder("heap.txtpb")).isOk();
    assertThat(folder.resolve("heap.txtpb")).content().contains("process_cmdline");
  }

  @Test
  void threadsThatAreNone() {
    run(recording("truth_i1"), "-j", "0").isUsageError("'0' is not a whole number from 1");
  }

  @Test
  void stdoutIsOfferedWhatTheCommandWrites() {
    run("growth", recording("truth_i1"), "-o", "-")
        .isUsageError("add -f html|text|csv|tsv|json|md");
  }

  @Test
  void levelsThatAreNone() {
    run(recording("truth_i1"), "--confidence", "0").isUsageError("'0' is not a level");
    run("diff", "a", "b", "--alpha", "100%").isUsageError("'100%' is not a level");
    run("fleet", "table", "--confidence", "95%").isOneLine(3, "not the table of a fleet");
  }

  @Test
  void aNegativeLimit() {
    run(recording("truth_i1"), "-n", "-1").isUsageError("'-1' is not a number of rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {"depth=x", "depth", "=", "packet=-1", "window=", "inflated=1e99"})
  void aLimitThatIsNone(String limit) {
    run("info", recording("truth_i1"), "--raise-limit", limit)
        .isUsageError("--raise-limit needs a number above 0", "'" + limit + "'");
  }

  @Test
  void anOutputWithoutAName() {
    run(recording("truth_i1"), "-o", "").isUsageError("name of the output is empty");
  }

  @Test
  void aFolderForATable() {
    run("growth", recording("phases_i512"), "-o", folder.toString())
        .isUsageError("is a folder", "name a file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "third", "", "1.5", "99999999999"})
  void aDumpThatIsNone(String dump) {
    run(recording("truth_i1"), "--dump", dump, "-o", inFolder("o.pb"))
        .isUsageError("last, first, all, max");
  }

  @Test
  void anUnknownFormat() {
    run(recording("truth_i1"), "-f", "wav", "-o", inFolder("o"))
        .isUsageError("unknown format 'wav'", "pprof");
  }

  @Test
  void aNameThatTellsNoFormat() {
    run(recording("truth_i1"), "-o", inFolder("o.xyz")).isUsageError("selects no format", ".pb.gz");
  }

  @Test
  void standardOutputWithoutAFormat() {
    run(recording("truth_i1"), "-o", "-").isUsageError("needs a format");
  }

  @Test
  void anUnknownView() {
    run(recording("truth_i1"), "--view", "size", "-o", inFolder("o.pb"))
        .isUsageError("alloc_objects");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "1", "-0.5", "2", "49", "100", "100%", "0%", "-95%", "%", "NaN", "many"})
  void aConfidenceThatIsNone(String level) {
    run(recording("truth_i1"), "--confidence", level, "-o", inFolder("o.pb"))
        .isUsageError("confidence");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "lots", "", "9999999999999999999"})
  void anIntervalThatIsNone(String interval) {
    run(recording("truth_i1"), "--sampling-interval", interval, "-o", inFolder("o.pb"))
        .isUsageError("--sampling-interval");
  }

  @Test
  void binaryIsNotWrittenToATerminal() {
    outIsTerminal = true;
    run(recording("truth_i1"), "-f", "pprof", "-o", "-").isUsageError("binary", "terminal");
  }

  @Test
  void helpAndVersionAreResults() {
    for (String[] args :
        new String[][] {{"--help"}, {"-h"}, {"info", "--help"}, {"--version"}, {"-V"}}) {
      CommandRun result = run(args).isOk();
      assertThat(result.out()).contains("heapconv");
      assertThat(result.err()).isEmpty();
    }
    assertThat(run("-h").out()).contains("Examples:", "heapconv --help");
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/** What users of other tools type is answered with what does it here. */
class OtherToolsTest extends CommandLineFixture {

  private static final Pattern COMMAND = Pattern.compile("heapconv (\\w+) ");
  private static final Pattern OPTION = Pattern.compile("(?<=^|[ ,;])--?[a-z][a-z-]*");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "convert     | heapconv INPUT -o OUT",
        "profile     | heapconv INPUT -o DIR/",
        "symbolize   | heapconv TRACE --symbols PATH -o named.pftrace",
        "text        | heapconv INPUT",
        "view        | heapconv INPUT --open",
        "web         | heapconv INPUT --open",
        "Open        | heapconv INPUT --open",
        "svg         | heapconv INPUT -o flame.svg",
        "version     | heapconv --version",
        "record      | heapconv plan --config PROCESS",
        "list        | heapconv --list REGEX INPUT",
      })
  void wordsInPlaceOfACommand(String word, String instead) {
    run(word, recording("names")).isOneLine(ExitStatus.USAGE, "or command; use: " + instead);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go tool pprof -top            | heapconv INPUT",
        "traceconv profile --alloc     | heapconv INPUT -o DIR/, a pprof file for each heap; --view"
            + " alloc_space",
        "perf report -i                | heapconv INPUT -o report.html",
        "tools/heap_profile -n app     | heapconv plan --config PROCESS",
        "memray flamegraph             | heapconv INPUT -o flame.svg",
        "heapconv diff                 | heapconv diff",
        "profile --pid 12 --alloc      | heapconv INPUT -o DIR/, a pprof file for each heap;"
            + " --process PID",
        "1234                          | heapconv plan --config PROCESS",
      })
  void linesOfOtherTools(String line, String instead) {
    run((line + " " + recording("names")).split(" "))
        .isOneLine(ExitStatus.USAGE, "or command; use: " + instead);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-top               | heapconv INPUT",
        "-text              | heapconv INPUT",
        "-svg               | heapconv INPUT -o flame.svg",
        "-http=:8080        | heapconv INPUT --open",
        "-weblist=main      | heapconv --list REGEX INPUT",
        "-lines             | heapconv --by line INPUT",
        "--inuse_space      | --view space",
        "-inuse_objects     | --view objects",
        "--alloc_space      | --view alloc_space",
        "--pid=12           | --process PID or NAME",
        "--base=old.pb.gz   | heapconv diff BASE NEW",
        "--timestamps=1,2   | --dump NUMBER",
        "--no-annotations   | leave it out",
        "-nodecount=10      | heapconv -n N INPUT",
        "--print-peaks      | heapconv --dump max INPUT",
      })
  void optionsOfOthers(String option, String instead) {
    for (String command : new String[] {"", "growth", "diff"}) {
      List<String> words = new ArrayList<>(List.of(command, option, recording("names")));
      words.remove("");
      run(words.toArray(String[]::new)).isOneLine(ExitStatus.USAGE, option, "; use: " + instead);
    }
  }

  @ParameterizedTest
  @CsvSource({"-focus=main,--focus", "-quiet,--quiet", "-cum,--cum"})
  void ownOptionsWithOneDashGoFirst(String option, String meant) {
    run(option, recording("names")).isUsageError("Did you mean: " + meant);
  }

  @Test
  void eachUnknownOptionHasItsAnswer() {
    run("-inuse_space", "-top", recording("names"))
        .isOneLine(ExitStatus.USAGE, "; use: --view space; heapconv INPUT");
    run("-focus=x", "-top", recording("names"))
        .isUsageError("; use: heapconv INPUT", "Did you mean: --focus?");
    run("--fromat", "csv", recording("names")).isUsageError("Did you mean: --format?");
    run("--proguard", "map.txt", recording("names")).isUsageError("Did you mean: --proguard-map?");
    run("info", "-n", "3", recording("names"))
        .isUsageError("has no option -n; heapconv INPUT, growth, diff and fleet have it");
    run("plan", "4096").isUsageError("unexpected '4096'; there are options only");
  }

  @ParameterizedTest
  @CsvSource({
    "-o flamegraph, use: heapconv INPUT -o flame.svg",
    "-o out.png, use: heapconv INPUT -o flame.svg",
    "-o out.xlsx, use: heapconv INPUT -o out.csv",
    "-o collapsed, use: heapconv INPUT -o out.folded",
    "-f flamegraph, use: heapconv INPUT -o flame.svg",
  })
  void formatsOfOthers(String output, String instead) {
    run((output + " " + recording("names")).split(" ")).isOneLine(ExitStatus.USAGE, instead);
  }

  @Test
  void aValueThatIsTheInput() {
    String trace = recording("names");
    run("--process", trace).isUsageError("--process took '" + trace + "' as its value");
    run("-n", trace).isUsageError("is a file: give the option its value first");
    run("-f", trace).isUsageError("an input needs no option: heapconv " + trace);
    run("diff", trace, trace, "--fail-on", "space").isUsageError("the shell takes > for itself");
  }

  @Test
  void whatTheShellMade() {
    String trace = file("t.pftrace", "");
    run(trace + " " + trace).hasError(ExitStatus.INPUT, "are files: quote each by itself");
    run(inFolder("*.pftrace")).hasError(ExitStatus.INPUT, "matches no file, or is in quotes");
    run("$HOME/t.pftrace").hasError(ExitStatus.INPUT, "in single quotes the shell");
    run("\u2014json", recording("names")).hasError(ExitStatus.INPUT, "type - or --");
    run(inFolder("T.PFTRACE")).hasError(ExitStatus.INPUT, "did you mean 't.pftrace'?");
    run(inFolder("t.perfetto-trace")).hasError(ExitStatus.INPUT, "did you mean 't.pftrace'?");
    run("nowhere/t.pb.gz").isOneLine(ExitStatus.INPUT, "there is no folder nowhere");
    run("s3://bucket/t.pftrace").isOneLine(ExitStatus.USAGE, "download it first");
  }

  @Test
  void theProgramOfAProfile() {
    run(TestData.root().resolve("testdata/symbols/prog").toString())
        .hasError(ExitStatus.INPUT, "to take names from a program: --symbols PROGRAM");
  }

  @Test
  void anOutputWithoutItsOption() {
    file("now.pb.gz", "");
    String output = inFolder("new.pb.gz");
    run(recording("names"), output).isOneLine(ExitStatus.USAGE, "to write it: -o " + output);
    run("-10", recording("names")).hasError(ExitStatus.INPUT, "for 10 rows: -n 10");
  }

  @Test
  void aFileOfThatNameIsRead(@TempDir Path folder) throws Exception {
    String file = folder.resolve("text").toString();
    run(recording("names"), "-f", "csv", "-o", file).isOk();
    assertThat(run(file).err()).doesNotContain("no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inuse_space", "INUSE-SPACE", "space", "live", "bytes"})
  void viewsHaveTheNamesOfOthersWhereverTheyAreNamed(String space) {
    String trace = recording("names");
    String expected = run("--json", "--view", "space", trace).isOk().out();
    assertThat(run("--json", "--view", space, trace).isOk().out()).isEqualTo(expected);
    assertThat(run("--json", "--sort", space, trace).isOk().out()).isEqualTo(expected);
    run("diff", "--fail-on", space + ">5%", trace, trace).isOk();
  }

  /** What was removed is an error that says what docs/dev/rationale.md says. */
  @Test
  void optionsOfEarlierBuildsSayWhatDoesTheSame() throws IOException {
    String rationale = Files.readString(TestData.root().resolve("docs/dev/rationale.md"));
    List<String[]> rows =
        Pattern.compile("(?m)^\\| `(heapconv \\S+|--\\S+)([^`]*)` \\| (.*) \\|$")
            .matcher(rationale.substring(rationale.indexOf("## Options that went")))
            .results()
            .map(row -> new String[] {row.group(1), row.group(2), row.group(3).replace("`", "")})
            .toList();
    assertThat(rows).hasSizeGreaterThan(10);
    for (String[] row : rows) {
      List<String> words = new ArrayList<>(List.of((row[0] + row[1]).split(" ")));
      words.remove("heapconv");
      words.add(recording("names"));
      for (String command :
          row[0].startsWith("--") ? new String[] {"", "diff"} : new String[] {""}) {
        List<String> line = new ArrayList<>(command.isEmpty() ? List.of() : List.of(command));
        line.addAll(words);
        run(line.toArray(String[]::new))
            .isOneLine(ExitStatus.USAGE, words.get(0), "; use: " + row[2]);
      }
    }
    for (Command command : commands()) {
      CommandSpec spec = command.parser().getCommandSpec();
      rows.forEach(row -> assertThat(spec.findOption(row[0])).as(row[0]).isNull());
    }
  }

  private static List<Command> commands() {
    List<Command> commands = new ArrayList<>(List.of(new HeapConvCommand(terminal())));
    Subcommands.names().forEach(name -> commands.add(Subcommands.create(name, terminal())));
    return commands;
  }

  /** Advice that is wrong is worse than none. */
  @Test
  void adviceNamesWhatThereIs() {
    List<String> advice = OtherTools.advice();
    assertThat(advice).hasSizeGreaterThan(100);
    for (String text : advice) {
      Matcher command = COMMAND.matcher(text);
      boolean isCommand = command.find() && Subcommands.names().contains(command.group(1));
      CommandSpec spec =
          (isCommand
                  ? Subcommands.create(command.group(1), terminal())
                  : new HeapConvCommand(terminal()))
              .parser()
              .getCommandSpec();
      OPTION
          .matcher(text)
          .results()
          .forEach(option -> assertThat(hasOption(option.group(), spec)).as(text).isTrue());
    }
  }

  private static boolean hasOption(String option, CommandSpec spec) {
    return spec.findOption(option) != null || !Subcommands.withOption(option, terminal()).isEmpty();
  }

  private static Terminal terminal() {
    return Terminal.system();
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
        "text        | heapconv top INPUT",
        "view        | heapconv INPUT --open",
        "web         | heapconv INPUT --open",
        "Open        | heapconv INPUT --open",
        "svg         | heapconv INPUT -o flame.svg",
        "version     | heapconv --version",
        "record      | heapconv accuracy --config PROCESS",
      })
  void wordsInPlaceOfACommand(String word, String instead) {
    run(word, recording("names")).hasError(ExitStatus.INPUT, "no such file; try: " + instead);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-top               | heapconv top INPUT",
        "-text              | heapconv top INPUT",
        "-svg               | heapconv INPUT -o flame.svg",
        "-http=:8080        | heapconv INPUT --open",
        "--inuse_space      | --view space",
        "-inuse_objects     | --view objects",
        "--alloc_space      | --view alloc_space",
        "--pid=12           | --process PID or NAME",
        "--base=old.pb.gz   | heapconv diff BASE NEW",
        "--timestamps=1,2   | --dump NUMBER",
        "--no-annotations   | leave it out",
        "-nodecount=10      | heapconv top -n N INPUT",
        "--print-peaks      | heapconv top --dump max INPUT",
      })
  void optionsOfOthers(String option, String instead) {
    for (String command : new String[] {"", "top", "diff"}) {
      List<String> words = new ArrayList<>(List.of(command, option, recording("names")));
      words.remove("");
      run(words.toArray(String[]::new)).isOneLine(ExitStatus.USAGE, option, "; use: " + instead);
    }
  }

  @ParameterizedTest
  @CsvSource({"-focus=main,--focus", "-quiet,--quiet", "-cum,--cum"})
  void ownOptionsWithOneDashGoFirst(String option, String meant) {
    run("top", option, recording("names")).isUsageError("Did you mean: " + meant);
  }

  @Test
  void anOutputWithoutItsOption() {
    run(recording("names"), "new.pb.gz").hasError(ExitStatus.INPUT, "to write it: -o new.pb.gz");
    run("top", "-10", recording("names")).hasError(ExitStatus.INPUT, "for 10 rows: -n 10");
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
    String expected = run("top", "--json", "--view", "space", trace).isOk().out();
    assertThat(run("top", "--json", "--view", space, trace).isOk().out()).isEqualTo(expected);
    assertThat(run("top", "--json", "--sort", space, trace).isOk().out()).isEqualTo(expected);
    run("diff", "--fail-on", space + ">5%", trace, trace).isOk();
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

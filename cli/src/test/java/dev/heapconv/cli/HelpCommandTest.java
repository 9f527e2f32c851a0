package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.FileFormat;
import dev.heapconv.Formats;
import dev.heapconv.model.ErrorId;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpCommandTest {

  /** What went, and what works without a name in the list. */
  @Test
  void formerCommandsAreAnswered() {
    CommandRun.of("help", "merge")
        .isUsageError("no help on 'merge'; use: heapconv --add INPUT... -o OUT");
    CommandRun.of("help", "accuracy").isUsageError("no help on 'accuracy'; use: heapconv plan");
    assertThat(CommandRun.of("help", "top").out()).isEqualTo(CommandRun.of("help").out());
  }

  @Test
  void withoutANameItIsTheHelpOfTheProgram() {
    assertThat(CommandRun.of("help").out()).isEqualTo(CommandRun.of("-h").out());
    assertThat(CommandRun.of("help", "options").out()).isEqualTo(CommandRun.of("--help").out());
  }

  @Test
  void namedCommandsShowTheirOwn() {
    assertThat(CommandRun.of("help", "diff").out())
        .isEqualTo(CommandRun.of("diff", "--help").out());
  }

  @Test
  void aTopicIsOneWord() {
    assertThat(CommandRun.of("help", "completion").err())
        .contains("heapconv help completion bash|zsh|fish");
    assertThat(CommandRun.of("help", "completion", "tcsh").err()).contains("bash, zsh, fish");
    assertThat(CommandRun.of("help", "info", "bash").err()).contains("unexpected 'bash'");
    assertThat(CommandRun.of("completion", "bash").err())
        .contains("use: heapconv help completion SHELL");
    assertThat(CommandRun.of("accuracy", "-f").err()).contains("use: heapconv plan");
  }

  @Test
  void agentsGetTheirSkill() throws IOException {
    assertThat(CommandRun.of("help", "agents").isOk().out())
        .isEqualTo(Files.readString(TestData.root().resolve("docs/agents/SKILL.md")));
  }

  @Test
  void theFirstScreenIsOne() {
    assertThat(CommandRun.of("-h").out().lines()).hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void shortHelpOfACommandIsOneScreenWithAllItsOptions() {
    for (String name : Subcommands.names()) {
      String help = CommandRun.of(name, "-h").isOk().out();
      assertThat(help.lines()).hasSizeLessThanOrEqualTo(40).allMatch(line -> line.length() <= 80);
      assertThat(help).contains("heapconv " + name, "heapconv " + name + " --help");
      for (OptionSpec option :
          Subcommands.create(name, nowhere()).parser().getCommandSpec().options()) {
        assertThat(help.contains(option.shortestName())).isNotEqualTo(option.hidden());
      }
      assertThat(CommandRun.of(name, "--help").out()).contains("Print version information");
    }
  }

  @Test
  void shortHelpOfANestedCommandIsShort() {
    String help = CommandRun.of("fleet", "add", "-h").isOk().out();
    assertThat(help.lines()).hasSizeLessThanOrEqualTo(40).allMatch(line -> line.length() <= 80);
    assertThat(help).contains("Examples:", "heapconv fleet add --help").doesNotContain("status");
  }

  /** An example that is too long goes on below its explanation, never in the first column. */
  @ParameterizedTest
  @ValueSource(strings = {"60", "80"})
  void examplesGoOnBelowTheirExplanations(String columns) {
    System.setProperty("heapconv.columns", columns);
    try {
      for (String name : Subcommands.names()) {
        CommandRun run = CommandRun.of(InputStream.nullInputStream(), true, name, "-h");
        String examples = run.out().split("Examples:\\R", 2)[1].split("\\R\\R", 2)[0];
        assertThat(examples.lines()).allMatch(line -> line.startsWith("  ")).hasSizeGreaterThan(2);
      }
      String all = CommandRun.of(InputStream.nullInputStream(), true, "--help").out();
      assertThat(all.split("Environment:\\R", 2)[1].lines())
          .allMatch(line -> line.matches(" {2}[A-Z_]{7,24} {2,}\\S.*| {28}\\S.*"));
    } finally {
      System.clearProperty("heapconv.columns");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"options", "info", "diff", "growth", "batch", "plan", "help", "fleet"})
  void everyHelpFits80Columns(String topic) {
    assertThat(CommandRun.of("help", topic).isOk().out().lines())
        .allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @CsvSource({"20, 60", "132, 132", "400, 200"})
  void helpIsAsWideAsTheTerminalWithinLimits(String columns, int width) {
    System.setProperty("heapconv.columns", columns);
    try {
      CommandRun run = CommandRun.of(InputStream.nullInputStream(), true, "help", "diff");
      assertThat(run.out().lines().mapToInt(String::length).max().orElse(0))
          .isBetween(width * 9 / 10, width);
    } finally {
      System.clearProperty("heapconv.columns");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"growth", "diff"})
  void whatIsListedIsAccepted(String command) {
    String recording = TestData.recording("phases_i512").toString();
    for (OptionSpec option :
        Subcommands.create(command, nowhere()).parser().getCommandSpec().options()) {
      boolean chosen = List.of("--format", "--view", "--by").contains(option.longestName());
      for (String value : chosen ? option.completionCandidates() : List.<String>of()) {
        List<String> words = new ArrayList<>(List.of(command, recording));
        words.addAll(command.equals("diff") ? List.of(recording) : List.of());
        words.addAll(List.of("-q", option.longestName(), value));
        assertThat(CommandRun.of(words.toArray(String[]::new)).status())
            .as("%s %s %s", command, option.longestName(), value)
            .isZero();
      }
    }
  }

  @Test
  void whatHasNoEffectIsNotListed() {
    assertThat(CommandRun.of("info", "--help").out()).doesNotContain("--focus", "--ignore");
    assertThat(CommandRun.of("growth", "--help").out()).doesNotContain("or a folder");
    assertThat(CommandRun.of("diff", "--help").out()).doesNotContain("perfetto, ");
  }

  /** Options without a heading would be missing. */
  @Test
  void everyOptionIsListed() {
    CommandLine program = new HeapConvCommand(nowhere()).parser();
    assertThat(listed("options")).containsAll(names(program));
    for (String name : Subcommands.names()) {
      CommandLine command = Subcommands.create(name, nowhere()).parser();
      assertThat(listed(name)).containsAll(names(command));
    }
  }

  private static List<String> names(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Stream.of(option.names()))
        .toList();
  }

  /** Commands say the same of an option that they share; these depend on what a command shows. */
  @Test
  void optionsOfOneNameAreDescribedAlike() {
    List<Command> commands = new ArrayList<>(List.of(new HeapConvCommand(nowhere())));
    Subcommands.names().forEach(name -> commands.add(Subcommands.create(name, nowhere())));
    Map<String, Set<String>> descriptions = new TreeMap<>();
    for (Command command : commands) {
      for (OptionSpec option : command.parser().getCommandSpec().options()) {
        descriptions
            .computeIfAbsent(option.longestName(), name -> new HashSet<>())
            .add(option.paramLabel() + String.join(" ", option.description()));
      }
    }
    descriptions.values().removeIf(texts -> texts.size() == 1);
    assertThat(descriptions.keySet())
        .containsExactly(
            "--by", "--dump", "--format", "--jobs", "--json", "--limit", "--output", "--view");
  }

  private static Terminal nowhere() {
    return new Terminal(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
        false,
        false);
  }

  static List<String> listed(String topic) {
    return Pattern.compile("(?m)^ {1,6}(-[-a-zA-Z0-9]+)(?:, (-[-a-z]+))?")
        .matcher(CommandRun.of("help", topic).out())
        .results()
        .flatMap(match -> Stream.of(match.group(1), match.group(2)))
        .toList();
  }

  @Test
  void optionsStandUnderHeadings() {
    assertThat(CommandRun.of("help", "diff").out())
        .containsSubsequence("\nSelection:\n", "--focus", "\nNumbers:\n", "--confidence");
  }

  @Test
  void numbersAreExplainedIn80Columns() {
    CommandRun run = CommandRun.of("help", "numbers");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("\u00b12 %", "\u22483.7k", "~18k", "(2.3k-230k)", "called by", "INCOMPLETE");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void formatsAreThoseOfTheRegistryIn80Columns() {
    CommandRun run = CommandRun.of("help", "formats");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains(Formats.STANDARD.read());
    for (FileFormat format : FileFormat.all()) {
      assertThat(run.out()).contains("\n  " + format.id() + " ").contains(format.extensions());
    }
    assertThat(run.out()).contains(Formats.unread().keySet()).contains("jemalloc: ", "heaptrack");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @EnumSource(ErrorId.class)
  void everyErrorIsExplainedIn80Columns(ErrorId id) {
    CommandRun run = CommandRun.of("help", id.wireName()).isOk();
    assertThat(run.out().replace('\n', ' '))
        .startsWith(id.wireName() + " ")
        .contains(id.meaning(), id.remedy(), ErrorHints.ALL.suffix(id).replaceFirst("^; ", ""));
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void verboseMessagesNameWhatHelpTakes() {
    String trace = TestData.recording("overrun").toString();
    assertThat(CommandRun.of("-v", trace).err())
        .contains("heapconv: buffer-overran: " + ErrorId.BUFFER_OVERRAN.meaning());
    assertThat(CommandRun.of(trace).err()).doesNotContain("buffer-overran");
    assertThat(CommandRun.of("-v", "no-such").err()).contains("heapconv: no-such-file: ");
  }

  @Test
  void theHelpSaysHowErrorsAreExplained() {
    assertThat(CommandRun.of("help").out()).contains("heapconv help ID");
  }

  @ParameterizedTest
  @CsvSource({"inof,info", "dif,diff", "growht,growth"})
  void mistypedCommandsAreRecognised(String typed, String meant) {
    String suggestion = "did you mean 'heapconv " + meant + "'?";
    assertThat(CommandRun.of(typed, "no-such-trace").err()).contains(suggestion);
    CommandRun help = CommandRun.of("help", typed);
    assertThat(help.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(help.err()).contains(suggestion);
  }

  @Test
  void otherNamesAreNot() {
    assertThat(CommandRun.of("trace.pftrace").err()).doesNotContain("did you mean");
  }
}

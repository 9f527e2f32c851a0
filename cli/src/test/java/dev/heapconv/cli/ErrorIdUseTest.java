package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Looks through the sources for how errors and warnings are raised. */
class ErrorIdUseTest {

  private static final Path ROOT = TestData.root();
  private static final List<String> LIBRARY = List.of("converters", "names", "fleet");

  private static final Pattern RAISED =
      Pattern.compile(
          "(\\w+(?:\\(\\))?(?:\\.|\\s)*)\\b(input|output|add|of)\\(\\s*ErrorId\\.([A-Z_]+)");

  /** Where the id is one of several that a helper raises, or chooses. */
  private static final Pattern PASSED_ON =
      Pattern.compile("\\b(?:refused|report|missing|DUMP|LOG)\\([^;)]*|->\\s*ErrorId\\.[A-Z_]+;");

  private static final Pattern ID = Pattern.compile("ErrorId\\.([A-Z_]+)");

  /** What symbols lack: a warning of their number, the first, and a reason unless it is empty. */
  private static final Pattern PROBLEM =
      Pattern.compile("new Problem\\(\\s*ErrorId\\.([A-Z_]+),[^;]*?(\"\")?\\)\\)?;");

  private static final Pattern OPTION = Pattern.compile("(?:^|[^-\\w])--[a-z]");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

  private static List<String> sources(List<String> modules) {
    return modules.stream().flatMap(ErrorIdUseTest::sources).toList();
  }

  private static Stream<String> sources(String module) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(ErrorIdUseTest::read)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyIdIsRaisedWithAsManyValuesAsItsTextHasPlaces() {
    Set<ErrorId> raised = EnumSet.noneOf(ErrorId.class);
    for (String source : sources(List.of("converters", "names", "fleet", "cli"))) {
      Matcher call = RAISED.matcher(source);
      while (call.find()) {
        if (call.group(1).startsWith("Set")) {
          continue;
        }
        ErrorId id = ErrorId.valueOf(call.group(3));
        raised.add(id);
        int values = argumentsAfter(source, call.end());
        assertThatCode(() -> raise(call.group(2), id, values))
            .as("%s with %d values", call.group(), values)
            .doesNotThrowAnyException();
      }
      Matcher problem = PROBLEM.matcher(source);
      while (problem.find()) {
        ErrorId id = ErrorId.valueOf(problem.group(1));
        raised.add(id);
        int values = problem.group(2) == null ? 3 : 2;
        assertThatCode(() -> raise("add", id, values))
            .as("%s with %d values", problem.group(), values)
            .doesNotThrowAnyException();
      }
      PASSED_ON
          .matcher(source)
          .results()
          .flatMap(helped -> ID.matcher(helped.group()).results())
          .forEach(id -> raised.add(ErrorId.valueOf(id.group(1))));
    }
    assertThat(raised).isEqualTo(EnumSet.allOf(ErrorId.class));
  }

  private static void raise(String method, ErrorId id, int arguments) {
    if (method.equals("input") || method.equals("output")) {
      HeapConvException.input(id, "input", values(arguments - 1));
    } else {
      Notice.of(id, values(arguments));
    }
  }

  private static Object[] values(int count) {
    return Collections.nCopies(count, 2).toArray();
  }

  /** Counts the arguments of a call from behind one of them on. */
  private static int argumentsAfter(String source, int from) {
    int depth = 0;
    int count = 0;
    boolean quoted = false;
    for (int i = from; ; i++) {
      char c = source.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ')' && depth == 0) {
        return count;
      } else if (!quoted && c == ',' && depth == 0) {
        count++;
      } else if (!quoted && (c == '(' || c == ')')) {
        depth += c == '(' ? 1 : -1;
      }
    }
  }

  @Test
  void theLibraryNamesNoOptionOfTheCommandLine() {
    for (String source : sources(LIBRARY)) {
      if (source.contains("class LlvmProcess") || source.contains("class MassifSnapshots")) {
        // The options of other programs.
        continue;
      }
      LITERAL
          .matcher(source)
          .results()
          .forEach(
              literal ->
                  assertThat(OPTION.matcher(literal.group(1)).find())
                      .as(literal.group())
                      .isFalse());
    }
  }

  @Test
  void theCommandLineHelpsWhereAnOptionDoes() {
    for (ErrorId id :
        List.of(
            ErrorId.PACKET_TOO_LARGE,
            ErrorId.TOO_LARGE,
            ErrorId.INFLATES_TOO_MUCH,
            ErrorId.WINDOW_TOO_LARGE,
            ErrorId.TRUNCATED_TRACE,
            ErrorId.TRUNCATED_DUMP,
            ErrorId.MALFORMED_PACKET,
            ErrorId.BAD_LINE,
            ErrorId.MISSING_FINAL,
            ErrorId.BATCH_EXISTS,
            ErrorId.DISK_FULL)) {
      assertThat(ErrorHints.ALL.suffix(id)).as(id.wireName()).startsWith("; ").contains(" --");
    }
    for (ErrorId id :
        List.of(ErrorId.DEEP_STACK, ErrorId.STACK_TOO_DEEP, ErrorId.UNKNOWN_INTERVAL)) {
      assertThat(ErrorHints.ALL.warningSuffix(id))
          .as(id.wireName())
          .startsWith("; ")
          .contains("--");
    }
  }

  /** Commands in quotes are those that a hint names, not the one that runs. */
  @Test
  void hintsNameOnlyOptionsOfTheCommand() {
    Terminal terminal = Terminal.system();
    List<CommandSpec> commands = new ArrayList<>();
    collect(new HeapConvCommand(terminal).parser(), commands);
    for (String name : Subcommands.names()) {
      collect(Subcommands.create(name, terminal).parser(), commands);
    }
    Set<String> options = new TreeSet<>();
    for (CommandSpec command : commands) {
      options.addAll(command.optionsMap().keySet());
      ErrorHints hints = ErrorHints.of(command);
      for (ErrorId id : ErrorId.values()) {
        String said = hints.suffix(id) + hints.warningSuffix(id) + " " + hints.hint(id);
        assertThat(command.optionsMap().keySet())
            .as(id + " of " + command.userObject().getClass())
            .containsAll(options(said.replaceAll("'[^']*'", "")));
      }
    }
    for (ErrorId id : ErrorId.values()) {
      String said = ErrorHints.ALL.suffix(id) + ErrorHints.ALL.warningSuffix(id);
      assertThat(options).as(id.wireName()).containsAll(options(said));
    }
  }

  @Test
  void aHintIsTheBestThatACommandCanTake() {
    Terminal terminal = Terminal.system();
    ErrorHints batch = ErrorHints.of(new BatchCommand(terminal).parser().getCommandSpec());
    ErrorHints diff = ErrorHints.of(new DiffCommand(terminal).parser().getCommandSpec());
    ErrorHints growth = ErrorHints.of(new GrowthCommand(terminal).parser().getCommandSpec());
    assertThat(batch.suffix(ErrorId.DISK_FULL)).contains("--resume");
    assertThat(diff.suffix(ErrorId.DISK_FULL)).isEqualTo("; free some space");
    assertThat(diff.suffix(ErrorId.SAME_RECORDING)).contains("--add");
    assertThat(growth.suffix(ErrorId.SAME_RECORDING)).isEqualTo("; leave one of them out");
    assertThat(diff.suffix(ErrorId.TIMED_OUT)).isEmpty();
  }

  private static List<String> options(String said) {
    return Pattern.compile("--[a-z][a-z-]*")
        .matcher(said)
        .results()
        .map(MatchResult::group)
        .toList();
  }

  private static void collect(CommandLine command, List<CommandSpec> commands) {
    commands.add(command.getCommandSpec());
    command.getSubcommands().values().forEach(next -> collect(next, commands));
  }
}

package dev.heapconv.cli;

import dev.heapconv.FileFormat;
import dev.heapconv.Formats;
import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the help of a command, or explains something that concerns several. */
final class HelpCommand extends Command {

  private static final String OPTIONS = "options";
  private static final String NUMBERS = "numbers";
  private static final String FORMATS = "formats";
  private static final String AGENTS = "agents";
  static final String COMPLETION = "completion";
  private static final String MANUAL = "man";

  private final Argument<String> topic =
      parameter(
          PositionalParamSpec.builder()
              .index("0")
              .paramLabel("TOPIC")
              .arity("0..1")
              .completionCandidates(topics())
              .description(
                  "What to explain (default: heapconv itself). The id of an error or a warning"
                      + " is what -v and JSON show."));

  private final Argument<String> shell =
      parameter(
          PositionalParamSpec.builder()
              .index("1")
              .arity("0..1")
              .paramLabel("SHELL")
              .description("Of completion: bash, zsh or fish."));

  private final Argument<List<String>> words =
      parameters(PositionalParamSpec.builder().index("2..*").arity("0..*").hidden(true));

  private static List<String> topics() {
    List<String> topics = new ArrayList<>(Subcommands.names());
    topics.addAll(List.of(OPTIONS, NUMBERS, FORMATS, AGENTS, COMPLETION, MANUAL));
    return topics;
  }

  HelpCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Explain commands, options, numbers, formats and errors; print the manual page.")
        .customSynopsis(
            "heapconv help [COMMAND|options|numbers|formats|agents|man|ERROR-ID]",
            "       heapconv help completion bash|zsh|fish%n")
        .footer(
            "  heapconv help numbers                      the marks in tables",
            "  heapconv help buffer-overran               a warning, by its id",
            "  heapconv help man | man -l -               the manual page",
            "  source <(heapconv help completion bash)    completion in this shell");
  }

  @Override
  List<String> training() {
    return List.of("help formats", "help missing", "help completion bash");
  }

  @Override
  public Integer call() throws IOException {
    String about = topic.value();
    CommandLine program = spec().commandLine().getParent();
    PrintWriter out = program.getOut();
    if (shell.isGiven() != COMPLETION.equals(about)) {
      throw new UsageException(
          shell.isGiven()
              ? "unexpected '" + shell.value() + "'; there is one topic"
              : "name the shell: heapconv help completion " + String.join("|", Completion.SHELLS));
    }
    if (about == null || about.equals(CommandWords.ALIAS)) {
      program.usage(out);
    } else if (about.equals(OPTIONS)) {
      HeapConvCommand.describeAll(program.getCommandSpec().usageMessage());
      program.usage(out);
    } else if (about.equals(NUMBERS)) {
      out.print(resource(NUMBERS + ".txt"));
    } else if (about.equals(AGENTS)) {
      out.print(resource("SKILL.md"));
    } else if (about.equals(COMPLETION)) {
      printCompletion(shell.required(), out);
    } else if (about.equals(MANUAL)) {
      ManualPage.print(program, out);
    } else if (about.equals(FORMATS)) {
      out.print(formats());
    } else {
      CommandLine command = program.getSubcommands().get(about);
      if (command == null) {
        out.print(error(about));
      } else {
        command.usage(out);
      }
    }
    out.flush();
    return ExitStatus.OK;
  }

  private void printCompletion(String of, PrintWriter out) throws IOException {
    if (of.equals(Completion.CANDIDATES)) {
      Completion.candidates(spec().root(), words.valueOr(List.of())).forEach(out::println);
    } else if (Completion.SHELLS.contains(of)) {
      out.print(resource("completion." + of));
    } else {
      throw new UsageException(
          "no completion for '" + of + "'; choose " + String.join(", ", Completion.SHELLS));
    }
  }

  private static String error(String about) {
    return ErrorId.ofWireName(about)
        .map(id -> ErrorEntry.of(id).text())
        .orElseThrow(
            () -> new UsageException("there is no help on '" + about + "'" + topicsLike(about)));
  }

  private static String topicsLike(String about) {
    String instead = OtherTools.insteadOfWord(about);
    String command = instead.isEmpty() ? Subcommands.suggestion(about) : "; use: " + instead;
    return command.isEmpty() ? "; choose one of " + String.join(", ", topics()) : command;
  }

  private static String formats() {
    StringBuilder text = new StringBuilder("Read: recognized by content, plain or compressed\n");
    for (String line : Formats.STANDARD.read()) {
      text.append("  ").append(line).append('\n');
    }
    text.append("  any of these in gzip, zstd, zip or tar\n\n");
    row(text, "Written: -f", "extensions of -o, which select it");
    for (FileFormat format : FileFormat.all()) {
      row(text, "  " + format.id(), String.join(", ", format.extensions()));
    }
    text.append("  compressed with gzip, if the name ends in .gz\n\nNot read, but known by name\n");
    Formats.unread().forEach((name, advice) -> text.append("  " + name + "\n    " + advice + "\n"));
    return text.append("\ndocs/outputs.md says which viewer opens which format.\n").toString();
  }

  private static void row(StringBuilder text, String first, String second) {
    text.append(String.format(Locale.ROOT, "%-21s%s%n", first, second));
  }
}

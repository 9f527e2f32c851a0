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

  private final Argument<String> topic =
      parameter(
          PositionalParamSpec.builder()
              .paramLabel("TOPIC")
              .arity("0..1")
              .completionCandidates(topics())
              .description(
                  "What to explain (default: heapconv itself). The id of an error or a warning"
                      + " is what -v and JSON show."));

  private static List<String> topics() {
    List<String> topics = new ArrayList<>(Subcommands.names());
    topics.addAll(List.of(OPTIONS, NUMBERS, FORMATS, AGENTS));
    return topics;
  }

  HelpCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header(
            "Explain a command, all options, numbers, formats, an error, or heapconv to an agent.")
        .customSynopsis("heapconv help [COMMAND|options|numbers|formats|agents|ERROR-ID]%n");
  }

  @Override
  public Integer call() throws IOException {
    String about = topic.value();
    CommandLine program = spec().commandLine().getParent();
    PrintWriter out = program.getOut();
    if (about == null) {
      program.usage(out);
    } else if (about.equals(OPTIONS)) {
      HeapConvCommand.describeAll(program.getCommandSpec().usageMessage());
      program.usage(out);
    } else if (about.equals(NUMBERS)) {
      out.print(resource(NUMBERS + ".txt"));
    } else if (about.equals(AGENTS)) {
      out.print(resource("SKILL.md"));
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

  private static String error(String about) {
    return ErrorId.ofWireName(about)
        .map(id -> ErrorEntry.of(id).text())
        .orElseThrow(
            () -> new UsageException("there is no help on '" + about + "'" + topicsLike(about)));
  }

  private static String topicsLike(String about) {
    String command = Subcommands.suggestion(about);
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
    return text.append("\ndocs/outputs.md says what shows which format.\n").toString();
  }

  private static void row(StringBuilder text, String first, String second) {
    text.append(String.format(Locale.ROOT, "%-21s%s%n", first, second));
  }
}

package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the help of a command, or explains something that concerns several. */
final class HelpCommand extends Command {

  private static final String NUMBERS = "numbers";

  private final Argument<String> topic =
      parameter(
          PositionalParamSpec.builder()
              .paramLabel("COMMAND|numbers")
              .arity("0..1")
              .description("What to explain (default: heapconv itself)."));

  @Override
  void describe(UsageMessageSpec help) {
    help.description("Show the help of a command, or explain the numbers: heapconv help numbers.");
  }

  @Override
  public Integer call() throws IOException {
    String about = topic.value();
    CommandLine program = spec().commandLine().getParent();
    PrintWriter out = program.getOut();
    if (about == null) {
      program.usage(out);
    } else if (about.equals(NUMBERS)) {
      out.print(text());
    } else {
      CommandLine command = program.getSubcommands().get(about);
      if (command == null) {
        throw new UsageException(
            "there is no help on '" + about + "'" + Subcommands.suggestion(about));
      }
      command.usage(out);
    }
    out.flush();
    return ExitStatus.OK;
  }

  private static String text() throws IOException {
    try (InputStream in = HelpCommand.class.getResourceAsStream(NUMBERS + ".txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

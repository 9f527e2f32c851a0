package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command, or explains something that concerns several. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Show the help of a command, or explain the numbers: heapconv help numbers.")
final class HelpCommand implements Callable<Integer> {

  private static final String NUMBERS = "numbers";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND|numbers",
      arity = "0..1",
      description = "What to explain (default: heapconv itself).")
  private @Nullable String topic;

  @Override
  public Integer call() throws IOException {
    CommandLine program = spec.commandLine().getParent();
    PrintWriter out = program.getOut();
    if (topic == null) {
      program.usage(out);
    } else if (topic.equals(NUMBERS)) {
      out.print(text());
    } else {
      CommandLine command = program.getSubcommands().get(topic);
      if (command == null) {
        throw new UsageException(
            "there is no help on '" + topic + "'" + Subcommands.suggestion(topic));
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

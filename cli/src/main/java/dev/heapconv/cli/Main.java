package dev.heapconv.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point of the program. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    int status = run(args, Terminal.system());
    System.exit(status);
  }

  /** Runs one command line; gives its exit status. */
  static int run(String[] args, Terminal terminal) {
    CommandLine commandLine = commandLine(terminal);
    try {
      return commandLine.execute(args);
    } finally {
      commandLine.getOut().flush();
      commandLine.getErr().flush();
    }
  }

  static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new HeapConvCommand(terminal), new CommandFactory(terminal))
        .setOut(new PrintWriter(terminal.out(), false, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(new ErrorReporter(terminal))
        .setParameterExceptionHandler(ErrorReporter::reportUsage);
  }
}

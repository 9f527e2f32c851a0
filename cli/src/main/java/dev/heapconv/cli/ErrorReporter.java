package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.InterruptedIOException;
import java.util.List;
import picocli.CommandLine;

/** Turns any failure into one line and an exit status. */
record ErrorReporter(Terminal terminal)
    implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine commandLine, CommandLine.ParseResult parseResult) {
    boolean verbose = has("-v", parseResult);
    if (exception instanceof HeapConvException problem) {
      report(problem, verbose, has("--strict", parseResult), terminal);
      return switch (problem.id()) {
        case NO_SUCH_COLUMN,
            NO_DEVICE,
            NO_DATE,
            FLEET_QUERY,
            NO_CALLERS,
            BATCH_EXISTS,
            REPEATED_DUMPS ->
            ExitStatus.USAGE;
        default -> problem.isOfOutput() ? ExitStatus.OUTPUT : ExitStatus.INPUT;
      };
    }
    if (verbose) {
      exception.printStackTrace(terminal.err());
    }
    if (exception instanceof UsageException) {
      terminal.message(HeapConvException.reason(exception));
      return ExitStatus.USAGE;
    }
    return internal(exception, terminal);
  }

  /** Reports a bug. */
  static int internal(Throwable bug, Terminal terminal) {
    terminal.message(
        "internal error: "
            + bug
            + "; please report this with the output of the same command run with -v");
    return ExitStatus.INTERNAL_ERROR;
  }

  /** Reports an error of an input or output; silent if it is only that the process is stopped. */
  static void report(
      HeapConvException problem, boolean verbose, boolean strict, Terminal terminal) {
    if (problem.getCause() instanceof InterruptedIOException) {
      return;
    }
    if (verbose) {
      problem.printStackTrace(terminal.err());
    }
    String suggestion =
        problem.id() == ErrorId.NO_SUCH_FILE ? FileNames.suggestion(problem.where()) : "";
    terminal.message(problem.where() + ": " + ErrorHints.message(problem, strict) + suggestion);
    if (verbose) {
      explain(problem.id(), terminal);
    }
  }

  /** Names an error or a warning, as {@code heapconv help} takes it, and says what it means. */
  static void explain(ErrorId id, Terminal terminal) {
    terminal.message(id.wireName() + ": " + id.meaning() + " " + id.remedy());
  }

  private static boolean has(String option, CommandLine.ParseResult parseResult) {
    CommandLine.ParseResult subcommand = parseResult.subcommand();
    return (subcommand == null ? parseResult : subcommand).hasMatchedOption(option);
  }

  /** Reports an invalid command line. */
  @Override
  public int handleParseException(CommandLine.ParameterException exception, String[] args) {
    terminal.message(HeapConvException.reason(exception));
    if (exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
      terminal.err().print(suggestion(unmatched, terminal));
    }
    String command = exception.getCommandLine().getCommandSpec().qualifiedName();
    terminal.err().println("Try '" + command + " --help'.");
    return ExitStatus.USAGE;
  }

  /** A line on what an unknown option may have been meant for; empty if it is like none. */
  private static String suggestion(
      CommandLine.UnmatchedArgumentException unmatched, Terminal terminal) {
    String argument = unmatched.getUnmatched().get(0);
    String option =
        argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
    List<String> commands = Subcommands.withOption(option, terminal);
    if (!commands.isEmpty()) {
      return "Commands with " + option + ": " + String.join(", ", commands) + ".\n";
    }
    if (unmatched.getCommandLine().getCommandSpec().findOption("-" + option) != null) {
      return "Did you mean: -" + option + "?\n";
    }
    List<String> alike = unmatched.getSuggestions();
    return alike.isEmpty() ? "" : "Did you mean: " + String.join(" or ", alike) + "?\n";
  }
}

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
    String message = HeapConvException.reason(exception);
    String command = exception.getCommandLine().getCommandSpec().qualifiedName();
    String next = "Try '" + command + " --help'.";
    if (exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
      String option = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
      String alike = alike(option, unmatched, terminal);
      String instead = OtherTools.insteadOfOption(option);
      if (alike.isEmpty() && !instead.isEmpty()) {
        terminal.message(message + "; use: " + instead);
        return ExitStatus.USAGE;
      }
      next = (alike.isEmpty() ? guess(unmatched) : alike) + next;
    }
    terminal.message(message);
    terminal.err().println(next);
    return ExitStatus.USAGE;
  }

  /** A line on the options of that name; empty if there are none. */
  private static String alike(
      String option, CommandLine.UnmatchedArgumentException unmatched, Terminal terminal) {
    List<String> commands = Subcommands.withOption(option, terminal);
    if (!commands.isEmpty()) {
      return "Commands with " + option + ": " + String.join(", ", commands) + ".\n";
    }
    return unmatched.getCommandLine().getCommandSpec().findOption("-" + option) == null
        ? ""
        : "Did you mean: -" + option + "?\n";
  }

  private static String guess(CommandLine.UnmatchedArgumentException unmatched) {
    List<String> alike = unmatched.getSuggestions();
    return alike.isEmpty() ? "" : "Did you mean: " + String.join(" or ", alike) + "?\n";
  }
}

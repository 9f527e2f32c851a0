package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Turns any failure into one line and an exit status. */
record ErrorReporter(Terminal terminal)
    implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

  /** If set, stack traces are printed. */
  static final String DEBUG = "HEAPCONV_DEBUG";

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine commandLine, CommandLine.ParseResult parseResult) {
    boolean verbose = has("-v", parseResult);
    if (exception instanceof HeapConvException problem) {
      report(
          problem,
          verbose,
          has("--strict", parseResult),
          ErrorHints.of(commandLine.getCommandSpec()),
          terminal);
      return switch (problem.id()) {
        case NO_SUCH_COLUMN,
            NO_DEVICE,
            NO_DATE,
            NO_CALLERS,
            BATCH_EXISTS,
            REPEATED_DUMPS,
            SAME_RECORDING ->
            ExitStatus.USAGE;
        default -> problem.isOfOutput() ? ExitStatus.OUTPUT : ExitStatus.INPUT;
      };
    }
    debug(exception, terminal);
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
            + "; please report this with the output of the same command run with "
            + DEBUG
            + "=1");
    return ExitStatus.INTERNAL_ERROR;
  }

  /** Reports an error of an input or output; silent if it is only that the process is stopped. */
  static void report(
      HeapConvException problem,
      boolean verbose,
      boolean strict,
      ErrorHints hints,
      Terminal terminal) {
    if (problem.getCause() instanceof InterruptedIOException) {
      return;
    }
    debug(problem, terminal);
    String suggestion =
        switch (problem.id()) {
          case NO_SUCH_FILE -> MissingFile.suggestion(problem.where());
          case UNKNOWN_FORMAT -> FileNames.isProgram(problem.where()) ? OtherTools.PROGRAM : "";
          default -> "";
        };
    terminal.message(problem.where() + ": " + hints.message(problem, strict) + suggestion);
    if (verbose) {
      explain(problem.id(), terminal);
      for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
        terminal.message("cause: " + HeapConvException.reason(cause));
      }
    }
  }

  /** Prints where a failure came from, for those who look for it in the source. */
  private static void debug(Throwable failure, Terminal terminal) {
    String wanted = System.getenv(DEBUG);
    if (wanted != null && !wanted.isEmpty()) {
      failure.printStackTrace(terminal.err());
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
    CommandSpec command = exception.getCommandLine().getCommandSpec();
    String next = "";
    if (exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
      List<String> options =
          unmatched.getUnmatched().stream().map(word -> word.replaceFirst("=.*", "")).toList();
      if (!options.get(0).startsWith("-")) {
        message = "unexpected '" + options.get(0) + "'";
        message += command.positionalParameters().isEmpty() ? "; there are options only" : "";
      }
      List<String> elsewhere = new ArrayList<>();
      List<String> instead = new ArrayList<>();
      for (String option : options) {
        String others = ofOthers(option, command);
        String alike = others.isEmpty() ? alike(option, command) : "";
        next = next.isEmpty() ? alike : next;
        String other =
            others.isEmpty() && alike.isEmpty() ? OtherTools.insteadOfOption(option) : "";
        if (!others.isEmpty() && !elsewhere.contains(others)) {
          elsewhere.add(others);
        } else if (!other.isEmpty() && !instead.contains(other)) {
          instead.add(other);
        }
      }
      message = elsewhere.isEmpty() ? message : String.join("; ", elsewhere);
      if (!instead.isEmpty()) {
        message += "; use: " + String.join("; ", instead);
        if (next.isEmpty()) {
          terminal.message(message);
          return ExitStatus.USAGE;
        }
      }
    } else if (MissingFile.exists(String.valueOf(exception.getValue()))) {
      message += "; '" + exception.getValue() + "' is a file: give the option its value first";
    }
    terminal.message(message);
    terminal.err().println(next + "Try '" + command.qualifiedName() + " --help'.");
    return ExitStatus.USAGE;
  }

  /** Which other commands have an option that a command lacks; empty if none has. */
  private String ofOthers(String word, CommandSpec command) {
    String option = word.replaceFirst("^(-[a-z])[0-9]+$", "$1");
    List<String> with = Subcommands.withOption(option, terminal);
    if (with.isEmpty()) {
      return "";
    }
    int last = with.size() - 1;
    return command.qualifiedName()
        + (command.parent() == null ? " INPUT" : "")
        + " has no option "
        + option
        + "; "
        + (last == 0
            ? with.get(0) + " has it"
            : String.join(", ", with.subList(0, last)) + " and " + with.get(last) + " have it");
  }

  /** A line on an option with a name like it; empty if there is none. */
  private static String alike(String option, CommandSpec command) {
    String name = option.replaceFirst("^-*", "--").replace('_', '-');
    if (command.findOption(name) != null) {
      return "Did you mean: " + name + "?\n";
    }
    if (!OtherTools.insteadOfOption(option).isEmpty()) {
      return "";
    }
    return command.optionsMap().keySet().stream()
        .filter(own -> own.startsWith("--"))
        .filter(own -> typos(own, name) <= Math.min(2, name.length() / 4))
        .min(Comparator.comparingInt(own -> typos(own, name)))
        .map(own -> "Did you mean: " + own + "?\n")
        .orElse("");
  }

  /** How many letters are wrong in the name of an option; none if only its end is missing. */
  private static int typos(String own, String name) {
    boolean isBeginning = name.length() > 4 && own.startsWith(name);
    return isBeginning ? 0 : Subcommands.differingLetters(own, name);
  }
}

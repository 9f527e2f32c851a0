package dev.heapconv.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Entry point of the program. */
public final class Main {

  private static final int HELP_WIDTH = 80;
  private static final int MIN_HELP_WIDTH = 60;
  private static final int MAX_HELP_WIDTH = 200;

  private Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.system();
    // No stack traces of helpers: whoever waits for one sees that it failed.
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
    // A batch goes on after recordings that do not fit, and stops before its copies are deleted.
    boolean isBatch = args.length > 0 && args[0].equals("batch");
    if (args.length > 0 && !isBatch) {
      MemoryWatch.start(terminal);
      Runtime.getRuntime().addShutdownHook(new Thread(TemporaryFiles::deleteCopies));
    }
    int status = run(args, terminal);
    if (isBatch) {
      // Those of inputs that it gave up.
      TemporaryFiles.deleteCopies();
    }
    ClassData.deleteIfRejected(Instant.now());
    System.exit(status);
  }

  /** Runs one command line and returns its exit status. */
  static int run(String[] args, Terminal terminal) {
    PrintedOutput printed = new PrintedOutput(terminal.out());
    PrintWriter out = new PrintWriter(printed, false, StandardCharsets.UTF_8);
    int status = ExitStatus.OK;
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      // Scripts ask for the version most, and starting the parser would take longer than all the
      // rest.
      out.println(Version.tool());
    } else {
      status = execute(args, out, terminal);
    }
    out.flush();
    return printed.statusAfter(status, terminal);
  }

  private static int execute(String[] words, PrintWriter out, Terminal terminal) {
    leaveOutOfPicocli();
    String[] args = withoutAlias(words);
    if (args.length > 0
        && !args[0].startsWith("-")
        && !Subcommands.names().contains(args[0])
        && !MissingFile.exists(args[0])) {
      String instead = OtherTools.insteadOfLine(args);
      if (!instead.isEmpty()) {
        terminal.message(args[0] + ": no such file or command; use: " + instead);
        return ExitStatus.USAGE;
      }
    }
    try {
      if (args.length == 0) {
        String[] help = {"--help"};
        commandLine(help, terminal)
            .setOut(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
            .execute(help);
        return ExitStatus.USAGE;
      }
      CommandLine commandLine = commandLine(args, terminal).setOut(out);
      return commandLine.execute(withNumbersApart(args, commandLine));
    } catch (OutOfMemoryError e) {
      MemoryWatch.report(terminal);
      return ExitStatus.INTERNAL_ERROR;
    } catch (Error e) {
      // Picocli hands over exceptions only.
      return ErrorReporter.internal(e, terminal);
    }
  }

  /** The command that the program runs without a name was called top. */
  private static String[] withoutAlias(String[] args) {
    return args.length > 0 && args[0].equals("top")
        ? Arrays.copyOfRange(args, 1, args.length)
        : args;
  }

  /** A short option with its number, as in {@code -n3}, as two words. */
  private static String[] withNumbersApart(String[] args, CommandLine commandLine) {
    CommandLine command =
        commandLine.getSubcommands().getOrDefault(args.length == 0 ? "" : args[0], commandLine);
    List<String> words = new ArrayList<>();
    for (String arg : args) {
      OptionSpec option =
          arg.length() > 2
                  && arg.charAt(0) == '-'
                  && Character.isDigit(arg.charAt(2))
                  && arg.matches("-[a-z][0-9]+")
                  && !words.contains("--")
              ? command.getCommandSpec().findOption(arg.charAt(1))
              : null;
      boolean isNumber = option != null && option.arity().max() > 0;
      words.addAll(isNumber ? List.of(arg.substring(0, 2), arg.substring(2)) : List.of(arg));
    }
    return words.toArray(String[]::new);
  }

  /** Turns off what takes picocli milliseconds at the start and has no effect on any command. */
  private static void leaveOutOfPicocli() {
    // How to read dates, paths and database connections from the command line.
    System.setProperty("picocli.converters.excludes", ".*");
    // Finding out whether standard output shows colours.
    System.setProperty("picocli.ansi", "false");
  }

  /** The parser of everything that {@code args} can mean. */
  private static CommandLine commandLine(String[] args, Terminal terminal) {
    // The options of the program without a subcommand are of no use to one that is named first.
    CommandLine commandLine =
        Subcommands.areOfOne(args)
            ? Command.parserOfNames()
            : new HeapConvCommand(terminal).parser();
    commandLine.getCommandSpec().name("heapconv");
    for (String name : Subcommands.neededBy(args)) {
      commandLine.addSubcommand(name, Subcommands.create(name, terminal).parser());
    }
    ErrorReporter errors = new ErrorReporter(terminal);
    // As wide as the terminal, within what can be read well.
    int helpWidth =
        terminal.outIsTerminal()
            ? Math.max(MIN_HELP_WIDTH, Math.min(terminal.columns(), MAX_HELP_WIDTH))
            : HELP_WIDTH;
    return commandLine
        // Neither -http=:8080 nor -output=FILE is a list of other options.
        .setPosixClusteredShortOptionsAllowed(false)
        // A shell's * also names files that begin with @.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(helpWidth)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(errors);
  }
}

package dev.heapconv.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import picocli.CommandLine;

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
    boolean isOfMany = CommandWords.of(args).areOfMany();
    if (args.length > 0 && !isOfMany) {
      MemoryWatch.start(terminal);
      Runtime.getRuntime().addShutdownHook(new Thread(TemporaryFiles::deleteCopies));
    }
    int status = run(args, terminal);
    if (isOfMany) {
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
    CommandWords words = CommandWords.of(args);
    if (words.askVersion()) {
      // Scripts ask for the version most, and starting the parser would take longer than all the
      // rest.
      out.println(Version.tool());
    } else {
      status = execute(words, out, terminal);
    }
    out.flush();
    return printed.statusAfter(status, terminal);
  }

  private static int execute(CommandWords words, PrintWriter out, Terminal terminal) {
    leaveOutOfPicocli();
    String instead = words.instead();
    if (!instead.isEmpty()) {
      terminal.message(words.words().get(0) + ": no such file or command; use: " + instead);
      return ExitStatus.USAGE;
    }
    try {
      if (words.isEmpty()) {
        commandLine(CommandWords.of("-h"), terminal)
            .setOut(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
            .execute("-h");
        return ExitStatus.USAGE;
      }
      CommandLine commandLine = commandLine(words, terminal).setOut(out);
      return commandLine.execute(words.forParser(commandLine));
    } catch (OutOfMemoryError e) {
      MemoryWatch.report(terminal);
      return ExitStatus.INTERNAL_ERROR;
    } catch (Error e) {
      // Picocli hands over exceptions only.
      return ErrorReporter.internal(e, terminal);
    }
  }

  /** Turns off what takes picocli milliseconds at the start and has no effect on any command. */
  private static void leaveOutOfPicocli() {
    // How to read dates, paths and database connections from the command line.
    System.setProperty("picocli.converters.excludes", ".*");
    // Finding out whether standard output shows colours.
    System.setProperty("picocli.ansi", "false");
  }

  /** The parser of everything that the words can mean. */
  private static CommandLine commandLine(CommandWords words, Terminal terminal) {
    // The options of the program without a subcommand are of no use to one that is named first.
    CommandLine commandLine =
        words.areOfOne() ? Command.parserOfNames() : new HeapConvCommand(terminal).parser();
    commandLine.getCommandSpec().name("heapconv");
    for (String name : words.neededCommands()) {
      commandLine.addSubcommand(name, Subcommands.create(name, terminal).parser());
    }
    if (words.askHelp()) {
      Command.showHelp(commandLine, words.askShortHelp());
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

package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import java.io.File;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine;

/** Entry point of the program. */
public final class Main {

  private static final int HELP_WIDTH = 80;
  private static final int MIN_HELP_WIDTH = 60;
  private static final int MAX_HELP_WIDTH = 100;

  private Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.system();
    int status = run(RawArguments.exact(args), terminal);
    ClassData.deleteIfRejected(Instant.now());
    System.exit(status);
  }

  /** Runs one command line and returns its exit status. */
  static int run(String[] args, Terminal terminal) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      // Scripts ask for the version most, and starting the parser would take longer than all the
      // rest.
      PrintedOutput printed = new PrintedOutput(terminal.out());
      PrintWriter out = new PrintWriter(printed, false, StandardCharsets.UTF_8);
      out.println(Version.tool());
      out.flush();
      return printed.statusAfter(ExitStatus.OK, terminal);
    }
    leaveOutOfPicocli();
    PrintedOutput printed = new PrintedOutput(terminal.out());
    CommandOrder order = new CommandOrder(terminal);
    String[] ordered = order.nameFirst(args);
    CommandLine commandLine =
        commandLine(terminal, ordered)
            .setExecutionStrategy(order)
            .setOut(new PrintWriter(printed, false, StandardCharsets.UTF_8));
    int status = execute(commandLine, ordered, terminal);
    commandLine.getOut().flush();
    commandLine.getErr().flush();
    return printed.statusAfter(status, terminal);
  }

  /** Turns off what takes picocli milliseconds at the start and has no effect on any command. */
  private static void leaveOutOfPicocli() {
    // How to read dates, paths and database connections from the command line.
    System.setProperty("picocli.converters.excludes", ".*");
    // Finding out whether standard output shows colours.
    System.setProperty("picocli.ansi", "false");
  }

  private static int execute(CommandLine commandLine, String[] args, Terminal terminal) {
    try {
      for (String arg : args) {
        // Picocli would print a stack trace.
        if (arg.startsWith("@") && new File(arg.substring(1)).isDirectory()) {
          terminal.message("heapconv: " + arg + ": is a directory, not a file of arguments");
          return ExitStatus.USAGE;
        }
      }
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      terminal.message("heapconv: out of memory" + ErrorHints.suffix(ErrorId.OUT_OF_MEMORY));
      return ExitStatus.INTERNAL_ERROR;
    }
  }

  /** As wide as the terminal, within what can be read well. */
  private static int helpWidth(List<String> args, Terminal terminal) {
    boolean wanted = args.contains("--help") || args.contains("-h") || args.contains("help");
    return wanted && terminal.outIsTerminal()
        ? Math.max(MIN_HELP_WIDTH, Math.min(TerminalWidth.columns(), MAX_HELP_WIDTH))
        : HELP_WIDTH;
  }

  /** The parser of everything that {@code args} can mean. */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
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
    return commandLine
        .setOut(new PrintWriter(terminal.out(), false, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(helpWidth(List.of(args), terminal))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(errors);
  }
}

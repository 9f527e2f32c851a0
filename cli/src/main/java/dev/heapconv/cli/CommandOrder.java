package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Lets options and inputs precede the name of a subcommand. The parser would assign them to the
 * command without a subcommand, which does not run, and so ignore them.
 */
final class CommandOrder implements CommandLine.IExecutionStrategy {

  private final Terminal terminal;

  CommandOrder(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The same command line with the name of its subcommand first; as it is if it has none. */
  String[] nameFirst(String[] args) {
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      if (!Subcommands.isName(args[i])) {
        continue;
      }
      if (i == 0) {
        return args;
      }
      List<String> before = List.of(args).subList(0, i);
      if (isComplete(before, Subcommands.create(args[i], terminal))
          || isComplete(before, new HeapConvCommand(terminal))) {
        List<String> reordered = new ArrayList<>();
        reordered.add(args[i]);
        reordered.addAll(before);
        reordered.addAll(List.of(args).subList(i + 1, args.length));
        return reordered.toArray(new String[0]);
      }
    }
    return args;
  }

  /**
   * Whether a command understands {@code args}, and the last is not an option that takes the next
   * word as its value.
   */
  private boolean isComplete(List<String> args, Command command) {
    List<String> withHelp = new ArrayList<>(args);
    // Accepts a command line without its required options.
    withHelp.add("--help");
    try {
      command
          .parser()
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setOverwrittenOptionsAllowed(true)
          .parseArgs(withHelp.toArray(new String[0]));
      return true;
    } catch (CommandLine.ParameterException e) {
      return false;
    }
  }

  /** Refuses what {@link #nameFirst} cannot see: a name in a file of arguments, after others. */
  @Override
  public int execute(CommandLine.ParseResult result) {
    CommandLine.@Nullable ParseResult subcommand = result.subcommand();
    if (subcommand != null && !result.matchedArgs().isEmpty()) {
      throw new CommandLine.ParameterException(
          result.commandSpec().commandLine(),
          "put options and inputs after '" + subcommand.commandSpec().name() + "'");
    }
    return new CommandLine.RunLast().execute(result);
  }
}

package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * The subcommands. Their options take a millisecond to build, so only those are created that a
 * command line can name.
 */
final class Subcommands {

  /** The one that may list the others. */
  static final String HELP = "help";

  /** How messages call the command without a name. */
  static final String OF_INPUTS = "heapconv INPUT";

  /** In the order in which help lists them. */
  private static final List<String> NAMES =
      List.of("info", "growth", "diff", "batch", "fleet", "plan", HELP);

  /** Those that convert many inputs; LauncherTest tells the launcher. */
  static final List<String> OF_MANY = List.of("batch", "fleet add");

  /** A name in which so many letters are missing or too many is taken for a mistyped one. */
  private static final int MAX_TYPOS = 2;

  private Subcommands() {}

  static List<String> names() {
    return NAMES;
  }

  /** Creates the one with a name. */
  static Command create(String name, Terminal terminal) {
    return switch (name) {
      case "info" -> new InfoCommand(terminal);
      case "diff" -> new DiffCommand(terminal);
      case "growth" -> new GrowthCommand(terminal);
      case "batch" -> new BatchCommand(terminal);
      case "fleet" -> new FleetCommand(terminal);
      case "plan" -> new PlanCommand(terminal);
      case HELP -> new HelpCommand(terminal);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The names of all commands that have an option, among them {@link #OF_INPUTS}. */
  static List<String> withOption(String option, Terminal terminal) {
    List<String> names = new ArrayList<>();
    if (new HeapConvCommand(terminal).parser().getCommandSpec().findOption(option) != null) {
      names.add(OF_INPUTS);
    }
    for (String name : NAMES) {
      CommandLine command = create(name, terminal).parser();
      if (command.getCommandSpec().findOption(option) != null) {
        names.add(name);
      }
      command
          .getSubcommands()
          .forEach(
              (next, nested) -> {
                if (nested.getCommandSpec().findOption(option) != null) {
                  names.add(name + " " + next);
                }
              });
    }
    return names;
  }

  /**
   * The command that a word may have been meant for, as the end of a message; empty if it is like
   * none.
   */
  static String suggestion(String word) {
    for (String name : NAMES) {
      if (word.equals(name)) {
        return "; put the name of the command first, as in 'heapconv " + name + " INPUT'";
      }
      if (differingLetters(word, name) <= Math.min(MAX_TYPOS, name.length() / 2)) {
        return "; did you mean 'heapconv " + name + "'?";
      }
    }
    return "";
  }

  /** How many letters only one of two words has, whatever their order. */
  static int differingLetters(String one, String other) {
    StringBuilder left = new StringBuilder(other);
    int differing = 0;
    for (int i = 0; i < one.length(); i++) {
      int at = left.indexOf(one.substring(i, i + 1));
      if (at >= 0) {
        left.deleteCharAt(at);
      } else {
        differing++;
      }
    }
    return differing + left.length();
  }
}

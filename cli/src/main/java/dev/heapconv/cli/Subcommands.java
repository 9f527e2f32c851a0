package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * The subcommands. Their options take a millisecond to build, so only those are created that a
 * command line can name.
 */
final class Subcommands {

  /** In the order in which help lists them. */
  private static final List<String> NAMES =
      List.of(
          "top",
          "info",
          "merge",
          "diff",
          "growth",
          "batch",
          "fleet",
          "compare",
          "accuracy",
          "completion",
          "help");

  /** Those that may list the others. */
  private static final List<String> ABOUT_OTHERS = List.of("completion", "help");

  /** A name with so many letters wrong, missing or swapped is taken for a mistyped one. */
  private static final int MAX_TYPOS = 2;

  private Subcommands() {}

  static List<String> names() {
    return NAMES;
  }

  static boolean isName(String word) {
    return NAMES.contains(word);
  }

  /** Creates the one with a name. */
  static Command create(String name, Terminal terminal) {
    return switch (name) {
      case "top" -> new TopCommand(terminal);
      case "info" -> new InfoCommand(terminal);
      case "merge" -> new MergeCommand(terminal);
      case "diff" -> new DiffCommand(terminal);
      case "growth" -> new GrowthCommand(terminal);
      case "batch" -> new BatchCommand(terminal);
      case "fleet" -> new FleetCommand(terminal);
      case "compare" -> new CompareCommand(terminal);
      case "accuracy" -> new AccuracyCommand(terminal);
      case "completion" -> new CompletionCommand();
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Whether {@code args} are those of one subcommand, whatever the others are. */
  static boolean areOfOne(String[] args) {
    return args.length > 0 && isName(args[0]) && !ABOUT_OTHERS.contains(args[0]);
  }

  /** The names of those that {@code args} can name: all if help may have to list them. */
  static List<String> neededBy(String[] args) {
    if (areOfOne(args)) {
      return List.of(args[0]);
    }
    List<String> words = List.of(args);
    for (String word : words) {
      // A word with @ is a file of arguments, which only the parser reads.
      if (word.equals("--help")
          || word.equals("-h")
          || word.startsWith("@")
          || ABOUT_OTHERS.contains(word)) {
        return NAMES;
      }
    }
    List<String> needed = new ArrayList<>(NAMES);
    needed.retainAll(words);
    return needed;
  }

  /** The names of those that have an option. */
  static List<String> withOption(String option, Terminal terminal) {
    List<String> names = new ArrayList<>();
    for (String name : NAMES) {
      if (create(name, terminal).hasOption(option)) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * The command that a word may have been meant for, as the end of a message; empty if it is like
   * none.
   */
  static String suggestion(String word) {
    for (String name : NAMES) {
      int most = Math.min(MAX_TYPOS, name.length() / 2);
      if (!word.equals(name) && distance(word, name) <= most) {
        return "; did you mean 'heapconv " + name + "'?";
      }
    }
    return "";
  }

  /** The number of letters to insert, delete or replace, or of neighbours to swap (Damerau). */
  private static int distance(String one, String other) {
    int[][] distance = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          distance[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
        least = Math.min(least, distance[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least = Math.min(least, distance[i - 2][j - 2] + 1);
        }
        distance[i][j] = least;
      }
    }
    return distance[one.length()][other.length()];
  }
}

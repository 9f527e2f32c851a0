package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The subcommands. Reading the annotations of one takes milliseconds, so only those that a command
 * line can name are registered.
 */
final class Subcommands {

  /** In the order in which help lists them. */
  private static final List<Class<?>> ALL =
      List.of(
          TopCommand.class,
          InfoCommand.class,
          MergeCommand.class,
          DiffCommand.class,
          GrowthCommand.class,
          BatchCommand.class,
          AccuracyCommand.class,
          CompletionCommand.class,
          HelpCommand.class);

  /** A name with so many letters wrong, missing or swapped is taken for a mistyped one. */
  private static final int MOST_TYPOS = 2;

  private Subcommands() {}

  /** Those whose names occur in {@code args}; all of them if help may have to list them. */
  static List<Class<?>> neededBy(String[] args) {
    List<String> words = List.of(args);
    if (words.contains("--help") || words.contains("-h")) {
      return ALL;
    }
    for (String word : words) {
      if (word.startsWith("@")) {
        // A file of arguments, which only the parser reads.
        return ALL;
      }
    }
    List<Class<?>> needed = new ArrayList<>();
    for (Class<?> subcommand : ALL) {
      if (words.contains(name(subcommand))) {
        needed.add(subcommand);
      }
    }
    boolean listsOthers =
        needed.contains(CompletionCommand.class) || needed.contains(HelpCommand.class);
    return listsOthers ? ALL : needed;
  }

  /** The one with a name; null if there is none. */
  static @Nullable Class<?> named(String word) {
    for (Class<?> subcommand : ALL) {
      if (name(subcommand).equals(word)) {
        return subcommand;
      }
    }
    return null;
  }

  /** The names of those that have an option. */
  static List<String> withOption(String option, CommandLine.IFactory factory) {
    List<String> names = new ArrayList<>();
    for (Class<?> subcommand : ALL) {
      CommandLine parser = new CommandLine(subcommand, factory);
      if (parser.getCommandSpec().optionsMap().containsKey(option)) {
        names.add(name(subcommand));
      }
    }
    return names;
  }

  /**
   * The command that a word may have been meant for, as the end of a message; empty if it is like
   * none.
   */
  static String suggestion(String word) {
    for (Class<?> subcommand : ALL) {
      String name = name(subcommand);
      int most = Math.min(MOST_TYPOS, name.length() / 2);
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

  private static String name(Class<?> subcommand) {
    return subcommand.getAnnotation(Command.class).name();
  }
}

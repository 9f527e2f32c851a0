package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
          CompletionCommand.class);

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
    return needed.contains(CompletionCommand.class) ? ALL : needed;
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

  private static String name(Class<?> subcommand) {
    return subcommand.getAnnotation(Command.class).name();
  }
}

package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words of a command line, and all that is read of them before the parser is built: which
 * commands it needs, and what is no command at all.
 *
 * @param words without the other name that the command without a name has
 */
record CommandWords(List<String> words) {

  /** The command without a name was called this. */
  static final String ALIAS = "top";

  private static final Set<String> VERSION = Set.of("--version", "-V");
  private static final String SHORT_HELP = "-h";
  private static final String ALL_HELP = "--help";

  static CommandWords of(String... args) {
    List<String> words = Arrays.asList(args);
    boolean named = !words.isEmpty() && words.get(0).equals(ALIAS);
    return new CommandWords(named ? words.subList(1, words.size()) : words);
  }

  /** Likewise, for completion. */
  static List<String> withoutAlias(List<String> line) {
    return line.size() > 1 && line.get(0).equals(ALIAS) ? line.subList(1, line.size()) : line;
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /** The command that comes first; empty for the one without a name. */
  String command() {
    return !words.isEmpty() && Subcommands.names().contains(words.get(0)) ? words.get(0) : "";
  }

  /** Whether only the version is asked for. */
  boolean askVersion() {
    return words.size() == 1 && VERSION.contains(words.get(0));
  }

  /** Whether help is asked for: {@code -h} in short, {@code --help} all of it. */
  boolean askHelp() {
    return contain(SHORT_HELP) || contain(ALL_HELP);
  }

  /** Whether short help is asked for. */
  boolean askShortHelp() {
    return contain(SHORT_HELP) && !contain(ALL_HELP);
  }

  private boolean contain(String option) {
    int end = words.indexOf("--");
    return words.subList(0, end < 0 ? words.size() : end).contains(option);
  }

  /** Whether many inputs are converted, which takes long and goes on after errors. */
  boolean areOfMany() {
    return Subcommands.OF_MANY.contains(command())
        || words.size() > 1 && Subcommands.OF_MANY.contains(command() + " " + words.get(1));
  }

  /** Whether they are those of one named command, whatever the others are. */
  boolean areOfOne() {
    return !command().isEmpty() && !command().equals(Subcommands.HELP);
  }

  /** The names of the commands that they need: all if they may list them. */
  List<String> neededCommands() {
    if (areOfOne()) {
      return List.of(command());
    }
    return command().equals(Subcommands.HELP) || askHelp() ? Subcommands.names() : List.of();
  }

  /** What does here what they do with another tool; empty if they name an input or a command. */
  String instead() {
    if (words.isEmpty()
        || words.get(0).startsWith("-")
        || !command().isEmpty()
        || MissingFile.exists(words.get(0))) {
      return "";
    }
    return OtherTools.insteadOfLine(words.toArray(String[]::new));
  }

  /** The words for the parser: a short option with its number, as in {@code -n3}, is two. */
  String[] forParser(CommandLine program) {
    CommandLine command = program.getSubcommands().getOrDefault(command(), program);
    if (words.size() > 1) {
      command = command.getSubcommands().getOrDefault(words.get(1), command);
    }
    List<String> apart = new ArrayList<>();
    for (String word : words) {
      OptionSpec option =
          word.matches("-[a-z][0-9]+") && !apart.contains("--")
              ? command.getCommandSpec().findOption(word.charAt(1))
              : null;
      boolean isNumber = option != null && option.arity().max() > 0;
      apart.addAll(isNumber ? List.of(word.substring(0, 2), word.substring(2)) : List.of(word));
    }
    return apart.toArray(String[]::new);
  }
}

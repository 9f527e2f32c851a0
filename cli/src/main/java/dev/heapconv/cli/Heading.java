package dev.heapconv.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What options are listed under, in the order of help. */
enum Heading {
  OUTPUT,
  SELECTION,
  TABLE,
  FLEETS,
  NAMES,
  NUMBERS,
  SUMS,
  GATE,
  INPUT,
  RESUMING,
  GENERAL;

  /** All options of a command, each heading followed by its own, as they were declared. */
  static String all(Help help) {
    StringBuilder text = new StringBuilder();
    for (Heading heading : values()) {
      String name = heading.name();
      List<OptionSpec> options = heading.options(help.commandSpec());
      if (!options.isEmpty()) {
        String title = name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
        text.append('\n').append(title).append(":\n").append(list(help, options));
      }
    }
    return text.toString();
  }

  /** The names of all options of a command, each heading followed by its own. */
  static String names(Help help) {
    int width = help.commandSpec().usageMessage().width();
    StringBuilder text = new StringBuilder("\n");
    for (Heading heading : values()) {
      StringBuilder line = new StringBuilder();
      for (OptionSpec option : heading.options(help.commandSpec())) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String name = option.shortestName() + value;
        line.append(line.isEmpty() ? heading.title() : ",");
        int begin = line.lastIndexOf("\n") + 1;
        boolean fits = line.length() - begin + 2 + name.length() < width;
        line.append(fits ? " " : "\n" + " ".repeat(heading.title().length() + 1)).append(name);
      }
      text.append(line).append(line.isEmpty() ? "" : "\n");
    }
    return text.toString();
  }

  /** As wide as the longest. */
  private String title() {
    String name = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT) + ":";
    return String.format(Locale.ROOT, "%-10s", name);
  }

  /** All options of a command in the order of help. */
  static List<OptionSpec> inOrder(CommandSpec command) {
    return Stream.of(values()).flatMap(heading -> heading.options(command).stream()).toList();
  }

  private List<OptionSpec> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> name().equals(option.descriptionKey()) && !option.hidden())
        .toList();
  }

  /** Some options of a command, in columns as wide as those of all. */
  private static String list(Help help, List<OptionSpec> options) {
    CommandSpec command = help.commandSpec();
    Help.Layout layout =
        help.createDefaultLayout(
            command.options(), command.positionalParameters(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return layout.toString();
  }
}

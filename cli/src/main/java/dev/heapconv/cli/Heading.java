package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What options are listed under, in the order of help and of the manual page. */
enum Heading {
  OUTPUT,
  SELECTION,
  TABLE,
  NAMES,
  NUMBERS,
  SUMS,
  GATE,
  INPUT,
  RESUMING,
  GENERAL;

  String title() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** The options of a command under this heading, as they were declared. */
  List<OptionSpec> of(CommandSpec command) {
    List<OptionSpec> options = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (!option.hidden() && name().equals(option.descriptionKey())) {
        options.add(option);
      }
    }
    return options;
  }

  /** All options of a command, each heading followed by its own. */
  static String all(Help help) {
    StringBuilder text = new StringBuilder();
    for (Heading heading : values()) {
      List<OptionSpec> options = heading.of(help.commandSpec());
      if (!options.isEmpty()) {
        text.append('\n').append(heading.title()).append(":\n").append(list(help, options));
      }
    }
    return text.toString();
  }

  /** Some options of a command, in columns as wide as those of all. */
  static String list(Help help, List<OptionSpec> options) {
    CommandSpec command = help.commandSpec();
    Help.Layout layout =
        help.createDefaultLayout(
            command.options(), command.positionalParameters(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return layout.toString();
  }
}

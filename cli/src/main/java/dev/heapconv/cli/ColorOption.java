package dev.heapconv.cli;

import java.util.List;

/** The option of commands that print tables for people. */
final class ColorOption extends OptionGroup {

  private enum When {
    AUTO,
    ALWAYS,
    NEVER
  }

  private final Argument<When> when =
      oneOf(
          List.of(When.values()),
          option(
              Heading.GENERAL,
              "--color auto|always|never",
              "Color tables on stdout. auto (default): on a terminal, unless NO_COLOR is set."));

  /** Whether to color a table on stdout. */
  boolean isWanted(Terminal terminal) {
    return switch (when.valueOr(When.AUTO)) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal.outIsTerminal() && System.getenv("NO_COLOR") == null;
    };
  }
}

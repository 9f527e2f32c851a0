package dev.heapconv.cli;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import picocli.CommandLine.Option;

/** Options of every command for messages other than its result. */
final class MessageOptions {

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description =
          "Print more: what each input is and how its numbers are made, files written, and"
              + " explanations and stack traces of errors.")
  private boolean verbose;

  @Option(names = "--no-progress", description = "Show no progress, even on a terminal.")
  private boolean noProgress;

  boolean quiet() {
    return quiet;
  }

  /** Whether to show progress, on a terminal or not. */
  boolean wantsProgress() {
    return !quiet && !noProgress;
  }

  boolean verbose() {
    return verbose && !quiet;
  }

  boolean progress(Terminal terminal) {
    return !quiet && !noProgress && terminal.errIsTerminal();
  }

  /** Reports the warnings of an input and, if wanted, what was found in it. */
  void report(EstimatedProfile profile, Terminal terminal) {
    if (verbose()) {
      String input = "heapconv: " + profile.capture().source() + ": ";
      terminal.message(input + profile.capture().format());
      for (String comment : profile.comments()) {
        terminal.message(input + comment);
      }
    }
    report(profile, 0, terminal);
  }

  /** Reports the warnings after the first ones. */
  void report(EstimatedProfile profile, int first, Terminal terminal) {
    if (!quiet) {
      for (Warning warning : profile.warnings().subList(first, profile.warnings().size())) {
        terminal.message(
            "heapconv: "
                + profile.capture().source()
                + ": warning: "
                + ErrorHints.message(warning));
      }
    }
  }
}

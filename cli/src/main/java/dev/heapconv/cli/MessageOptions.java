package dev.heapconv.cli;

import dev.heapconv.model.Warning;
import dev.heapconv.model.Warnings;
import picocli.CommandLine.Option;

/** Options of every command about what it says beside its result. */
final class MessageOptions {

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say more: what was read and written; stack traces of errors.")
  private boolean verbose;

  @Option(names = "--no-progress", description = "No progress line, even on a terminal.")
  private boolean noProgress;

  boolean quiet() {
    return quiet;
  }

  /** Whether to tell of progress, on a terminal or elsewhere. */
  boolean wantsProgress() {
    return !quiet && !noProgress;
  }

  boolean verbose() {
    return verbose && !quiet;
  }

  boolean progress(Terminal terminal) {
    return !quiet && !noProgress && terminal.errIsTerminal();
  }

  void report(String source, Warnings warnings, Terminal terminal) {
    if (!quiet) {
      for (Warning warning : warnings.list()) {
        terminal.message("heapconv: " + source + ": warning: " + warning.message());
      }
    }
  }
}

package dev.heapconv.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option or parameter, and what the command line says about it.
 *
 * @param <T> type of the value; a list if it may be repeated
 */
sealed class Argument<T> permits Flag {

  private final ArgSpec spec;

  Argument(ArgSpec spec) {
    this.spec = spec;
  }

  final ArgSpec spec() {
    return spec;
  }

  /** Null if it was not given. */
  final @Nullable T value() {
    return spec.getValue();
  }

  /**
   * @param usual the value if it was not given
   */
  final T valueOr(T usual) {
    T value = value();
    return value == null ? usual : value;
  }

  /** The value of an argument without which the command line is refused. */
  final T required() {
    return Objects.requireNonNull(value(), this::name);
  }

  final boolean isGiven() {
    return value() != null;
  }

  /** The command it belongs to, as it is called on a command line. */
  final String command() {
    return spec.command().qualifiedName();
  }

  /** Which option has a file as its value, though it may not take one; empty if none has. */
  final String takenByOption() {
    for (OptionSpec option : spec.command().commandLine().getParseResult().matchedOptions()) {
      List<String> values = option.stringValues();
      String last = values.isEmpty() ? "" : values.get(values.size() - 1);
      if (!last.isEmpty() && MissingFile.exists(last)) {
        return "; " + option.longestName() + " took '" + last + "' as its value";
      }
    }
    return "";
  }

  /** The name for messages. */
  final String name() {
    return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
  }
}

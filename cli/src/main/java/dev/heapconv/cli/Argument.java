package dev.heapconv.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option or parameter, and what the command line says about it.
 *
 * @param <T> type of the value; a list if it may be repeated
 */
final class Argument<T> {

  private final ArgSpec spec;

  Argument(ArgSpec spec) {
    this.spec = spec;
  }

  ArgSpec spec() {
    return spec;
  }

  /** Null if it was not given. */
  @Nullable T value() {
    return spec.getValue();
  }

  /**
   * @param usual the value if it was not given
   */
  T valueOr(T usual) {
    T value = value();
    return value == null ? usual : value;
  }

  /** The value of an argument without which the command line is refused. */
  T required() {
    return Objects.requireNonNull(value(), this::name);
  }

  /** Whether it was given; for an option without a value, whether it is set. */
  boolean isGiven() {
    return value() != null;
  }

  /**
   * Refuses it where it has no effect.
   *
   * @param given whether that is given which gives it one
   * @param other what that is called
   */
  void needs(boolean given, String other) {
    if (isGiven() && !given) {
      throw new UsageException(name() + " needs " + other);
    }
  }

  /** Refuses it, if it was given, for a reason that follows its name. */
  void refuse(String reason) {
    if (isGiven()) {
      throw new UsageException(name() + " " + reason);
    }
  }

  /** The command it belongs to. */
  CommandSpec command() {
    return spec.command();
  }

  /** Which option has a file as its value, though it may not take one; empty if none has. */
  String takenByOption() {
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
  String name() {
    return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
  }
}

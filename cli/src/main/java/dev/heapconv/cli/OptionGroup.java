package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Options that belong together. Help lists them in the order in which the fields that hold them are
 * declared. Picocli's annotations would say the same, but reading them takes a quarter of a short
 * conversion.
 */
abstract class OptionGroup {

  private final List<ArgSpec> arguments = new ArrayList<>();

  /** Starts the description of an option, which help lists under a heading. */
  static OptionSpec.Builder option(Heading heading, String name, String... otherNames) {
    // Picocli would look for a description under this key in a resource bundle; there is none.
    return OptionSpec.builder(name, otherNames).descriptionKey(heading.name());
  }

  /** Includes the options of a group. */
  final <G extends OptionGroup> G group(G group) {
    OptionGroup included = group;
    arguments.addAll(included.arguments);
    return group;
  }

  /** Takes out options again that some commands do without. */
  final void leaveOut(Argument<?>... options) {
    for (Argument<?> option : options) {
      arguments.remove(option.spec());
    }
  }

  /** An option without a value. */
  final Flag flag(OptionSpec.Builder option) {
    return new Flag(added(option.type(boolean.class).build()));
  }

  /** An option with any text as its value. */
  final Argument<String> text(OptionSpec.Builder option) {
    return value(String.class, option);
  }

  /** An option with a value of a type that picocli can read. */
  final <T> Argument<T> value(Class<T> type, OptionSpec.Builder option) {
    return new Argument<>(added(option.type(type).build()));
  }

  /** An option with a value that {@code converter} reads. */
  final <T> Argument<T> value(
      Class<T> type, ITypeConverter<T> converter, OptionSpec.Builder option) {
    return value(type, option.converters(converter));
  }

  /** An option whose value is one of a closed set, which help and completion list. */
  final <E extends Enum<E>> Argument<E> oneOf(E[] values, OptionSpec.Builder option) {
    Ids<E> ids = new Ids<>(values);
    return value(values[0].getDeclaringClass(), ids, option.completionCandidates(ids));
  }

  /** An option that may be repeated. */
  final Argument<List<String>> texts(OptionSpec.Builder option) {
    return new Argument<>(added(option.type(List.class).auxiliaryTypes(String.class).build()));
  }

  /** Like {@link #texts}. */
  final <T> Argument<List<T>> values(
      Class<T> type, ITypeConverter<T> converter, OptionSpec.Builder option) {
    return new Argument<>(
        added(option.type(List.class).auxiliaryTypes(type).converters(converter).build()));
  }

  /** A word of the command line that belongs to no option. */
  final Argument<String> parameter(PositionalParamSpec.Builder parameter) {
    return new Argument<>(added(parameter.type(String.class).build()));
  }

  /** All such words from a place on. */
  final Argument<List<String>> parameters(PositionalParamSpec.Builder parameters) {
    return new Argument<>(added(parameters.type(List.class).auxiliaryTypes(String.class).build()));
  }

  private ArgSpec added(ArgSpec argument) {
    arguments.add(argument);
    return argument;
  }

  final void addTo(CommandSpec command) {
    for (ArgSpec argument : arguments) {
      command.add(argument);
    }
  }

  final boolean hasOption(String name) {
    for (ArgSpec argument : arguments) {
      if (argument instanceof OptionSpec option && List.of(option.names()).contains(name)) {
        return true;
      }
    }
    return false;
  }
}

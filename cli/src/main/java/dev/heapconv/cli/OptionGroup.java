package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Options that belong together. Help lists them in the order in which the fields that hold them are
 * declared. Picocli's annotations would say the same, but reading them takes a quarter of a short
 * conversion.
 */
abstract class OptionGroup {

  private final List<ArgSpec> arguments = new ArrayList<>();

  /**
   * Reads a value. Lambdas are of no type of picocli's: its classes are compiled for an old Java,
   * and class data for Java 17 can hold no lambdas of such types.
   */
  private record Converter<T>(Function<String, T> function) implements ITypeConverter<T> {
    @Override
    public T convert(String text) {
      return function.apply(text);
    }
  }

  /**
   * Starts the specification of an option.
   *
   * @param heading under which help lists it
   * @param usage its names, and what its value is called if it has one: {@code -o --output OUT}
   */
  static OptionSpec.Builder option(Heading heading, String usage, String description) {
    String[] words = usage.split(" ");
    String last = words[words.length - 1];
    boolean hasValue = !last.startsWith("-");
    OptionSpec.Builder option =
        OptionSpec.builder(hasValue ? Arrays.copyOf(words, words.length - 1) : words);
    // Picocli would look for a description under this key in a resource bundle; there is none.
    option.descriptionKey(heading.name()).description(description);
    return hasValue ? option.paramLabel(last) : option;
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
  final Flag flag(Heading heading, String usage, String description) {
    OptionSpec.Builder option = option(heading, usage, description);
    return new Flag(added(option.type(boolean.class).build()));
  }

  /** An option with any text as its value. */
  final Argument<String> text(Heading heading, String usage, String description) {
    return text(option(heading, usage, description));
  }

  /** The same. */
  final Argument<String> text(OptionSpec.Builder option) {
    return value(String.class, option);
  }

  /** An option with a value of a type that picocli can read. */
  final <T> Argument<T> value(Class<T> type, OptionSpec.Builder option) {
    return new Argument<>(added(option.type(type).build()));
  }

  /** An option with a value that {@code converter} reads. */
  final <T> Argument<T> value(
      Class<T> type, Function<String, T> converter, OptionSpec.Builder option) {
    return value(type, option.converters(new Converter<>(converter)));
  }

  /**
   * An option whose value is one of a closed set, as {@code toString} returns it in any case; help
   * and completion list them in lower case. Picocli's own list would also contain the names of the
   * constants.
   */
  final <E extends Enum<E>> Argument<E> oneOf(List<E> values, OptionSpec.Builder option) {
    Iterable<String> ids =
        () -> values.stream().map(value -> value.toString().toLowerCase(Locale.ROOT)).iterator();
    Function<String, E> converter =
        text -> {
          for (E value : values) {
            if (value.toString().equalsIgnoreCase(text)) {
              return value;
            }
          }
          throw new TypeConversionException(
              "expected " + String.join(", ", ids) + " but was '" + text + "'");
        };
    Class<E> type = values.get(0).getDeclaringClass();
    return value(type, converter, option.completionCandidates(ids));
  }

  /** An option whose value is a regular expression. */
  final Argument<Pattern> pattern(Heading heading, String usage, String description) {
    Function<String, Pattern> converter =
        text -> {
          try {
            return Pattern.compile(text);
          } catch (PatternSyntaxException e) {
            throw new TypeConversionException(
                "'" + text + "' is not a valid regular expression: " + e.getDescription());
          }
        };
    return value(Pattern.class, converter, option(heading, usage, description));
  }

  /** An option that may be repeated. */
  final Argument<List<String>> texts(Heading heading, String usage, String description) {
    OptionSpec.Builder option = option(heading, usage, description);
    return new Argument<>(added(option.type(List.class).auxiliaryTypes(String.class).build()));
  }

  /** Like {@link #texts}. */
  final <T> Argument<List<T>> values(
      Class<T> type, Function<String, T> converter, OptionSpec.Builder option) {
    return new Argument<>(
        added(
            option
                .type(List.class)
                .auxiliaryTypes(type)
                .converters(new Converter<>(converter))
                .build()));
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
}

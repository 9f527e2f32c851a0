package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
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

  /** Lists an option before the others of this group. */
  final <T> Argument<T> first(Argument<T> option) {
    arguments.remove(option.spec());
    arguments.add(0, option.spec());
    return option;
  }

  /** Takes out options again that some commands do without. */
  final void leaveOut(Argument<?>... options) {
    for (Argument<?> option : options) {
      arguments.remove(option.spec());
    }
  }

  /** An option without a value. */
  final Argument<Boolean> flag(Heading heading, String usage, String description) {
    return added(option(heading, usage, description).type(boolean.class).build());
  }

  /** An option with any text as its value. */
  final Argument<String> text(Heading heading, String usage, String description) {
    return text(null, heading, usage, description);
  }

  /** The same, with what completion offers. */
  final Argument<String> text(
      @Nullable Iterable<String> candidates, Heading heading, String usage, String description) {
    return added(
        option(heading, usage, description)
            .type(String.class)
            .completionCandidates(candidates)
            .build());
  }

  /**
   * An option that few need, which no list has: the messages that it is for name it. It may be
   * repeated.
   */
  final Argument<List<String>> hiddenTexts(String usage, String description) {
    return values(text -> text, option(Heading.GENERAL, usage, description).hidden(true));
  }

  /** An option with a value that {@code reader} reads. */
  final <T> Argument<T> value(
      Function<String, T> reader, Heading heading, String usage, String description) {
    return value(reader, null, heading, usage, description);
  }

  /** The same, with what completion offers. */
  final <T> Argument<T> value(
      Function<String, T> reader,
      @Nullable Iterable<String> candidates,
      Heading heading,
      String usage,
      String description) {
    return value(reader, option(heading, usage, description).completionCandidates(candidates));
  }

  /** The same, with what else is said of the option. */
  final <T> Argument<T> value(Function<String, T> reader, OptionSpec.Builder option) {
    // Picocli needs to know of the type only that it is no boolean, which would take no value.
    return added(option.type(Object.class).converters((ITypeConverter<T>) reader::apply).build());
  }

  /**
   * An option whose value is one of a closed set, as {@code toString} returns it in any case; help
   * and completion list them in lower case. Picocli's own list would also contain the names of the
   * constants.
   */
  final <E extends Enum<E>> Argument<E> oneOf(
      E[] values, Heading heading, String usage, String description) {
    List<String> ids = new ArrayList<>();
    for (E value : values) {
      ids.add(value.toString().toLowerCase(Locale.ROOT));
    }
    Function<String, E> reader =
        text -> {
          int place = ids.indexOf(text.toLowerCase(Locale.ROOT));
          if (place < 0) {
            throw new TypeConversionException(
                "expected " + String.join(", ", ids) + " but was '" + text + "'");
          }
          return values[place];
        };
    return value(reader, ids, heading, usage, description);
  }

  /** An option whose value is a regular expression. */
  final Argument<Pattern> pattern(Heading heading, String usage, String description) {
    Function<String, Pattern> reader =
        text -> {
          try {
            return Pattern.compile(text);
          } catch (PatternSyntaxException e) {
            throw new TypeConversionException(
                "'" + text + "' is not a valid regular expression: " + e.getDescription());
          }
        };
    return value(reader, heading, usage, description);
  }

  /** An option that may be repeated. */
  final Argument<List<String>> texts(Heading heading, String usage, String description) {
    return values(text -> text, option(heading, usage, description));
  }

  /** The same, with values that {@code reader} reads. */
  final <T> Argument<List<T>> values(Function<String, T> reader, OptionSpec.Builder option) {
    return added(
        option
            .type(List.class)
            .auxiliaryTypes(Object.class)
            .converters((ITypeConverter<T>) reader::apply)
            .build());
  }

  /** A word of the command line that belongs to no option. */
  final Argument<String> parameter(PositionalParamSpec.Builder parameter) {
    return added(parameter.type(String.class).build());
  }

  /** All such words from a place on. */
  final Argument<List<String>> parameters(PositionalParamSpec.Builder parameters) {
    return added(parameters.arity("0..*").type(List.class).auxiliaryTypes(String.class).build());
  }

  private <T> Argument<T> added(ArgSpec argument) {
    arguments.add(argument);
    return new Argument<>(argument);
  }

  final void addTo(CommandSpec command) {
    for (ArgSpec argument : arguments) {
      command.add(argument);
    }
  }
}

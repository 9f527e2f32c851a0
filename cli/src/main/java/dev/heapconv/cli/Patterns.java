package dev.heapconv.cli;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Regular expressions on the command line. */
final class Patterns {

  private Patterns() {}

  /**
   * The value of an option; null if it was not given.
   *
   * @throws UsageException if it is not a regular expression
   */
  static @Nullable Pattern of(Argument<String> option) {
    String value = option.value();
    try {
      return value == null ? null : Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          option.name()
              + " is not a valid regular expression: "
              + e.getDescription()
              + ": '"
              + value
              + "'");
    }
  }
}

package dev.heapconv.cli;

import dev.heapconv.select.AggregateOptions;
import java.util.List;
import java.util.regex.Pattern;

/** Which rows to show: options of every command that writes a table. */
final class ShownRowOptions extends OptionGroup {

  private final Flag cumulative =
      flag(
          Heading.TABLE,
          "--cum",
          "Include what the callees of each function, line, library or file allocated, not only"
              + " itself.");

  private final Argument<Integer> limit =
      value(
          Integer.class,
          Quantities::rows,
          option(
              Heading.TABLE,
              "--limit -n N",
              "Show at most N rows, or all with 0 (default in text: 12 functions, 10 stacks, 20 of"
                  + " others; 20 in md, 1000 for stacks of a batch and for fleets in html,"
                  + " otherwise all)."));

  private final Argument<Pattern> filter =
      pattern(
          Heading.TABLE,
          "--filter REGEX",
          "Show only rows whose name contains a match; the name of a stack is its functions joined"
              + " by semicolons.");

  boolean isCumulative() {
    return cumulative.isSet();
  }

  List<Argument<?>> all() {
    return List.of(cumulative, limit, filter);
  }

  AggregateOptions rows() {
    return AggregateOptions.DEFAULT
        .withCumulative(cumulative.isSet())
        .withLimit(limit.valueOr(AggregateOptions.DEFAULT_LIMIT))
        .withFilter(filter.value());
  }
}

package dev.heapconv.cli;

import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Options of every command that writes a table: what each row is, which rows to show, and their
 * order.
 */
final class RowOptions extends OptionGroup {

  private final List<GroupBy> groups = new ArrayList<>(List.of(GroupBy.values()));

  private final Argument<GroupBy> by =
      oneOf(
          groups,
          option(Heading.TABLE, "--by")
              .paramLabel("WHAT")
              .description("Group rows by: ${COMPLETION-CANDIDATES} (default: function)."));

  private final Flag cumulative =
      flag(
          option(Heading.TABLE, "--cum")
              .description(
                  "Include what the callees of each function, library or file allocated, not only"
                      + " itself."));

  private final Argument<String> sort =
      text(
          option(Heading.TABLE, "--sort")
              .paramLabel("COLUMN")
              .completionCandidates(columns())
              .description(
                  "Sort rows by a view such as alloc_space, by name, by samples, or by any column"
                      + " of the CSV output, such as space_cum or objects_low (default: the"
                      + " selected view)."));

  private final Argument<Integer> limit =
      value(
          Integer.class,
          Quantities::rows,
          option(Heading.TABLE, "--limit", "-n")
              .paramLabel("N")
              .description(
                  "Show at most N rows, or all with 0 (default: 20 in text and md, 10 for stacks in"
                      + " text, 1000 for stacks of a batch, otherwise all)."));

  private final Argument<Pattern> filter =
      pattern(
          option(Heading.TABLE, "--filter")
              .paramLabel("REGEX")
              .description(
                  "Show only rows whose name contains a match; the name of a stack is its"
                      + " functions joined by semicolons."));

  private final StackOptions stacks = group(new StackOptions());

  /** Columns that every table may have, for completion. */
  private static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("name", "self", "cum", "samples"));
    columns.addAll(OutputOptions.viewNames());
    return columns;
  }

  /** Of a command whose rows cannot be these. */
  RowOptions without(GroupBy group) {
    groups.remove(group);
    return this;
  }

  private GroupBy by() {
    return by.valueOr(GroupBy.FUNCTION);
  }

  StackOptions stacks() {
    return stacks;
  }

  /**
   * Refuses these options where they have no effect.
   *
   * @param remedy what to do to give them one
   * @throws UsageException if any was given
   */
  void refuse(String remedy) {
    for (Argument<?> option : List.of(by, cumulative, sort, limit, filter)) {
      if (option.isGiven()) {
        throw new UsageException(option.name() + " applies to tables only; " + remedy);
      }
    }
  }

  AggregateOptions rows() {
    if (cumulative.isSet() && !by().isCumulative()) {
      throw new UsageException("--cum can only be used with --by function, library or file");
    }
    return new AggregateOptions(
        by(),
        sort.value(),
        cumulative.isSet(),
        limit.valueOr(AggregateOptions.DEFAULT_LIMIT),
        filter.value(),
        stacks.allocatorFrames(),
        false);
  }
}

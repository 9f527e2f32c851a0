package dev.heapconv.cli;

import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of every command that writes a table: what each row is, which rows to show, and their
 * order.
 */
final class RowOptions extends OptionGroup {

  private final List<GroupBy> groups = new ArrayList<>(List.of(GroupBy.values()));

  {
    // Needs an expression, so that it is an option of its own.
    groups.remove(GroupBy.PEEK);
  }

  private final Argument<GroupBy> by =
      oneOf(
          groups,
          option(
              Heading.TABLE,
              "--by WHAT",
              "Group rows by: ${COMPLETION-CANDIDATES} (default: function)."));

  private final ShownRowOptions shown = group(new ShownRowOptions());

  private final Argument<String> sort =
      text(
          option(
                  Heading.TABLE,
                  "--sort COLUMN",
                  "Sort rows by a view such as alloc_space, by name, by samples, or by any column"
                      + " of the CSV output, such as space_cum or objects_low (default: the"
                      + " selected view).")
              .completionCandidates(columns()));

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

  private List<Argument<?>> options() {
    List<Argument<?>> options = new ArrayList<>(shown.all());
    options.addAll(List.of(by, sort));
    return options;
  }

  /** Whether no option chooses rows. */
  boolean areUsual() {
    return options().stream().noneMatch(Argument::isGiven);
  }

  /**
   * Refuses these options where they have no effect.
   *
   * @param remedy what to do to give them one
   * @throws UsageException if any was given
   */
  void refuse(String remedy) {
    for (Argument<?> option : options()) {
      if (option.isGiven()) {
        throw new UsageException(option.name() + " applies to tables only; " + remedy);
      }
    }
  }

  AggregateOptions rows() {
    if (shown.isCumulative() && !by().isCumulative()) {
      throw new UsageException("--cum can only be used with --by function, library or file");
    }
    return shown
        .rows()
        .withBy(by())
        .withSort(sort.value())
        .withAllocatorFrames(stacks.allocatorFrames());
  }
}

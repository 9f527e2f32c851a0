package dev.heapconv.cli;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of every command that writes a table: what each row is, which rows to show, and their
 * order.
 */
final class RowOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "function",
      converter = GroupByConverter.class,
      description = "Group rows by: ${COMPLETION-CANDIDATES} (default: function).")
  private GroupBy by;

  @Option(
      names = "--cum",
      description =
          "Include what the callees of each function, library or file allocated, not only"
              + " itself.")
  private boolean cumulative;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      completionCandidates = Columns.class,
      description =
          "Sort rows by a view such as alloc_space, by name, by samples, or by any column"
              + " of the CSV output, such as space_cum or objects_low (default: the selected"
              + " view).")
  private @Nullable String sort;

  @Option(
      names = {"--limit", "-n"},
      paramLabel = "N",
      converter = RowCount.class,
      description =
          "Show at most N rows, or all with 0 (default: 20 in text and md, 10 for stacks in text,"
              + " 1000 for stacks of a batch, otherwise all).")
  private @Nullable Integer limit;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      description =
          "Show only rows whose name contains a match; the name of a stack is its"
              + " functions joined by semicolons.")
  private @Nullable String filter;

  @Mixin private StackOptions stacks;

  static final class GroupByConverter extends IdConverter<GroupBy> {
    GroupByConverter() {
      super(GroupBy.values());
    }
  }

  static final class RowCount implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int rows = Integer.parseInt(text);
        if (rows >= 0) {
          return rows;
        }
      } catch (NumberFormatException e) {
        // Reported below.
      }
      throw new CommandLine.TypeConversionException(
          "'" + text + "' is not a number of rows, or 0 for all");
    }
  }

  /** Columns that every table may have, for completion. */
  static final class Columns implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      List<String> columns = new ArrayList<>(List.of("name", "self", "cum", "samples"));
      View.ALL.forEach(view -> columns.add(view.name()));
      return columns.iterator();
    }
  }

  GroupBy by() {
    return by;
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
    for (String name : List.of("--by", "--cum", "--sort", "--limit", "--filter")) {
      if (command.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new UsageException(name + " applies to tables only; " + remedy);
      }
    }
  }

  AggregateOptions rows() {
    if (cumulative && !by.isCumulative()) {
      throw new UsageException("--cum can only be used with --by function, library or file");
    }
    return new AggregateOptions(
        by,
        sort,
        cumulative,
        limit == null ? AggregateOptions.DEFAULT_LIMIT : limit,
        Patterns.of("--filter", filter),
        stacks.allocatorFrames(),
        false);
  }
}

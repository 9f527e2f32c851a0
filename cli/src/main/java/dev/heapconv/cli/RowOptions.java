package dev.heapconv.cli;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that writes a table: what the rows are, which ones, in which order. */
final class RowOptions {

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "function",
      converter = GroupByConverter.class,
      description = "What a row is: ${COMPLETION-CANDIDATES} (default: function).")
  private GroupBy by;

  @Option(
      names = "--cum",
      description =
          "Count for each function, library or file what it and its callees allocated, not it"
              + " alone.")
  private boolean cumulative;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      completionCandidates = Columns.class,
      description =
          "Order of the rows: a view such as alloc_space, name, samples, or any column of the CSV"
              + " output, such as space_cum or objects_low. Default: the view.")
  private @Nullable String sort;

  @Option(
      names = {"--limit", "-n"},
      paramLabel = "N",
      description =
          "Show at most so many rows; 0 for all. Default: 20 as text (10 stacks) and md, else all;"
              + " of the stacks of a batch 1000.")
  private @Nullable Integer limit;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      description =
          "Show only rows in whose name this is found; of stacks, in the functions joined with"
              + " semicolons.")
  private @Nullable String filter;

  @Option(
      names = "--allocator-frames",
      description =
          "Show the allocator's own functions at the end of stacks: malloc, operator new and such.")
  private boolean allocatorFrames;

  static final class GroupByConverter extends IdConverter<GroupBy> {
    GroupByConverter() {
      super(GroupBy.values());
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

  AggregateOptions rows() {
    if (limit != null && limit < 0) {
      throw new UsageException("--limit is a number of rows, or 0 for all");
    }
    if (cumulative && !by.isCumulative()) {
      throw new UsageException(
          "--cum goes with --by function, library or file: of others nothing calls another");
    }
    return new AggregateOptions(
        by,
        sort,
        cumulative,
        limit == null ? AggregateOptions.DEFAULT_LIMIT : limit,
        filter == null ? null : pattern(filter),
        allocatorFrames);
  }

  private static Pattern pattern(String filter) {
    try {
      return Pattern.compile(filter);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          "--filter is no regular expression: " + e.getDescription() + ": '" + filter + "'");
    }
  }
}

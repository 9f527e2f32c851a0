package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.table.GroupBy;
import dev.heapconv.writer.table.SortKey;
import dev.heapconv.writer.table.TableOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sums a profile up in one table. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description =
        "Show a table of who holds the memory: by function, stack, library, file, process, heap or"
            + " dump.",
    footer = {
      "%nExamples:",
      "  heapconv top trace.pftrace                      functions by what they allocated"
          + " themselves",
      "  heapconv top --cum --filter 'Cache' trace.pftrace    with what they call, of some names",
      "  heapconv top --by stack --limit 3 trace.pftrace",
      "  heapconv top --by dump trace.pftrace            how the heap grew",
      "  heapconv top --by library --sort alloc_space -o libraries.csv trace.pftrace",
    })
final class TopCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private InputOptions inputs;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "function",
      description =
          "What a row stands for: function (default), stack, library, file, process, heap or dump.")
  private String by;

  @Option(
      names = "--cum",
      description =
          "Count for each function, library or file what it and its callees allocated, not it"
              + " alone.")
  private boolean cumulative;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description =
          "Order of the rows: a view such as alloc_space, name, samples, or any column of the CSV"
              + " output, such as space_cum or objects_low. Default: the view.")
  private String sort;

  @Option(
      names = {"--limit", "-n"},
      paramLabel = "N",
      description =
          "Show at most so many rows; 0 for all. Default: 20 as text (10 stacks) and md, else all.")
  private Integer limit;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      description =
          "Show only rows in whose name this is found; of stacks, in the functions joined with"
              + " semicolons.")
  private String filter;

  @Option(
      names = "--allocator-frames",
      description =
          "Show the allocator's own functions at the end of stacks: malloc, operator new and such.")
  private boolean allocatorFrames;

  @Mixin private OutputOptions outputs;
  @Mixin private EstimateOptions estimates;
  @Mixin private MessageOptions messages;

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.format();
    format = format == null ? Format.TEXT : format;
    if (!format.isTable()) {
      throw new UsageException("top writes text, csv, tsv, json or md, not " + format.id());
    }
    TableOptions table = tableOptions();
    WriteOptions options = new WriteOptions(Version.tool(), outputs.view());
    DumpSelector dumps = table.by() == GroupBy.DUMP ? DumpSelector.ALL : DumpSelector.LAST;
    EstimatedProfile profile = new ProfileLoader(inputs, estimates, messages, terminal).load(dumps);
    new ProfileOutput(terminal, messages)
        .writeTable(profile, format, table, options, outputs.output == null ? "-" : outputs.output);
    return ExitStatus.OK;
  }

  private TableOptions tableOptions() {
    GroupBy group = GroupBy.ofId(by).orElse(null);
    if (group == null) {
      throw new UsageException(
          "--by is function, stack, library, file, process, heap or dump, not '" + by + "'");
    }
    if (limit != null && limit < 0) {
      throw new UsageException("--limit is a number of rows, or 0 for all");
    }
    if (cumulative && !group.isCumulative()) {
      throw new UsageException(
          "--cum goes with --by function, library or file: of others nothing calls another");
    }
    return new TableOptions(
        group,
        sort == null ? null : SortKey.parse(sort),
        cumulative,
        limit == null ? TableOptions.DEFAULT_LIMIT : limit,
        filter == null ? null : pattern(),
        allocatorFrames,
        TableOptions.DEFAULT_WIDTH,
        false);
  }

  private Pattern pattern() {
    try {
      return Pattern.compile(filter);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          "--filter is no regular expression: " + e.getDescription() + ": '" + filter + "'");
    }
  }
}

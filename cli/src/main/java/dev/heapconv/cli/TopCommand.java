package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.combine.Merging;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Totals;
import dev.heapconv.show.ListingWriter;
import dev.heapconv.show.SourceFiles;
import dev.heapconv.show.TableOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Sums up a profile in one table. */
final class TopCommand extends ProfileCommand {

  private final Argument<Boolean> tree =
      flag(Heading.TABLE, "--tree", "Show the calls that lead to the memory instead of functions.");

  private final Argument<Double> treeMin =
      value(
          Quantities::percent,
          Heading.TABLE,
          "--tree-min PERCENT",
          "With --tree: leave out calls with a smaller share (default: 5).");

  private final Argument<Pattern> peek =
      pattern(
          Heading.TABLE,
          "--peek REGEX",
          "Show who calls the functions that contain a match, and what they call, with the sums of"
              + " both.");

  private final Argument<Pattern> list =
      pattern(
          Heading.TABLE,
          "--list REGEX",
          "Show the source of the functions that contain a match, with the sums of each line.");

  private final Argument<List<String>> sourcePaths =
      texts(
          Heading.TABLE,
          "--source-path DIR",
          "With --list: a folder of the sources, if they are not below the current folder; may be"
              + " repeated. No other files are opened.");

  private final RowOptions rows = group(new RowOptions());
  private final SeriesOptions series = group(new SeriesOptions());

  TopCommand(Terminal terminal) {
    super(terminal, new OutputOptions().ofTables());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show who holds the memory: by function, stack, library, file, ...")
        .customSynopsis("heapconv top INPUT... [OPTIONS]%n")
        .footer(
            "  heapconv top trace.pftrace                    functions by what they allocated",
            "  heapconv top --cum --filter Cache trace.pftrace    with callees, matching names",
            "  heapconv top --by stack --limit 3 trace.pftrace",
            "  heapconv top --tree trace.pftrace             the calls that lead to the memory",
            "  heapconv top --peek Cache trace.pftrace       its callers and callees",
            "  heapconv top --list Cache trace.pftrace       its source, with the sums of lines",
            "  heapconv top --by dump trace.pftrace          how the heap grew",
            "  heapconv top trace.pftrace#max                its peak; also #first, #last, #N",
            "  heapconv top --by library --sort alloc_space -o libraries.csv trace.pftrace");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.formatOrText();
    AggregateOptions shown = rows.rows().withAllocatorFrames(estimates.allocatorFrames());
    treeMin.needs(tree.isGiven(), "--tree");
    if (tree.isGiven() && format != Format.TEXT) {
      throw new UsageException("--tree can only be shown as text; omit -f and -o");
    }
    if (tree.isGiven()) {
      rows.refuse("omit --tree");
    }
    if (peek.isGiven()) {
      if (tree.isGiven()
          || shown.by() != GroupBy.FUNCTION
          || shown.filter() != null
          || shown.cumulative()) {
        throw new UsageException(
            "--peek shows functions of its own; omit --by, --filter, --cum and --tree");
      }
      shown = shown.withBy(GroupBy.PEEK).withFilter(peek.value());
    }
    if (list.isGiven()) {
      if (tree.isGiven() || peek.isGiven() || rows.chooseOrOrder()) {
        throw new UsageException(
            "--list shows lines of its own; omit --by, --filter, --cum, --sort, --peek and --tree");
      }
      shown = shown.withFilter(list.value());
    }
    sourcePaths.needs(list.isGiven(), "--list");
    DumpSelector dumps = shown.by() == GroupBy.DUMP ? DumpSelector.ALL : DumpSelector.LAST;
    InputReader reader = reader();
    ProfileOutput output = output(reader);
    List<EstimatedProfile> profiles = reader.loadSeries(dumps, series.needed(Evidence.SURE), true);
    if (profiles.isEmpty()) {
      return reader.status();
    }
    EstimatedProfile profile = Merging.sideBySide(profiles);
    if (shown.by() != GroupBy.DUMP) {
      series.check(profile, messages);
    }
    WriteOptions options = new WriteOptions(Version.tool(), outputs.view(profile.views()));
    TableOptions page = output.page(format, shown);
    if (format == Format.TEXT
        && outputs.toStdout()
        && rows.areUsual()
        && !tree.isGiven()
        && !list.isGiven()
        && !peek.isGiven()) {
      output.show(profile, page, options);
    } else if (list.isGiven()) {
      ProfileOutput.requireOneDump(profile, shown.by());
      output.write(profile, format, new ListingWriter(format.id(), page, sources()), options);
    } else {
      ProfileOutput.requireOneDump(profile, shown.by());
      TableOptions table = tree.isGiven() ? page.withTree(treeMin.valueOr(5.0)) : page;
      Totals totals = new Totals(shown, options.view());
      output.ask(profile, format, format.output(table), totals, options);
    }
    messages.suggestNames(profile, inputs.naming());
    return reader.status();
  }

  private SourceFiles sources() {
    List<String> folders = new ArrayList<>(sourcePaths.valueOr(List.of()));
    for (String folder : folders) {
      if (folder.isEmpty() || !Files.isDirectory(FileNames.path(folder))) {
        throw new UsageException("--source-path " + folder + ": no such folder");
      }
    }
    folders.add("");
    return new SourceFiles(
        folders.stream().map(FileNames::path).toList(), " with --source-path DIR");
  }
}

package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Growth;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows what grows in a recording with several dumps, or from file to file of one process. */
final class GrowthCommand extends ProfileCommand {

  private final SeriesOptions series = group(SeriesOptions.ofGrowth());
  private final RowOptions rows = group(new RowOptions().without(GroupBy.DUMP));

  GrowthCommand(Terminal terminal) {
    super(terminal, InputOptions.ofAllDumps(), OutputOptions.ofTables(Format.HTML).ofLive());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show what grows from dump to dump, the likeliest leaks first.")
        .customSynopsis("heapconv growth INPUT... [-o OUT] [OPTIONS]")
        .description(
            "%nShows live memory at the first dump and at the last, change per minute, and mean"
                + " lifetime. * marks sustained growth beyond noise, ? rows for which the recording"
                + " cannot tell.%n")
        .footer(
            "  heapconv growth trace.pftrace                   functions",
            "  heapconv growth jeprof.4711.*.heap              dumps of one process",
            "  heapconv growth heaps/                          the files in a folder",
            "  heapconv growth --by stack --limit 3 trace.pftrace",
            "  heapconv growth --view objects --sort lifetime trace.pftrace",
            "  heapconv growth --by library trace.pftrace -o growth.csv",
            "  heapconv growth trace.pftrace -o growth.html    for a web browser");
  }

  @Override
  List<String> training() {
    return List.of("growth RUN", "growth RUN -f json", "growth RUN -f md");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.formatOrText();
    AggregateOptions shown = rows.rows();
    if (!format.isTable()) {
      rows.refuse("write text, csv, tsv, json or md instead of " + format.id());
    }
    InputReader reader = reader();
    reader.noteRepeated();
    reader.openFolders();
    View view = outputs.view(List.of());
    view = view == null ? View.SPACE : view;
    if (!view.isLive()) {
      throw new UsageException("growth shows what is live; use --view space or objects");
    }
    ProfileOutput output = output(reader);
    List<EstimatedProfile> profiles =
        reader.loadSeries(DumpSelector.ALL, series.needed(Evidence.LIKELY), false);
    if (profiles.size() != 1) {
      throw new UsageException(
          "growth is what changed within one recording or a series of dumps of one process, and"
              + " these look like neither; name one, or add --series if the dumps are of one"
              + " process");
    }
    WriteOptions options = new WriteOptions(Version.tool(), view);
    Output to = format.output(output.page(format, shown));
    output.ask(profiles.get(0), format, to, new Growth(shown, view), options);
    return ExitStatus.OK;
  }
}

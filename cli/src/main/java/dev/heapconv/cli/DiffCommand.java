package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.transform.Difference;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares two profiles. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    customSynopsis = "heapconv diff BASE NEW [-o OUT] [OPTIONS]",
    description =
        "Show how NEW differs from BASE, and mark differences larger than the sampling"
            + " noise (*).",
    footer = {
      "%nExamples:",
      "  heapconv diff before.pftrace after.pftrace            a table of functions",
      "  heapconv diff trace.pftrace#first trace.pftrace#last    two dumps of one trace",
      "  heapconv diff before.heap after.heap --by library --sort alloc_space -o diff.csv",
      "  heapconv diff before.pftrace after.pftrace -o diff.pb.gz    for pprof, with negative"
          + " values",
    })
final class DiffCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private InputOptions inputs;
  @Mixin private RowOptions rows;
  @Mixin private OutputOptions outputs;
  @Mixin private EstimateOptions estimates;
  @Mixin private MessageOptions messages;

  DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    if (sources.size() != 2) {
      throw new UsageException("diff needs exactly two inputs, BASE and NEW");
    }
    Format format = outputs.profileFormat();
    format = format == null ? Format.TEXT : format;
    if (format == Format.FOLDED || format == Format.HTML) {
      throw new UsageException(
          format.id()
              + " cannot hold negative values; write pprof, speedscope or a table, or compare"
              + " dumps in an HTML report");
    }
    boolean allocatorFrames = rows.stacks().allocatorFrames();
    if (!format.isTable()) {
      rows.refuse("write text, csv, tsv, json or md instead of " + format.id());
      allocatorFrames = rows.stacks().allocatorFramesIn(format);
    }
    if (format.isTable() && outputs.toFolder()) {
      throw new UsageException(
          "a table of differences is a single file; name a file instead of a folder");
    }
    AggregateOptions shown = rows.rows();
    DumpSelector dumps =
        format.isTable() && shown.by() == GroupBy.DUMP ? DumpSelector.ALL : DumpSelector.LAST;
    String to = outputs.outputOrStdout();
    ProfileOutput output = new ProfileOutput(terminal, messages, estimates.allSources(sources), to);
    List<EstimatedProfile> profiles =
        new ProfileLoader(reader, estimates, messages, terminal).loadEach(sources, dumps);
    EstimatedProfile base = profiles.get(0);
    EstimatedProfile changed = profiles.get(1);
    List<View> views = new ArrayList<>(base.views());
    views.addAll(changed.views());
    WriteOptions options = new WriteOptions(Version.tool(), outputs.view(views), allocatorFrames);
    if (format.isTable()) {
      output.writeDifference(base, changed, format, shown, options, to);
      return ExitStatus.OK;
    }
    Difference difference = Difference.of(base, changed);
    // Speedscope rejects negative weights, so growth and shrinkage become separate profiles.
    EstimatedProfile written =
        format == Format.SPEEDSCOPE ? difference.growthAndShrink() : difference.profile();
    output.write(written, format, options, to);
    return ExitStatus.OK;
  }
}

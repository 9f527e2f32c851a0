package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.transform.Difference;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares two profiles. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    customSynopsis = "heapconv diff BASE NEW [-o OUT] [OPTIONS]",
    description =
        "Tell what NEW has more or less than BASE, and which differences are larger than the"
            + " sampling noise (*).",
    footer = {
      "%nExamples:",
      "  heapconv diff before.pftrace after.pftrace            a table of functions",
      "  heapconv diff before.heap after.heap --by stack",
      "  heapconv diff before.pftrace after.pftrace -o diff.pb.gz    for pprof, with negative"
          + " values",
    })
final class DiffCommand implements Callable<Integer> {

  enum By {
    FUNCTION,
    STACK
  }

  private final Terminal terminal;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions inputs;
  @Mixin private OutputOptions outputs;
  @Mixin private EstimateOptions estimates;
  @Mixin private MessageOptions messages;

  @Option(
      names = "--by",
      paramLabel = "function|stack",
      defaultValue = "function",
      description = "What the rows of the table are.")
  private By by;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "40",
      description = "Rows of the table (default: 40; 0 for all).")
  private int rows;

  DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<InputSource> sources = inputs.sources(terminal);
    if (sources.size() != 2) {
      throw new UsageException("diff compares two inputs, BASE and NEW");
    }
    Format format = outputs.format();
    if (format == Format.FOLDED || format == Format.HTML) {
      throw new UsageException(
          format.id()
              + " has no negative values; write pprof, speedscope or a table, or compare dumps in"
              + " the report");
    }
    View view = outputs.view();
    Unskewing unskewing = estimates.unskewing();
    List<EstimatedProfile> profiles = new ArrayList<>();
    try (ProgressLine progress =
        ProgressLine.start(messages.progress(terminal), terminal, sources)) {
      for (InputSource source : sources) {
        profiles.add(unskewing.apply(HeapConv.read(source, inputs.readOptions())));
      }
    }
    profiles.forEach(profile -> messages.report(profile, terminal));
    Difference difference = Difference.of(profiles.get(0), profiles.get(1));
    if (format != null) {
      // Speedscope refuses negative weights: what grew and what shrank are profiles of their own.
      EstimatedProfile shown =
          format == Format.SPEEDSCOPE ? difference.growthAndShrink() : difference.profile();
      new ProfileOutput(terminal, messages)
          .write(shown, format, new WriteOptions(Version.tool(), view), outputs.output);
    } else {
      PrintWriter out = spec.commandLine().getOut();
      new DiffTable(difference, view, by == By.STACK, rows).write(out);
      out.flush();
    }
    return ExitStatus.OK;
  }
}

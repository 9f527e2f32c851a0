package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.transform.Merging;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command without a subcommand: converts inputs, or prints a summary of them. */
final class HeapConvCommand extends Command {

  private static final List<String> WITHOUT_EFFECT_ON_A_TRACE =
      List.of(
          "--process",
          "--heap",
          "--dump",
          "--sampling-interval",
          "--view",
          "--unskew",
          "--cutoff",
          "--confidence",
          "--no-pooling",
          "--sizes-from");

  private final Terminal terminal;

  private final InputOptions inputs = group(new InputOptions());
  private final OutputOptions outputs = group(new OutputOptions());
  private final StackOptions stacks = group(new StackOptions());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions());

  HeapConvCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.synopsisHeading("Usage: ")
        .customSynopsis("heapconv INPUT... [-o OUT] [OPTIONS]", "       heapconv COMMAND [OPTIONS]")
        .description("%nTurns heapprofd traces into profiles with statistically correct numbers.%n")
        .optionListHeading("%nOptions:%n")
        .parameterListHeading("%n")
        .commandListHeading("%nCommands:%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:success, possibly with warnings",
                "1:internal error",
                "2:invalid command line",
                "3:an input cannot be read, has an unknown format or contains no heap profile",
                "4:an output cannot be written",
                "5:some inputs of a batch failed",
                "6:diff --fail-on found growth beyond its limit and the sampling noise",
                "130:interrupted"))
        .footer(
            "%nExamples:",
            "  heapconv trace.pftrace                     who holds the memory: a summary on the"
                + " screen",
            "  heapconv trace.pftrace -o out.pb.gz        all processes and heaps, last dump, for"
                + " pprof",
            "  heapconv trace.pftrace -o report.html      all dumps, for a web browser",
            "  heapconv trace.pftrace --process com.example.app --heap libc.malloc -o app.pb.gz",
            "  heapconv trace.pftrace --dump all -o all.pb.gz    one file, a label for each dump",
            "  heapconv trace.pftrace -f perfetto-estimates -o right.pftrace   for the Perfetto UI",
            "  heapconv bugreport.zip -o - -f pprof > out.pb.gz  from an archive, into a pipe",
            "  heapconv top --by library trace.pftrace    sums by function, stack, library, file,"
                + " process, ...",
            "  heapconv growth trace.pftrace              what grows from dump to dump, leaks"
                + " first",
            "  heapconv info trace.pftrace                what the trace contains",
            "  heapconv batch traces/ -o profiles         a folder of traces");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.format();
    boolean allocatorFrames = stacks.allocatorFramesIn(format);
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    String to = outputs.outputOrStdout();
    ProfileOutput output = new ProfileOutput(terminal, messages, estimates.allSources(sources), to);
    if (format != null && format.has(Format.Property.OF_RECORDING)) {
      addNames(reader, sources, output, to);
      return ExitStatus.OK;
    }
    EstimatedProfile profile =
        Merging.sideBySide(
            new ProfileLoader(reader, estimates, messages, terminal)
                .load(sources, OutputOptions.usualDump(format)));
    messages.reportSum(profile, terminal);
    WriteOptions options =
        new WriteOptions(Version.tool(), outputs.view(profile.views()), allocatorFrames)
            .withThreads(inputs.threads());
    output.writeOrShow(profile, format, options, to);
    messages.suggestNames(profile, inputs.naming(), terminal);
    return ExitStatus.OK;
  }

  private void addNames(
      InputReader reader, List<NamedInput> sources, ProfileOutput output, String to)
      throws IOException {
    if (sources.size() > 1) {
      throw new UsageException(
          "names can be added to one trace at a time; add -f perfetto-estimates to write the"
              + " estimates of several as one trace");
    }
    for (String option : WITHOUT_EFFECT_ON_A_TRACE) {
      if (spec().commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException(
            option
                + " has no effect on a trace to which names are added; add -f perfetto-estimates to"
                + " write estimates as a trace");
      }
    }
    try (ProgressLine progress = reader.progress(sources)) {
      output.writeNamed(reader.namedTrace(sources.get(0)), to);
    }
  }
}

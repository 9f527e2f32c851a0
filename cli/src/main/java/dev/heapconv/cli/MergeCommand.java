package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.transform.Merging;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Adds up many profiles. */
final class MergeCommand extends Command {

  private final Terminal terminal;

  private final InputOptions inputs = group(new InputOptions());
  private final OutputOptions outputs = group(new OutputOptions().ofProfiles());
  private final StackOptions stacks = group(new StackOptions());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final SumOption add = group(new SumOption());
  private final MessageOptions messages = group(new MessageOptions());

  private final Flag byProcess =
      flag(
          option(Heading.SUMS, "--by-process")
              .description("Add up processes of the same name, whatever their pids and dumps."));

  private final Flag lifetime =
      flag(
          option(Heading.SUMS, "--lifetime")
              .description(
                  "The inputs are a series that Fuchsia's memory sampler wrote for one process:"
                      + " PROCESS_partial_N, PROCESS_final_N."));

  private final Flag allowPartial =
      flag(
          option(Heading.SUMS, "--allow-partial")
              .description(
                  "With --lifetime: use the last partial profile if the final one is missing."));

  MergeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Add up many profiles, of any format and sampling interval.")
        .customSynopsis("heapconv merge INPUT... -o OUT [OPTIONS]%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv merge *.pftrace -o all.pb.gz         equal processes, pids and heaps",
            "  heapconv merge --by-process *.heap -o fleet.pb.gz      whatever their pids",
            "  heapconv merge --lifetime app.cm_partial_* app.cm_final_0 -o life.pb.gz");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.profileFormat();
    boolean allocatorFrames = stacks.allocatorFramesIn(format);
    if (allowPartial.isSet() && !lifetime.isSet()) {
      throw new UsageException("--allow-partial can only be used with --lifetime");
    }
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    String to = outputs.outputOrStdout();
    TouchedFiles read = estimates.filesRead(sources, inputs.naming());
    ProfileOutput output = new ProfileOutput(terminal, messages, read, to);
    List<EstimatedProfile> profiles =
        lifetime.isSet()
            ? List.of(lifetime(reader, sources))
            : new ProfileLoader(reader, estimates, messages, terminal)
                .load(sources, DumpSelector.LAST);
    EstimatedProfile merged = Merging.of(profiles, byProcess.isSet());
    add.check(merged, messages, terminal);
    output.writeOrShow(
        merged,
        format,
        new WriteOptions(Version.tool(), outputs.view(merged.views()), allocatorFrames)
            .withThreads(inputs.threads()),
        to);
    return ExitStatus.OK;
  }

  private EstimatedProfile lifetime(InputReader reader, List<NamedInput> members)
      throws IOException {
    List<InputSource> sources = new ArrayList<>();
    for (NamedInput member : members) {
      if (member.dump() != null) {
        throw new UsageException("--lifetime takes whole profiles, not one dump of an input");
      }
      sources.add(member.source());
    }
    EstimatedProfile profile;
    try (ProgressLine progress = reader.progress(members)) {
      profile =
          reader
              .unskewing(estimates)
              .apply(HeapConv.readLifetime(sources, inputs.readOptions(), allowPartial.isSet()));
    }
    messages.report(profile, terminal);
    return profile;
  }
}

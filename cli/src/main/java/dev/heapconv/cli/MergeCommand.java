package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Adds up many profiles. */
final class MergeCommand extends ProfileCommand {

  private final SeriesOptions sums = group(SeriesOptions.ofSums());

  private final Argument<Boolean> byProcess =
      flag(
          Heading.SUMS,
          "--by-process",
          "Add up processes of the same name, whatever their pids and dumps.");

  private final Argument<Boolean> lifetime =
      flag(
          Heading.SUMS,
          "--lifetime",
          "The inputs are a series that Fuchsia's memory sampler wrote for one process:"
              + " PROCESS_partial_N, PROCESS_final_N.");

  private final Argument<Boolean> allowPartial =
      flag(
          Heading.SUMS,
          "--allow-partial",
          "With --lifetime: use the last partial profile if the final one is missing.");

  MergeCommand(Terminal terminal) {
    super(terminal, new OutputOptions().ofProfiles());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Add up many profiles, of any format and sampling interval.")
        .customSynopsis("heapconv merge INPUT... -o OUT [OPTIONS]%n")
        .footer(
            "  heapconv merge *.pftrace -o all.pb.gz         equal processes, pids and heaps",
            "  heapconv merge --by-process *.heap -o fleet.pb.gz      whatever their pids",
            "  heapconv merge --lifetime app.cm_partial_* app.cm_final_0 -o life.pb.gz");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.format();
    boolean allocatorFrames = estimates.allocatorFramesIn(format);
    allowPartial.needs(lifetime.isGiven(), "--lifetime");
    InputReader reader = reader();
    ProfileOutput output = output(reader);
    List<EstimatedProfile> profiles =
        lifetime.isGiven() ? List.of(lifetime(reader)) : reader.load(DumpSelector.LAST);
    EstimatedProfile merged = Merging.of(profiles, byProcess.isGiven());
    sums.check(merged, messages);
    output.writeOrShow(
        merged,
        format,
        new WriteOptions(Version.tool(), outputs.viewOf(merged), allocatorFrames)
            .withThreads(inputs.threads()));
    return ExitStatus.OK;
  }

  private EstimatedProfile lifetime(InputReader reader) throws IOException {
    List<InputSource> sources = new ArrayList<>();
    for (NamedInput member : reader.inputs()) {
      if (member.dump() != null) {
        throw new UsageException("--lifetime takes whole profiles, not one dump of an input");
      }
      sources.add(member.source());
    }
    EstimatedProfile profile;
    try (ProgressLine progress = reader.progress()) {
      profile =
          reader
              .unskewing()
              .apply(HeapConv.readLifetime(sources, inputs.readOptions(), allowPartial.isGiven()));
    }
    messages.report(profile);
    return profile;
  }
}

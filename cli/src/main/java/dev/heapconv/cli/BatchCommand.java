package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Converts folders, archives and lists of inputs. */
final class BatchCommand extends Command {

  private final InputOptions inputs = group(InputOptions.ofSeveralAtATime());

  private final Argument<String> output =
      text(Heading.OUTPUT, "-o --output DIR", "Folder for the outputs and their manifest.");

  private final Argument<String> formatName =
      text(
          OutputOptions.profiles(),
          Heading.OUTPUT,
          "-f --format FORMAT",
          "Format of the outputs (default: pprof).");

  private final Argument<Boolean> resume =
      flag(
          Heading.RESUMING,
          "--resume",
          "Continue an earlier batch in DIR: convert what is new, changed or missing.");

  private final BatchInputs several = group(new BatchInputs());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  BatchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Convert folders of profiles.")
        .customSynopsis("heapconv batch PATH...|- -o DIR [OPTIONS]")
        .description(
            "%nInputs are files, folders (recursively), globs, archives (each profile in them), or"
                + " a list of paths on stdin (-). Outputs mirror the inputs under DIR;"
                + " DIR/manifest.jsonl has one line per input.",
            "One bad input never stops the others. Use --resume to continue a batch that was"
                + " killed.%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:every input was converted",
                "1:internal error",
                "2:invalid command line, or DIR contains an earlier batch",
                "3:no profile was found",
                "4:DIR cannot be written to, its disk is full, or another batch is writing to it",
                "5:some inputs failed",
                "130:ended by Ctrl-C; 129 by SIGHUP, 143 by SIGTERM; continue with --resume"))
        .footer(
            "  heapconv batch traces/ -o profiles --resume    only new inputs",
            "  heapconv batch 'traces/**/*.pftrace' -o profiles -j 8",
            "  find . -name '*.pftrace' -print0 | heapconv batch - -o profiles");
  }

  @Override
  List<String> training() {
    return List.of("batch DIR -o DIR/batch");
  }

  @Override
  public Integer call() throws IOException {
    List<String> paths = several.paths(inputs.arguments(), terminal());
    if (!output.isGiven()) {
      throw new UsageException(
          "name a folder for the outputs with -o; 'heapconv fleet add' writes a table");
    }
    Path folder = FileNames.path(output.required());
    Format format = OutputOptions.profileFormat(formatName.valueOr(Format.PPROF.id()));
    AtomicFile.checkFolder(folder.toAbsolutePath().normalize());
    DumpSelector dumps = inputs.dumpOr(OutputOptions.usualDump(format));
    if (format.output().isOfSums() && dumps instanceof DumpSelector.All) {
      throw new UsageException(ProfileOutput.SEVERAL_DUMPS);
    }
    BatchOptions options =
        several.options(
            paths,
            new BatchOptions.Outputs(
                folder, resume.isGiven(), format, new WriteOptions(Version.tool(), null)),
            inputs.readOptions(dumps),
            estimates.unskewOptions(inputs, messages));
    BatchView view = new BatchView(messages, inputs.isStrict(), true);
    String manifest = folder.resolve("manifest.jsonl").toString();
    return several.run(options, view, new BatchInputs.Place("manifest", manifest), out());
  }
}

package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Converts folders, archives and lists of inputs. */
final class BatchCommand extends Command {

  private final InputOptions inputs = group(InputOptions.ofSeveralAtATime());

  private final Argument<String> output =
      text(
          Heading.OUTPUT,
          "-o --output DIR",
          "Folder for outputs and manifest; without it, only --table and --merge-into are"
              + " written.");

  private final Argument<String> formatName =
      text(
          OutputOptions.profiles(),
          Heading.OUTPUT,
          "-f --format FORMAT",
          "Format of the outputs (default: pprof).");

  private final Argument<List<String>> includes =
      texts(
          Heading.INPUT,
          "--include GLOB",
          "In folders, take only files that match; may be repeated.");

  private final Argument<List<String>> excludes =
      texts(Heading.INPUT, "--exclude GLOB", "In folders, skip what matches; may be repeated.");

  private final Argument<Boolean> nul =
      flag(
          Heading.INPUT,
          "-0 --null",
          "Paths on stdin end with NUL characters instead of newlines.");

  private final Argument<Integer> jobs =
      value(
          Quantities::positive,
          Heading.GENERAL,
          "-j --jobs N",
          "Number of inputs to convert at a time (default: the number of cores).");

  private final Argument<Boolean> resume =
      flag(
          Heading.RESUMING,
          "--resume",
          "Continue an earlier batch in DIR: convert what is new, changed or missing.");

  private final Argument<Boolean> retryFailed =
      flag(Heading.RESUMING, "--retry-failed", "With --resume: also retry inputs that failed.");

  private final Argument<Integer> maxFailures =
      value(
          Quantities::count,
          Heading.RESUMING,
          "--max-failures N",
          "Stop when more than N inputs have failed; 0 stops at the first.");

  private final Argument<Integer> maxTime =
      value(
          Quantities::positive,
          Heading.RESUMING,
          "--max-time SECONDS",
          "Give up an input that takes longer; it has failed (default: 1800).");

  private final TotalsOptions totals = group(new TotalsOptions());
  private final SeriesOptions sums = group(SeriesOptions.ofSums());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  BatchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Convert folders of profiles, and add them up.")
        .customSynopsis("heapconv batch PATH...|- [-o DIR] [OPTIONS]")
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
                "2:invalid command line, DIR contains an earlier batch, or --device or --date fits"
                    + " no input",
                "3:no profile was found",
                "4:DIR or TABLE cannot be written to, its disk is full, another batch is writing to"
                    + " it, or days of TABLE would lose recordings",
                "5:some inputs failed",
                "130:interrupted; continue with --resume"))
        .footer(
            "  heapconv batch traces/ -o profiles --resume    only what is new since last time",
            "  heapconv batch 'traces/**/*.pftrace' -o profiles -j 8",
            "  find . -name '*.pftrace' -print0 | heapconv batch - -0 -o profiles",
            "  heapconv batch traces/ -o profiles --merge-into fleet.pb.gz",
            "  heapconv batch traces/ --table fleet --device 'device-([0-9]+)'");
  }

  @Override
  List<String> training() {
    return List.of("batch DIR -o DIR/batch");
  }

  @Override
  public Integer call() throws IOException {
    if (!output.isGiven()) {
      checkWithoutFolder();
    }
    Path folder = output.isGiven() ? FileNames.path(output.required()) : null;
    BatchView view = new BatchView(messages, inputs.isStrict(), folder != null);
    TemporaryFiles files = new TemporaryFiles();
    Batch batch = new Batch(options(folder), view, files);
    InterruptGuard guard = InterruptGuard.install(batch, files, view);
    try {
      BatchResult result;
      try (view) {
        result = batch.run();
      }
      String see = folder == null ? totals.place() : folder.resolve("manifest.jsonl").toString();
      return view.report(result, see);
    } finally {
      guard.finished();
    }
  }

  /** What is the use of a batch that keeps no folder. */
  private void checkWithoutFolder() {
    if (!totals.isAny()) {
      throw new UsageException("name a folder for the outputs with -o, or a table with --table");
    }
    for (Argument<?> option : List.of(resume, retryFailed, formatName)) {
      option.needs(false, "-o DIR");
    }
  }

  private BatchOptions options(@Nullable Path folder) throws IOException {
    List<String> arguments = new ArrayList<>(inputs.arguments());
    if (arguments.isEmpty()) {
      throw new UsageException(
          "name folders or files to convert, or - for a list of them on stdin");
    }
    if (arguments.removeIf("-"::equals)) {
      arguments.addAll(FileNames.readList(terminal().in(), nul.isGiven()));
    }
    Format format = OutputOptions.profileFormat(formatName.valueOr(Format.PPROF.id()));
    totals.check();
    sums.needSum(totals.isAny(), "--table or --merge-into");
    checkOutputs(folder);
    DumpSelector dumps = inputs.dumpOr(OutputOptions.usualDump(format));
    if (format.output().isOfSums() && dumps instanceof DumpSelector.All) {
      throw new UsageException(ProfileOutput.SEVERAL_DUMPS);
    }
    return new BatchOptions(
        arguments,
        filter(),
        totals.part(),
        totals.dedupes(),
        folder == null
            ? null
            : new BatchOptions.Outputs(
                folder,
                resume.isGiven(),
                retryFailed.isGiven(),
                totals.isTotalsOnly() ? null : format,
                new WriteOptions(Version.tool(), null)),
        inputs.readOptions(dumps).withThreads(1),
        estimates.unskewOptions(inputs, messages),
        jobs.valueOr(Runtime.getRuntime().availableProcessors()),
        Runtime.getRuntime().maxMemory() / 5 * 3,
        maxFailures.valueOr(Integer.MAX_VALUE),
        maxTime.isGiven() ? Duration.ofSeconds(maxTime.required()) : BatchOptions.MAX_TIME,
        totals.sinks(),
        sums.adds());
  }

  /**
   * @throws UsageException if a glob is not valid
   */
  private NameFilter filter() {
    try {
      return new NameFilter(includes.valueOr(List.of()), excludes.valueOr(List.of()));
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }

  /** Checks the places of outputs before any work is done; the folder may have to be created. */
  private void checkOutputs(@Nullable Path folder) throws IOException {
    if (folder != null) {
      AtomicFile.checkFolder(folder.toAbsolutePath().normalize());
    }
    TouchedFiles read = estimates.filesRead(List.of(), inputs.naming());
    totals.labels().addTo(read);
    for (String name : totals.files()) {
      Path file = FileNames.path(name);
      read.write(file);
      if (folder == null || !TouchedFiles.place(file).startsWith(TouchedFiles.place(folder))) {
        AtomicFile.check(file);
      }
    }
  }
}

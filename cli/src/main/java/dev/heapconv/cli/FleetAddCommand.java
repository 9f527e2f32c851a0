package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.input.InputSource;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.io.TouchedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Adds recordings to the table of a fleet. */
final class FleetAddCommand extends Command {

  private final InputOptions inputs = group(InputOptions.ofSeveralAtATime());
  private final FleetTableOptions table = group(new FleetTableOptions());
  private final SeriesOptions sums = group(SeriesOptions.ofSums());
  private final BatchInputs several = group(new BatchInputs());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  FleetAddCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Add recordings to the table of a fleet.")
        .customSynopsis("heapconv fleet add TABLE PATH...|- [OPTIONS]")
        .description(
            "%nTABLE is a folder of Parquet files, which heapconv creates if necessary. Inputs are"
                + " files, folders (recursively), globs, archives (each profile in them), or a list"
                + " of paths on stdin (-). A recording replaces the one of the same path in the"
                + " table.",
            "If it is interrupted, run it again. Any number of commands may add to a table at"
                + " once.%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:every input was added",
                "1:internal error",
                "2:invalid command line, or --device or --date fits no input",
                "3:no profile was found",
                "4:TABLE cannot be written to, or its disk is full",
                "5:some inputs failed; the table lists them",
                "130:ended by Ctrl-C; 129 by SIGHUP, 143 by SIGTERM; nothing was added"))
        .footer(
            "  heapconv fleet add fleet traces/ --device 'device-([0-9]+)'",
            "  heapconv fleet add fleet traces/2026-11-24/ --date 2026-11-24",
            "  find . -newer last -name '*.pftrace' -print0 | heapconv fleet add fleet -");
  }

  @Override
  public Integer call() throws IOException {
    List<String> words = inputs.arguments();
    if (words.isEmpty()) {
      throw new UsageException("name a table, and what to add to it");
    }
    String name = words.get(0);
    List<String> paths = several.paths(words.subList(1, words.size()), terminal());
    Path folder = FileNames.path(name);
    table.check();
    AtomicFile.checkFolder(folder.toAbsolutePath().normalize());
    TouchedFiles read = estimates.filesRead(List.of(), inputs.naming());
    table.labels().addTo(read);
    BatchView view = new BatchView(messages, inputs.isStrict(), false);
    DuckDbTables database =
        new DuckDbTables(
            Path.of(System.getProperty("java.io.tmpdir"), InputSource.TEMPORARY + "table"));
    FleetTableWriter writer =
        new FleetTableWriter(
            folder,
            database,
            table.origins(table.labels().read(database)),
            table.rows(),
            Version.tool());
    BatchOptions options =
        several.options(
            paths,
            new BatchOptions.Collected(writer, sums.adds()),
            inputs.readOptions(inputs.dumpOr(OutputOptions.usualDump(Format.PPROF))),
            estimates.unskewOptions(inputs, messages));
    return several.run(options, view, new BatchInputs.Place("table", folder.toString()), out());
  }
}

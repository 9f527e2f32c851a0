package dev.heapconv.cli;

import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts recordings into the table of a fleet that is asked at once. */
final class TemporaryTable {

  private TemporaryTable() {}

  /**
   * Converts recordings; what cannot be read is said and left out.
   *
   * @param inputs a folder, a file or a glob
   * @param folder a new folder for the table, and for what is needed meanwhile
   * @param device as {@link FleetOrigins} has it
   * @param callers whether functions have rows that only call others
   * @return the table
   */
  static Path write(
      String inputs,
      Path folder,
      @Nullable Pattern device,
      boolean callers,
      MessageOptions messages)
      throws IOException {
    Path table = folder.resolve("table");
    FleetTableWriter writer =
        new FleetTableWriter(
            table,
            BatchPart.WHOLE,
            new DuckDbTables(folder),
            new FleetOrigins(device, null, LocalDate.now(ZoneOffset.UTC), FleetLabels.NONE, null),
            AggregateOptions.DEFAULT.withCumulative(callers),
            Version.tool(),
            false);
    BatchOptions options =
        new BatchOptions(
            List.of(inputs),
            new NameFilter(List.of(), List.of()),
            BatchPart.WHOLE,
            false,
            null,
            ReadOptions.DEFAULT.withThreads(1),
            UnskewSetup.of(UnskewOptions.DEFAULT),
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory() / 5 * 3,
            Long.MAX_VALUE,
            BatchOptions.MAX_TIME,
            List.of(writer),
            false);
    try (BatchView view = new BatchView(messages, false, false)) {
      BatchResult result = new Batch(options, view, AtomicFile.Guard.NONE).run();
      if (result.isEmpty()) {
        throw HeapConvException.input(ErrorId.NOT_A_FLEET_TABLE, inputs, "recordings");
      }
      view.report(result, inputs);
    }
    return table;
  }
}

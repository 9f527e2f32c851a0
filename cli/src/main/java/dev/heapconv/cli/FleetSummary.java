package dev.heapconv.cli;

import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Writes what 'heapconv fleet' says of a table of all inputs, which is deleted afterwards. */
final class FleetSummary implements FleetSink {

  /** Asks a table, and writes the answer. */
  @FunctionalInterface
  interface SummaryContent {
    void write(SqlEngine engine, TableSelection all, OutputStream out) throws IOException;
  }

  private final Path file;
  private final SummaryContent content;
  private final FleetTableWriter table;
  private final TemporaryFolder folder;

  /**
   * @param file where to write the answer
   * @param table writes the table to the folder
   */
  FleetSummary(Path file, SummaryContent content, FleetTableWriter table, TemporaryFolder folder) {
    this.file = file;
    this.content = content;
    this.table = table;
    this.folder = folder;
  }

  @Override
  public List<Path> files() {
    return List.of(file);
  }

  @Override
  public void add(ReadResult result) throws IOException {
    table.add(result);
  }

  @Override
  public List<Warning> finish(AtomicFile.Guard guard) throws IOException {
    List<Warning> warnings = table.finish(guard);
    try (DuckDbTables engine = FleetQuestionOptions.engine(folder.path())) {
      engine.open("a", folder.path());
      TableSelection all = new TableSelection(folder.path().toString(), "a", List.of());
      AtomicFile.write(file, out -> content.write(engine, all, out), guard);
    }
    return warnings;
  }

  @Override
  public void close() throws IOException {
    table.close();
    folder.close();
  }
}

package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.fleet.AnswerWriter;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.table.TableOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes what 'heapconv fleet' says of a table of all inputs, which is deleted afterwards.
 *
 * @param file where to write it
 * @param rows which rows to show
 * @param confidence level of the intervals
 * @param table writes the table to the folder
 */
record FleetSummary(
    Path file,
    Format format,
    FleetQuestion question,
    AggregateOptions rows,
    double confidence,
    FleetTableWriter table,
    TemporaryFolder folder)
    implements FleetSink {

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
      FleetAnswer answer = FleetFigures.of(engine, question, all, confidence, rows.filter());
      AnswerWriter writer =
          new AnswerWriter(answer, "inputs of a batch", Version.tool(), TableOptions.of(rows));
      AtomicFile.write(file, out -> writer.write(format, out), guard);
    }
    return warnings;
  }

  @Override
  public void close() throws IOException {
    table.close();
    folder.close();
  }
}

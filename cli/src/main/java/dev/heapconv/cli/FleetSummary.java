package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.table.TableOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes what 'heapconv fleet' says of a table of all inputs, which is deleted afterwards. */
final class FleetSummary implements FleetSink {

  /**
   * What to write.
   *
   * @param limit how many rows to write
   */
  record Content(
      Path file,
      Format format,
      FleetQuestion question,
      double confidence,
      @Nullable Pattern filter,
      int limit) {}

  private final Content content;
  private final FleetTableWriter table;
  private final TemporaryFolder folder;

  /**
   * @param table writes the table to the folder
   */
  FleetSummary(Content content, FleetTableWriter table, TemporaryFolder folder) {
    this.content = content;
    this.table = table;
    this.folder = folder;
  }

  @Override
  public List<Path> files() {
    return List.of(content.file);
  }

  @Override
  public void add(ReadResult result) throws IOException {
    table.add(result);
  }

  @Override
  public List<Warning> finish(AtomicFile.Guard guard) throws IOException {
    List<Warning> warnings = table.finish(guard);
    try (DuckDbTables engine = new DuckDbTables(folder.path())) {
      engine.open("a", folder.path());
      TableSelection all = new TableSelection(folder.path().toString(), "a", List.of());
      AnswerWriter answer =
          new AnswerWriter(
              FleetFigures.of(engine, content.question, all, content.confidence, content.filter),
              content.limit);
      AtomicFile.write(
          content.file,
          out -> answer.write(content.format, TableOptions.DEFAULT_WIDTH, out),
          guard);
    }
    return warnings;
  }

  @Override
  public void close() throws IOException {
    table.close();
    folder.close();
  }
}

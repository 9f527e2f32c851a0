package dev.heapconv.writer.table;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a profile as one table. */
public final class TableWriter implements ProfileWriter {

  private final AggregateOptions rows;
  private final TableRenderer renderer;

  public TableWriter(AggregateOptions rows, TableRenderer renderer) {
    this.rows = rows;
    this.renderer = renderer;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    renderer.render(
        Table.of(
            TableHeader.of(profile, rows.by(), options.tool()),
            Ranking.of(profile, rows, options.view())),
        out);
  }
}

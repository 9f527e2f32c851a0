package dev.heapconv.writer.table;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes how live memory grew over the dumps of a profile as one table. */
public final class GrowthWriter implements ProfileWriter {

  private final AggregateOptions rows;
  private final TableRenderer renderer;

  public GrowthWriter(AggregateOptions rows, TableRenderer renderer) {
    this.rows = rows;
    this.renderer = renderer;
  }

  /**
   * @param options with a live view; {@link View#SPACE} if none
   */
  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    View view = options.view() == null ? View.SPACE : options.view();
    renderer.render(
        Table.of(
            TableHeader.of(profile, rows.by(), options.tool()),
            Ranking.ofGrowth(profile, rows, view)),
        out);
  }
}

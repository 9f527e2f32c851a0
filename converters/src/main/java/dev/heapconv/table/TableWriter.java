package dev.heapconv.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Result;
import dev.heapconv.query.Totals;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a profile as one table: of its totals, or of how live memory grew over its dumps. */
public final class TableWriter implements ProfileWriter {

  private final AggregateOptions rows;
  private final TableRenderer renderer;
  private final boolean growth;

  private TableWriter(AggregateOptions rows, TableRenderer renderer, boolean growth) {
    this.rows = rows;
    this.renderer = renderer;
    this.growth = growth;
  }

  public static TableWriter ofTotals(AggregateOptions rows, TableRenderer renderer) {
    return new TableWriter(rows, renderer, false);
  }

  /** The view of its options is a live one; {@link View#SPACE} if there is none. */
  public static TableWriter ofGrowth(AggregateOptions rows, TableRenderer renderer) {
    return new TableWriter(rows, renderer, true);
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    View view = options.view();
    Result result =
        growth
            ? Growth.of(profile, rows, view == null ? View.SPACE : view)
            : Totals.of(profile, rows, view);
    renderer.render(new Table(TableHeader.of(profile, rows.by(), options.tool()), result), out);
  }
}

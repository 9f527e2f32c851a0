package dev.heapconv.show;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Result;
import dev.heapconv.query.Totals;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

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
    renderer.render(table(profile, options), out);
  }

  /** The table that {@link #write} renders. */
  public Table table(EstimatedProfile profile, WriteOptions options) throws HeapConvException {
    View view = options.view();
    if (growth) {
      View live = view == null ? View.SPACE : view;
      return new Table(options.tool(), profile, Growth.of(profile, rows, live));
    }
    boolean shown = rows.sort() == null && view == null;
    Result result =
        renderer.isScreen()
            ? Totals.first(
                profile, rows, shown ? firstView(profile) : view, TableOptions.ROWS_FOR_PEOPLE)
            : Totals.of(profile, rows, view);
    boolean ofSeveral =
        renderer.isScreen() && result.hasCalls() && profile.latestDumps().size() > 1;
    AggregateOptions heaps =
        rows.withBy(GroupBy.HEAP).withSort(null).withCumulative(false).withFilter(null);
    Result ofHeaps = ofSeveral ? Totals.of(profile, heaps, result.view()) : null;
    return new Table(options.tool(), profile, null, result, ofHeaps, null);
  }

  /** If everything has been freed, what was allocated is the next best answer. */
  static @Nullable View firstView(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.latestDumps()) {
      Column live = heap.column(View.SPACE);
      if (live != null && live.total() != 0) {
        return null;
      }
    }
    return profile.views().contains(View.ALLOC_SPACE) ? View.ALLOC_SPACE : null;
  }
}

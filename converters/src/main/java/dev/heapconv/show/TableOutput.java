package dev.heapconv.show;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Question;
import dev.heapconv.query.Totals;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the answer to any question as one table. */
public final class TableOutput implements Output {

  private final TableRenderer renderer;

  public TableOutput(TableRenderer renderer) {
    this.renderer = renderer;
  }

  @Override
  public boolean takes(Question question) {
    return true;
  }

  @Override
  public void write(Asked asked, WriteOptions options, OutputStream out) throws IOException {
    renderer.render(table(asked, options), out);
  }

  /** The table that {@link #write} renders. */
  public Table table(Asked asked, WriteOptions options) throws HeapConvException {
    if (!renderer.isScreen()) {
      return Table.of(options.tool(), asked);
    }
    Asked ofPage = asked.onPage(TableOptions.ROWS_FOR_PEOPLE);
    Table table = Table.of(options.tool(), ofPage);
    boolean isOfSeveral =
        table.answer().hasCalls() && asked.subject().profile().latestDumps().size() > 1;
    if (!isOfSeveral) {
      return table;
    }
    AggregateOptions heaps =
        table
            .question()
            .rows()
            .withBy(GroupBy.HEAP)
            .withSort(null)
            .withCumulative(false)
            .withFilter(null);
    Totals ofHeaps = new Totals(heaps, table.answer().view());
    return table.with(Table.of(options.tool(), new Asked(asked.subject(), ofHeaps)));
  }

  @Override
  public boolean holdsNegatives() {
    return true;
  }

  @Override
  public boolean isOfSums() {
    return true;
  }
}

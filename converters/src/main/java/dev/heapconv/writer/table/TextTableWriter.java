package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes one table as text, between a few lines that say what its numbers are and how they were
 * made.
 */
public final class TextTableWriter implements ProfileWriter {

  /** Stacks take several lines each. */
  private static final int STACKS_FOR_PEOPLE = 10;

  private final TableOptions tableOptions;

  public TextTableWriter(TableOptions tableOptions) {
    this.tableOptions = tableOptions;
  }

  /** Text is UTF-8. */
  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Table table = TableBuilder.build(profile, tableOptions, options.view());
    StringBuilder text = new StringBuilder();
    TextHeader header = new TextHeader(profile, table);
    header.appendOrigin(text);
    if (table.by() != GroupBy.DUMP) {
      header.appendTotals(text);
    }
    text.append('\n');
    int usual = table.by() == GroupBy.STACK ? STACKS_FOR_PEOPLE : TableOptions.ROWS_FOR_PEOPLE;
    new TextTable(table, usual).appendTo(text);
    text.append('\n');
    TextNotes.append(text, profile, false, tableOptions.width());
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}

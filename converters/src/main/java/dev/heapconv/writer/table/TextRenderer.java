package dev.heapconv.writer.table;

import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.writer.TerminalText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a table as text, between a few lines that explain its numbers. */
final class TextRenderer implements TableRenderer {

  /** Limit for stacks, which take several lines each. */
  private static final int STACKS_FOR_PEOPLE = 10;

  private final int width;
  private final boolean colour;

  /**
   * @param width columns of the terminal or page
   * @param colour whether text may contain terminal escape sequences
   */
  TextRenderer(int width, boolean colour) {
    this.width = width;
    this.colour = colour;
  }

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    new TextHeader(table.header(), table.ranking(), width).appendOrigin(text);
    GroupBy by = table.ranking().by();
    boolean rough = false;
    for (Table.Section section : table.sections()) {
      if (table.isGrouped()) {
        text.append('\n').append(TerminalText.printable(section.group())).append('\n');
      }
      if (by != GroupBy.DUMP) {
        new TextHeader(table.header(), section.ranking(), width).appendTotals(text);
      }
      text.append('\n');
      int usual = by == GroupBy.STACK ? STACKS_FOR_PEOPLE : TableOptions.ROWS_FOR_PEOPLE;
      TextTable rows = new TextTable(section.ranking(), usual, width, colour);
      rows.appendTo(text);
      rough |= rows.showsRough();
    }
    TextNotes.append(text, table.header(), rough, false, width);
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}

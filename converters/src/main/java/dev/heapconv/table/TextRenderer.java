package dev.heapconv.table;

import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a table as text, between a few lines that explain its numbers. */
final class TextRenderer implements TableRenderer {

  /** Limit for stacks, which take several lines each. */
  private static final int STACKS_FOR_PEOPLE = 10;

  private final int width;
  private final boolean colour;
  private final TableOptions page;

  TextRenderer(TableOptions page) {
    this.page = page;
    width = page.width();
    colour = page.colour();
  }

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : table.verdictLines()) {
      TerminalText.appendWrapped(text, line, width);
    }
    if (table.verdict() != null) {
      text.append('\n');
    }
    new TextHeader(table.header(), table.result(), width).appendOrigin(text, page.sizesHint());
    GroupBy by = table.result().by();
    boolean graded = false;
    for (Table.Section section : table.sections()) {
      if (table.isGrouped()) {
        text.append('\n').append(TerminalText.printable(section.group())).append('\n');
      }
      if (by != GroupBy.DUMP) {
        new TextHeader(table.header(), section.result(), width).appendTotals(text);
      }
      text.append('\n');
      if (page.tree()) {
        TextTree.append(text, section.result().callTree(), width);
        continue;
      }
      int usual = by == GroupBy.STACK ? STACKS_FOR_PEOPLE : TableOptions.ROWS_FOR_PEOPLE;
      TextTable rows = new TextTable(section.result(), usual, width, colour);
      rows.appendTo(text);
      graded |= rows.showsGrades();
      appendNoise(text, section.result());
    }
    TextNotes.append(text, table.header(), graded, false, width);
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void appendNoise(StringBuilder text, Result result) {
    int noise = result.rowsOfNoise();
    if (noise > 0) {
      text.append("  ").append(ResultText.noise(noise));
      text.append(page.noiseHint().isEmpty() ? "" : "; " + page.noiseHint()).append('\n');
    }
  }
}

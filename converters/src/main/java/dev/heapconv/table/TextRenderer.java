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
    Result result = table.result();
    TextHeader header = new TextHeader(table.header(), result, width);
    header.appendOrigin(text, page.sizesHint());
    GroupBy by = result.by();
    if (by != GroupBy.DUMP) {
      header.appendTotals(text);
    }
    text.append('\n');
    boolean graded = false;
    if (page.tree()) {
      TextTree.append(text, result.callTree(), width);
    } else {
      int usual = by == GroupBy.STACK ? STACKS_FOR_PEOPLE : TableOptions.ROWS_FOR_PEOPLE;
      TextTable rows = new TextTable(result, usual, width, colour);
      rows.appendTo(text);
      graded = rows.showsGrades();
      appendNoise(text, result);
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

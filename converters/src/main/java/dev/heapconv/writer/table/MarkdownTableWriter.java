package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a table in GitHub's Markdown, for an issue or a review: numbers with units, names as code.
 */
public final class MarkdownTableWriter implements ProfileWriter {

  private final TableOptions tableOptions;

  public MarkdownTableWriter(TableOptions tableOptions) {
    this.tableOptions = tableOptions;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Table table = TableBuilder.build(profile, tableOptions, options.view());
    StringBuilder text = new StringBuilder();
    appendHeader(text, table);
    int[] rows = table.rowsForPeople();
    int shown = tableOptions.rowsOf(rows.length, TableOptions.ROWS_FOR_PEOPLE);
    for (int i = 0; i < shown; i++) {
      appendRow(text, table, rows[i]);
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void appendHeader(StringBuilder text, Table table) {
    StringBuilder rule = new StringBuilder("|");
    text.append('|');
    for (View view : table.viewsForPeople()) {
      text.append(' ').append(code(view.name())).append(" | interval | % |");
      rule.append("---:|---:|---:|");
      if (table.hasCumulative()) {
        text.append(table.isCumulative() ? " self % |" : " cum % |");
        rule.append("---:|");
      }
    }
    text.append(" samples | ").append(table.by().id()).append(" |");
    rule.append("---:|:---|");
    if (table.by() == GroupBy.FUNCTION) {
      text.append(" library |");
      rule.append(":---|");
    }
    text.append('\n').append(rule).append('\n');
  }

  private static void appendRow(StringBuilder text, Table table, int row) {
    text.append('|');
    for (View view : table.viewsForPeople()) {
      if (!table.hasView(view, row)) {
        text.append(" | | |");
        continue;
      }
      GroupSums sums = table.sums(view);
      double value = sums.value(row);
      double low = sums.low(row);
      double high = sums.high(row);
      appendCell(text, HumanNumbers.value(value, low, high, view.isBytes()));
      appendCell(text, HumanNumbers.interval(value, low, high, view.isBytes()));
      appendCell(text, HumanNumbers.percent(value, table.whole(view)));
      if (table.hasCumulative()) {
        GroupSums others = table.isCumulative() ? table.self(view) : table.cumulative(view);
        appendCell(text, HumanNumbers.percent(others.value(row), table.whole(view)));
      }
    }
    text.append(' ').append(table.sums(table.view()).samples(row)).append(" | ");
    text.append(code(table.name(row))).append(" |");
    if (table.by() == GroupBy.FUNCTION) {
      appendCell(text, code(table.library(row)));
    }
    text.append('\n');
  }

  private static void appendCell(StringBuilder text, String cell) {
    text.append(cell.isEmpty() ? "" : " ").append(cell).append(" |");
  }

  /**
   * A code span, in which nothing has a meaning but the mark that ends it and, within a table, the
   * bar: it is escaped even there.
   */
  private static String code(String name) {
    if (name.isEmpty()) {
      return "";
    }
    String printable = TerminalText.printable(name);
    int longest = 0;
    int run = 0;
    for (int i = 0; i < printable.length(); i++) {
      run = printable.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String mark = "`".repeat(longest + 1);
    // A name that begins or ends with a backquote or a space needs spaces around it, which the span
    // swallows.
    String space = longest > 0 ? " " : "";
    return mark + space + printable.replace("|", "\\|") + space + mark;
  }
}

package dev.heapconv.show;

import dev.heapconv.model.Notice;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Answer.NameColumn.Kind;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Text;
import dev.heapconv.show.MarkdownText.MarkdownColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes a table in GitHub-flavored Markdown, for an issue or a review: numbers with units, names
 * as code.
 */
public final class MarkdownRenderer implements TableRenderer {

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    VerdictText.appendMarkdown(text, table.answer().verdict());
    String trust = table.trust().text(false);
    text.append(trust.isEmpty() ? "" : MarkdownText.escaped(trust) + "\n\n");
    for (String fact : table.facts()) {
      text.append(MarkdownText.escaped(fact)).append("\n\n");
    }
    List<Notice> notices = table.profile().notices();
    for (Notice notice : notices) {
      text.append("- warning: ").append(MarkdownText.escaped(notice.message())).append('\n');
    }
    text.append(notices.isEmpty() ? "" : "\n");
    AnswerText words = table.text();
    int[] rows = table.limited(table.shownRows(), TableOptions.ROWS_FOR_PEOPLE);
    if (rows.length == 0) {
      text.append("No ").append(MarkdownText.escaped(words.nothing())).append(".\n");
    } else {
      appendRows(text, table.answer(), table.columns(), false, rows);
      String hidden = words.hidden();
      text.append(hidden.isEmpty() ? "" : "\n" + hidden + ".\n");
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends some rows as a table: words of ours, names, and where functions are.
   *
   * @param startsWithNames whether names come before numbers
   */
  public static void appendRows(
      StringBuilder text,
      Answer answer,
      List<ShownColumn> shown,
      boolean startsWithNames,
      int[] rows) {
    List<MarkdownColumn> numbers = new ArrayList<>();
    for (ShownColumn column : shown) {
      String heading = MarkdownText.escaped(column.heading());
      List<String> cells = column.cells(rows).stream().map(Text::toString).toList();
      numbers.add(new MarkdownColumn(heading, column.isText(), cells));
    }
    List<MarkdownColumn> names = new ArrayList<>();
    for (NameColumn column : answer.names()) {
      boolean ofUs = column.kind() == Kind.ROLE;
      boolean isPlace = Set.of(Kind.LIBRARY, Kind.PLACE, Kind.SOURCE).contains(column.kind());
      if (ofUs || column.kind().isName() || isPlace) {
        List<String> cells =
            IntStream.of(rows)
                .mapToObj(column::text)
                .map(cell -> ofUs ? cell : MarkdownText.code(cell))
                .toList();
        names.add(ofUs ? 0 : names.size(), new MarkdownColumn(column.id(), true, cells));
      }
    }
    numbers.addAll(startsWithNames ? 0 : numbers.size(), names);
    MarkdownText.appendTable(text, numbers);
  }
}

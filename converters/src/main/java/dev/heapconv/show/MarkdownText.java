package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import java.util.List;
import java.util.function.Function;

/** Text of a recording in GitHub-flavored Markdown, where it means nothing but itself. */
public final class MarkdownText {

  private MarkdownText() {}

  /**
   * A column of a table.
   *
   * @param heading in Markdown
   * @param isText whether cells are words rather than numbers
   * @param cells in Markdown
   */
  public record MarkdownColumn(String heading, boolean isText, List<String> cells) {}

  /** Appends a table. */
  public static void appendTable(StringBuilder text, List<MarkdownColumn> columns) {
    appendLine(text, columns, column -> " " + column.heading() + " ");
    appendLine(text, columns, column -> column.isText() ? ":---" : "---:");
    for (int i = 0; i < columns.get(0).cells().size(); i++) {
      int row = i;
      appendLine(
          text,
          columns,
          column -> column.cells().get(row).isEmpty() ? " " : " " + column.cells().get(row) + " ");
    }
  }

  private static void appendLine(
      StringBuilder text, List<MarkdownColumn> columns, Function<MarkdownColumn, String> cell) {
    columns.forEach(column -> text.append('|').append(cell.apply(column)));
    text.append("|\n");
  }

  /** Names of views may contain anything; elsewhere they are code. */
  public static String escaped(String text) {
    return TerminalText.printable(text).replaceAll("[\\\\`*_\\[\\]<|]", "\\\\$0");
  }

  /**
   * A code span, in which only the closing mark is special and, within a table, the bar, which is
   * escaped even there.
   */
  public static String code(String name) {
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

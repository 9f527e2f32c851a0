package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a table as a page of text for someone new to such numbers: what was recorded, how much
 * there is in total, and what holds most of it.
 */
final class TextRenderer implements TableRenderer {

  /** Functions that leave room for the paths below them on one screen. */
  private static final int FUNCTIONS = 12;

  private static final int FUNCTIONS_BELOW_HEAPS = 6;
  private static final int HEAPS = 6;

  /** Limit for stacks, which take several lines each. */
  private static final int STACKS = 10;

  /** The heaviest paths below a table, and the share in percent from which calls are in them. */
  private static final int PATHS = 3;

  private static final double PATH_PERCENT = 5;

  private final TableOptions page;
  private final int width;

  TextRenderer(TableOptions page) {
    this.page = page;
    width = page.width();
  }

  @Override
  public boolean isScreen() {
    return true;
  }

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    VerdictText.append(text, table.verdict(), width);
    new TextHeader(table, width, page.colour()).appendTo(text, page.sizesHint(), page.codeHint());
    Result result = table.result();
    if (page.treePercent() > 0) {
      appendPaths(text, "Calls", result, page.treePercent(), Integer.MAX_VALUE);
    } else {
      if (table.heaps() != null) {
        appendRows(text, table, table.heaps(), HEAPS);
      }
      appendRows(text, table, result, usualRows(table));
      List<String> without =
          View.ALL.contains(result.view()) && !result.by().isPartOfRecording()
              ? table.heapsWithout(result.view().isLive())
              : List.of();
      if (!without.isEmpty()) {
        String of = result.view().isLive() ? "is live" : "was allocated";
        append(
            text, "  without " + String.join(", ", without) + ", which does not tell what " + of);
      }
      if (result.rowsOfNoise() > 0) {
        text.append("  ").append(ResultText.noise(result.rowsOfNoise()));
        text.append(page.noiseHint().isEmpty() ? "" : "; " + page.noiseHint()).append('\n');
      }
      if (result.hasCalls() && result.options().filter() == null) {
        appendPaths(text, "Heaviest paths", result, PATH_PERCENT, PATHS);
      }
    }
    appendNotes(text, table.profile());
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static int usualRows(Table table) {
    return switch (table.result().by()) {
      case STACK -> STACKS;
      case FUNCTION ->
          !table.result().hasCalls()
              ? TableOptions.ROWS_FOR_PEOPLE
              : table.heaps() == null ? FUNCTIONS : FUNCTIONS_BELOW_HEAPS;
      default -> TableOptions.ROWS_FOR_PEOPLE;
    };
  }

  private void appendRows(StringBuilder text, Table table, Result result, int usualRows) {
    ResultText words = new ResultText(result);
    appendTitle(text, words.title(table.live()));
    int[] all = result.displayedRows();
    int[] rows = result.limited(all, usualRows);
    if (rows.length == 0) {
      text.append("  no ").append(TerminalText.printable(words.nothing())).append('\n');
      return;
    }
    TextLayout layout = new TextLayout(width, page.colour());
    TextTable.add(layout, result, ShownColumns.of(result), rows);
    layout.appendTo(text);
    int left = all.length + result.others() - rows.length;
    if (left > 0) {
      text.append("  ").append(words.more(rows, left)).append('\n');
    }
  }

  private void appendTitle(StringBuilder text, String title) {
    text.append('\n').append(title.isEmpty() ? "" : TextStyle.BOLD.of(title, page.colour()) + "\n");
  }

  private void appendPaths(
      StringBuilder text, String title, Result result, double percent, int paths) {
    List<Result.Call> calls = result.calls(percent, paths);
    if (!calls.isEmpty()) {
      appendTitle(text, title);
      new TextTree(text, result, width, page.colour()).append(calls);
    }
  }

  /** What is to be known of the recording; how numbers are made, the help says. */
  private void appendNotes(StringBuilder text, EstimatedProfile profile) {
    StringBuilder notes = new StringBuilder();
    for (Remark remark : profile.remarks()) {
      if (remark.topic() == Topic.NOTE || remark.topic() == Topic.NAMES) {
        append(notes, "note: " + remark.text());
      }
    }
    for (Notice notice : page.notices() ? profile.notices() : List.<Notice>of()) {
      append(notes, "warning: " + notice.message());
    }
    text.append(notes.isEmpty() ? "" : "\n").append(notes);
  }

  private void append(StringBuilder notes, String note) {
    TerminalText.appendWrapped(notes, TerminalText.printable(note), width);
  }
}

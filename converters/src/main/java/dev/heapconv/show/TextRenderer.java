package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.HumanNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a table as a page of text for someone new to such numbers: what was recorded, how much
 * there is in total, and what holds most of it.
 */
final class TextRenderer implements TableRenderer {

  private static final int FUNCTIONS_BELOW_HEAPS = 6;
  private static final int HEAPS = 6;

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
    VerdictText.append(text, table.answer().verdict(), width);
    TextHeader header = new TextHeader(table, width, page.colour());
    header.appendTo(text, page.hints());
    Answer answer = table.answer();
    if (page.tree().paths() > 0) {
      double percent = page.tree().percent();
      Answer.Calls calls = answer.calls(percent, page.tree().paths());
      appendPaths(text, "Calls", calls, answer);
      appendOthers(text, calls, percent);
    } else {
      Table heaps = table.heaps();
      if (heaps != null) {
        appendRows(text, heaps, HEAPS);
      }
      appendRows(text, table, usualRows(table));
      boolean isLive = answer.view().isLive();
      List<String> without =
          View.ALL.contains(answer.view()) && !table.by().isPartOfRecording()
              ? table.heapsWithout(isLive)
              : List.of();
      if (!without.isEmpty()) {
        String of = isLive ? "is live" : "was allocated";
        append(
            text, "  without " + String.join(", ", without) + ", which does not tell what " + of);
      }
      String hidden = table.text().hidden();
      if (!hidden.isEmpty()) {
        text.append("  ").append(hidden);
        text.append(page.hints().noise().isEmpty() ? "" : "; " + page.hints().noise()).append('\n');
      }
      if (answer.hasCalls() && table.question().rows().filter() == null) {
        appendPaths(text, "Heaviest paths", answer.calls(PATH_PERCENT, PATHS), answer);
      }
    }
    appendNotes(text, table.profile(), Overview.saysDump(table));
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static int usualRows(Table table) {
    return switch (table.by()) {
      case STACK -> TableOptions.STACKS_FOR_PEOPLE;
      case FUNCTION ->
          !table.answer().hasCalls()
              ? TableOptions.ROWS_FOR_PEOPLE
              : table.heaps() == null ? TableOptions.FUNCTIONS_FOR_PEOPLE : FUNCTIONS_BELOW_HEAPS;
      default -> TableOptions.ROWS_FOR_PEOPLE;
    };
  }

  private void appendRows(StringBuilder text, Table table, int usualRows) {
    AnswerText words = table.text();
    Answer answer = table.answer();
    appendTitle(text, words.title(table.live()));
    int[] all = table.shownRows();
    int[] rows = table.limited(all, usualRows);
    if (rows.length == 0) {
      text.append("  no ").append(TerminalText.printable(words.nothing())).append('\n');
      return;
    }
    TextLayout layout = new TextLayout(width, page.colour());
    if (page.bars()) {
      layout.drawShares();
    }
    TextTable.add(layout, answer, table.columns(), rows);
    layout.appendTo(text);
    int left = all.length + answer.rows().others() - rows.length;
    if (left > 0) {
      text.append("  ").append(words.more(rows, left)).append('\n');
    }
  }

  private void appendTitle(StringBuilder text, String title) {
    text.append('\n').append(title.isEmpty() ? "" : TextStyle.BOLD.of(title, page.colour()) + "\n");
  }

  private void appendPaths(StringBuilder text, String title, Answer.Calls calls, Answer answer) {
    if (!calls.fromRoot().isEmpty()) {
      appendTitle(text, title);
      new TextTree(text, answer, width, page.colour()).append(calls.fromRoot());
    }
  }

  /**
   * Appends how many calls a tree leaves out, and what they hold.
   *
   * @param percent share below which they are left out; less than 1 if only their number is limited
   */
  private static void appendOthers(StringBuilder text, Answer.Calls calls, double percent) {
    if (calls.others() > 0) {
      text.append("  ")
          .append(HumanNumbers.withSeparators(calls.others()))
          .append(calls.others() == 1 ? " more call" : " more calls")
          .append(percent >= 1 ? " below " + HumanNumbers.fixed(percent, 0) + " %" : "")
          .append(", ")
          .append(HumanNumbers.percent(calls.percent(), 100))
          .append(percent >= 1 ? " in total\n" : "\n");
    }
  }

  /** What is to be known of the recording; how numbers are made, the help says. */
  private void appendNotes(StringBuilder text, EstimatedProfile profile, boolean saysSum) {
    StringBuilder notes = new StringBuilder();
    for (Remark remark : profile.remarks()) {
      Topic topic = remark.topic();
      if (topic == Topic.NOTE || topic == Topic.NAMES || topic == Topic.SUM && !saysSum) {
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

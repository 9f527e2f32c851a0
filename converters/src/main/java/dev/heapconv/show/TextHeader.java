package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.query.AnswerText.Line;
import dev.heapconv.show.TableOptions.Hints;

/** Lays out the {@link Overview} of a table as the first lines of a text. */
final class TextHeader {

  private static final int LABEL_WIDTH = 12;

  private final Table table;
  private final int width;
  private final boolean colour;

  TextHeader(Table table, int width, boolean colour) {
    this.table = table;
    this.width = width;
    this.colour = colour;
  }

  /** Appends all lines. */
  void appendTo(StringBuilder text, Hints hints) {
    Overview overview = Overview.of(table, hints, colour);
    append(text, overview.what(), overview.when());
    for (Line line : overview.lines(width - LABEL_WIDTH)) {
      appendLabelled(text, line.label(), line.text());
    }
  }

  /** Appends two texts: in one line if they fit. */
  private void append(StringBuilder text, String left, String right) {
    String line = left + (right.isEmpty() ? "" : Overview.GAP + right);
    if (TerminalText.width(line) <= width || right.isEmpty()) {
      TerminalText.appendWrapped(text, line, width);
    } else {
      append(text, left, "");
      append(text, right, "");
    }
  }

  /** Appends a line whose continuations stand below its text, not below its label. */
  private void appendLabelled(StringBuilder text, String label, String line) {
    StringBuilder wrapped = new StringBuilder();
    TerminalText.appendWrapped(wrapped, " ".repeat(LABEL_WIDTH) + line, width);
    text.append(TextStyle.BOLD.of(label, colour)).append(wrapped.substring(label.length()));
  }
}

package dev.heapconv.writer.table;

import dev.heapconv.model.Warning;
import dev.heapconv.writer.TerminalText;
import java.util.List;

/** Explains below text tables how their numbers were computed. */
final class TextNotes {

  private static final int LEAST_WIDTH = 20;

  private TextNotes() {}

  static void append(StringBuilder out, TableHeader header, boolean warnings, int width) {
    List<Warning> shown = warnings ? header.warnings() : List.of();
    if (!header.comments().isEmpty() || !shown.isEmpty()) {
      out.append('\n');
    }
    for (String comment : header.comments()) {
      appendWrapped(out, "note: " + TerminalText.printable(comment), width);
    }
    for (Warning warning : shown) {
      appendWrapped(out, "warning: " + TerminalText.printable(warning.message()), width);
    }
  }

  /** Appends a line, wrapped at spaces if there are any; continuation lines are indented. */
  static void appendWrapped(StringBuilder out, String line, int width) {
    int begin = 0;
    int room = Math.max(LEAST_WIDTH, width);
    while (line.length() - begin > room) {
      int end = line.lastIndexOf(' ', begin + room);
      if (end <= begin) {
        break;
      }
      out.append(line, begin, end).append("\n  ");
      begin = end + 1;
      room = Math.max(LEAST_WIDTH, width) - 2;
    }
    out.append(line, begin, line.length()).append('\n');
  }
}

package dev.heapconv.table;

import dev.heapconv.model.HeapProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.output.Text;

/** Says below tables of text how their numbers were made. */
final class TextNotes {

  private static final int LEAST_WIDTH = 20;

  private TextNotes() {}

  static void append(StringBuilder out, HeapProfile profile, boolean warnings, int width) {
    for (String comment : profile.comments()) {
      appendWrapped(out, "note: " + Text.printable(comment), width);
    }
    if (warnings) {
      for (Warning warning : profile.warnings().list()) {
        appendWrapped(out, "warning: " + Text.printable(warning.message()), width);
      }
    }
  }

  /** The line, broken at spaces where there are some; what follows the first is indented. */
  private static void appendWrapped(StringBuilder out, String line, int width) {
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

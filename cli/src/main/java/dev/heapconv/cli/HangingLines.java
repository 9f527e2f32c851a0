package dev.heapconv.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Lines of two columns, such as a command and what it does, in the width of a terminal. */
final class HangingLines {

  /** The narrowest second column; a longer text stands below the first. */
  private static final int MIN_COLUMN = 24;

  private static final int INDENT = 6;

  private static final Pattern COLUMNS = Pattern.compile("(\\s*\\S.*?\\s{2,})(\\S.*)");

  private HangingLines() {}

  /** The lines below the options of a help, each as it was written if it fits. */
  static String ofFooter(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    StringBuilder text = new StringBuilder();
    for (String paragraph : usage.footer()) {
      // As picocli does: %n ends a line, and %% is a percent sign.
      for (String line : String.format(Locale.ROOT, paragraph).split("\\R", -1)) {
        append(text, line, usage.width());
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String line, int width) {
    Matcher columns = COLUMNS.matcher(line);
    if (line.length() <= width) {
      text.append(line).append(System.lineSeparator());
    } else if (!columns.matches()) {
      boolean command = line.startsWith(" ");
      // What is pasted into a shell is still one command.
      String end = command ? " \\" : "";
      String begin = command ? "  " : "";
      wrap(text, begin, line.strip(), command ? INDENT : 0, width - end.length(), end);
    } else if (width - columns.end(1) < MIN_COLUMN) {
      append(text, columns.group(1).stripTrailing(), width);
      wrap(text, " ".repeat(INDENT), columns.group(2), INDENT, width, "");
    } else {
      wrap(text, columns.group(1), columns.group(2), columns.end(1), width, "");
    }
  }

  /** Breaks a text between words; {@code end} stands at each break. */
  private static void wrap(
      StringBuilder text, String begin, String words, int indent, int width, String end) {
    StringBuilder line = new StringBuilder(begin);
    boolean first = true;
    for (String word : words.split(" ")) {
      if (!first && line.length() + 1 + word.length() > width) {
        text.append(line).append(end).append(System.lineSeparator());
        line.setLength(0);
        line.append(" ".repeat(indent));
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    text.append(line).append(System.lineSeparator());
  }
}

package dev.heapconv.writer.folded;

import dev.heapconv.io.TerminalText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Function names may contain the characters that separate frames and lines here; these are replaced
 * so that they never split a stack.
 */
final class FoldedNames {

  private FoldedNames() {}

  /** The first frames of a line. */
  static String joined(List<String> frames) {
    return frames.stream().map(FoldedNames::safe).collect(Collectors.joining(";"));
  }

  /**
   * A name on one line, without separators: colons for semicolons, spaces for control and
   * line-breaking characters, escapes for other invisible ones.
   */
  static String safe(String name) {
    StringBuilder safe = null;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      char replacement = replacement(c);
      if (replacement != c) {
        safe = safe == null ? new StringBuilder(name) : safe;
        safe.setCharAt(i, replacement);
      }
    }
    return withoutNumberAtEnd(TerminalText.printable(safe == null ? name : safe.toString()));
  }

  /**
   * Joins a trailing number to the name, as flamegraph.pl would take a number before the value of a
   * line as a second value.
   */
  private static String withoutNumberAtEnd(String name) {
    int start = name.length();
    while (start > 0 && (isDigit(name.charAt(start - 1)) || name.charAt(start - 1) == '.')) {
      start--;
    }
    boolean number =
        start > 0 && start < name.length() && Character.isWhitespace(name.charAt(start - 1));
    return number ? name.substring(0, start - 1) + "_" + name.substring(start) : name;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static char replacement(char c) {
    if (c == ';') {
      return ':';
    }
    boolean breaksLines = c < ' ' || (c >= 0x7f && c <= 0x9f) || c == '\u2028' || c == '\u2029';
    return breaksLines ? ' ' : c;
  }
}

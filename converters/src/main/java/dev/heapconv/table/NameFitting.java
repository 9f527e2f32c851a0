package dev.heapconv.table;

import static dev.heapconv.text.TerminalText.width;

/** Shortens names to fit a terminal column, dropping the least informative parts first. */
final class NameFitting {

  private static final String ELLIPSIS = "\u2026";

  private NameFitting() {}

  /**
   * The name, or if it is too wide, the name with as many parameters as fit, then without template
   * arguments, then without its middle: namespaces and classes are less informative than the end.
   */
  static String function(String name, int width) {
    if (width(name) <= width) {
      return name;
    }
    String shorter = withParameters(name, width);
    if (width(shorter) <= width) {
      return shorter;
    }
    String cut = middle(withParameters(withoutTemplateArguments(shorter), width), width);
    return cut.replace(ELLIPSIS + ELLIPSIS, ELLIPSIS);
  }

  /** A text with enough of its middle removed to fit; a third of the rest is from the beginning. */
  static String middle(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    if (width <= 1) {
      return width == 1 ? ELLIPSIS : "";
    }
    int headWidth = (width - 1) / 3;
    int head = 0;
    int used = 0;
    while (used + width(text.codePointAt(head)) <= headWidth) {
      used += width(text.codePointAt(head));
      head += Character.charCount(text.codePointAt(head));
    }
    int tail = text.length();
    while (used + width(text.codePointBefore(tail)) <= width - 1) {
      used += width(text.codePointBefore(tail));
      tail -= Character.charCount(text.codePointBefore(tail));
    }
    return text.substring(0, head) + ELLIPSIS + text.substring(tail);
  }

  /**
   * {@code f(int, …) const} for {@code f(int, char*) const}; names without a parameter list are
   * unchanged.
   */
  private static String withParameters(String name, int width) {
    int close = name.lastIndexOf(')');
    int depth = 0;
    for (int i = close; i > 0; i--) {
      char c = name.charAt(i);
      if (c == ')') {
        depth++;
      } else if (c == '(' && --depth == 0) {
        int room = width - width(name.substring(0, i + 1)) - 1 - width(name.substring(close));
        int end = i + 1;
        while (end < close && room > 0) {
          room -= width(name.codePointAt(end));
          end += room < 0 ? 0 : Character.charCount(name.codePointAt(end));
        }
        return end >= close - 1 ? name : name.substring(0, end) + ELLIPSIS + name.substring(close);
      }
    }
    return name;
  }

  /**
   * {@code a<…>::b} for {@code a<c, d<e>>::b}; names with operators that look like brackets are
   * unchanged.
   */
  private static String withoutTemplateArguments(String name) {
    if (name.indexOf('<') <= 0
        || name.contains("operator<")
        || name.contains("operator>")
        || name.contains("->")) {
      return name;
    }
    StringBuilder shorter = new StringBuilder(name.length());
    int depth = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '>' && --depth < 0) {
        return name;
      }
      if (depth == 0) {
        shorter.append(c);
      }
      if (c == '<' && depth++ == 0) {
        shorter.append(ELLIPSIS);
      }
    }
    return depth == 0 ? shorter.toString() : name;
  }
}

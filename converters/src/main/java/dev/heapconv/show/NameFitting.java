package dev.heapconv.show;

import static dev.heapconv.io.TerminalText.width;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shortens names to fit a terminal column, dropping the least informative parts first. */
final class NameFitting {

  private static final String ELLIPSIS = "\u2026";

  private static final String OPERATOR = "operator";

  private static final Pattern NO_BRACKET =
      Pattern.compile("operator(<=>|<<=?|>>=?|<=?|>=?|->\\*?)|->");

  private NameFitting() {}

  /**
   * The name, or if it is too wide, the name without its parameters, then without template
   * arguments, then without its middle: namespaces and classes are less informative than the end.
   */
  static String function(String name, int width) {
    if (width(name) <= width) {
      return name;
    }
    String bare = withoutParameters(name);
    String cut = width(bare) <= width ? bare : middle(withoutTemplateArguments(bare), width);
    return cut.replace(ELLIPSIS + ELLIPSIS, ELLIPSIS);
  }

  /** The name without parameters and template arguments. */
  static String brief(String name) {
    return withoutTemplateArguments(withoutParameters(name));
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
   * {@code f} for {@code void f(int, char*) const}; names without a parameter list at the end are
   * unchanged.
   */
  private static String withoutParameters(String name) {
    int close = name.lastIndexOf(')');
    boolean atEnd = close == name.length() - 1 || close > 0 && name.charAt(close + 1) == ' ';
    int depth = 0;
    for (int i = close; atEnd && i > 0; i--) {
      char c = name.charAt(i);
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (depth == 0) {
        // These may be the operator itself.
        boolean called = isOperator(name, i - OPERATOR.length()) && close == i + 1;
        return withoutResult(called ? name.substring(0, close + 1) : name.substring(0, i));
      }
    }
    // "(anonymous)" is a name itself.
    return name;
  }

  /** Whether an operator is named here, the rest of whose name is anything. */
  private static boolean isOperator(String name, int at) {
    int end = at + OPERATOR.length();
    return name.startsWith(OPERATOR, at)
        && (at == 0 || !Character.isJavaIdentifierPart(name.charAt(at - 1)))
        && (end == name.length() || !Character.isJavaIdentifierPart(name.charAt(end)));
  }

  /** What a function returns stands before a name, if that is of a template. */
  private static String withoutResult(String name) {
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < name.length() && !(depth == 0 && isOperator(name, i)); i++) {
      char c = name.charAt(i);
      depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
      if (c == ' ' && depth == 0) {
        begin = i + 1;
      }
    }
    return name.substring(begin);
  }

  /** {@code a<…>::b} for {@code a<c, d<e>>::b}; operators that look like brackets are none. */
  private static String withoutTemplateArguments(String name) {
    if (name.indexOf('<') <= 0 || name.contains(".<init>")) {
      return name;
    }
    Matcher noBracket = NO_BRACKET.matcher(name);
    StringBuilder shorter = new StringBuilder(name.length());
    int depth = 0;
    for (int i = 0; i < name.length(); i++) {
      if (noBracket.region(i, name.length()).lookingAt()) {
        shorter.append(depth == 0 ? noBracket.group() : "");
        i = noBracket.end() - 1;
        continue;
      }
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

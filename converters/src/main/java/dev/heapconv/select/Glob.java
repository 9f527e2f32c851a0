package dev.heapconv.select;

import java.util.regex.Pattern;

/**
 * Names with wildcards: {@code *} for any characters, {@code ?} for one, {@code [a-z]} for one of a
 * set and {@code [!a-z]} for one that is not in it. Not Java's globs: these are for paths, in which
 * a slash is special, and in the C locale they know no characters beyond ASCII.
 */
final class Glob {

  private Glob() {}

  /** Whether a pattern has wildcards, and a name matches it. */
  static boolean matches(String pattern, String name) {
    if (pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0 && pattern.indexOf('[') < 0) {
      return false;
    }
    return Pattern.compile(regex(pattern), Pattern.DOTALL).matcher(name).matches();
  }

  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      int end = c == '[' ? pattern.indexOf(']', i + 2) : -1;
      if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (end > 0) {
        appendSet(regex, pattern.substring(i + 1, end));
        i = end;
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }

  private static void appendSet(StringBuilder regex, String set) {
    boolean negated = set.charAt(0) == '!';
    regex.append(negated ? "[^" : "[");
    for (int i = negated ? 1 : 0; i < set.length(); i++) {
      char c = set.charAt(i);
      // All that has a meaning between brackets, but for the hyphen of a range.
      regex.append("[]^&\\".indexOf(c) >= 0 ? "\\" : "").append(c);
    }
    regex.append(']');
  }
}

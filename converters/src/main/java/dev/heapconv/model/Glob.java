package dev.heapconv.model;

/**
 * Matches names with wildcards: {@code *} for any characters, {@code ?} for one, {@code [a-z]} for
 * one of a set and {@code [!a-z]} for one outside a set. Java's globs do not fit: they are for
 * paths, in which a slash is special, and in the C locale they support only ASCII. A regular
 * expression would take too long on long names.
 */
final class Glob {

  private Glob() {}

  /** Whether a pattern has wildcards and matches a name. */
  static boolean matches(String pattern, String name) {
    if (pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0 && pattern.indexOf('[') < 0) {
      return false;
    }
    int p = 0;
    int n = 0;
    int afterStar = -1;
    int starEnd = 0;
    while (n < name.length()) {
      int c = name.codePointAt(n);
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        afterStar = ++p;
        starEnd = n;
      } else if (p < pattern.length() && takes(pattern, p, c)) {
        p = end(pattern, p);
        n += Character.charCount(c);
      } else if (afterStar >= 0) {
        // The last star takes one more character; the earlier stars need not change.
        p = afterStar;
        starEnd += Character.charCount(name.codePointAt(starEnd));
        n = starEnd;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /**
   * Returns the position of the bracket that closes the set at {@code p}; -1 if there is no set.
   */
  private static int closing(String pattern, int p) {
    return pattern.charAt(p) == '[' ? pattern.indexOf(']', p + 2) : -1;
  }

  /** Returns the end of the pattern element at {@code p}, which matches one character. */
  private static int end(String pattern, int p) {
    int closing = closing(pattern, p);
    return closing >= 0 ? closing + 1 : p + Character.charCount(pattern.codePointAt(p));
  }

  private static boolean takes(String pattern, int p, int c) {
    int closing = closing(pattern, p);
    if (closing < 0) {
      return pattern.charAt(p) == '?' || pattern.codePointAt(p) == c;
    }
    boolean negated = pattern.charAt(p + 1) == '!';
    boolean found = false;
    int at = negated ? p + 2 : p + 1;
    while (at < closing) {
      int low = pattern.codePointAt(at);
      at += Character.charCount(low);
      int high = low;
      if (at + 1 < closing && pattern.charAt(at) == '-') {
        high = pattern.codePointAt(at + 1);
        at += 1 + Character.charCount(high);
      }
      found |= low <= c && c <= high;
    }
    return found != negated;
  }
}

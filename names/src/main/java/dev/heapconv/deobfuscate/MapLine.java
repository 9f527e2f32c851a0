package dev.heapconv.deobfuscate;

import dev.heapconv.transform.ObfuscationMaps.ClassNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses lines of a map, whose format is described at <a
 * href="https://r8.googlesource.com/r8/+/refs/heads/main/doc/retrace.md">r8.googlesource.com</a>.
 */
final class MapLine {

  private static final String ARROW = " -> ";

  private static final int BROKEN = -1;

  private final String text;
  private int at;

  private MapLine(String text) {
    this.text = text;
  }

  /** Whether a line is empty or a comment, to which R8 adds what ProGuard's format cannot say. */
  static boolean isComment(String line) {
    String trimmed = line.stripLeading();
    return trimmed.isEmpty() || trimmed.charAt(0) == '#';
  }

  /** Whether a line that is no comment belongs to the class above it. */
  static boolean isMember(String line) {
    return Character.isWhitespace(line.charAt(0));
  }

  /** The class that a line begins, without its members; null if the line is broken. */
  static @Nullable ClassNames parseClass(String line) {
    int arrow = line.indexOf(ARROW);
    int end = line.length() - 1;
    if (arrow <= 0 || end <= arrow + ARROW.length() || line.charAt(end) != ':') {
      return null;
    }
    return new ClassNames(
        line.substring(arrow + ARROW.length(), end),
        line.substring(0, arrow),
        List.of(),
        List.of());
  }

  /** The {@link ClassNames.Field} or {@link ClassNames.Method} of a line; null if it is broken. */
  static @Nullable Record parseMember(String line) {
    int arrow = line.lastIndexOf(ARROW);
    if (arrow < 0) {
      return null;
    }
    String obfuscated = line.substring(arrow + ARROW.length()).strip();
    return obfuscated.isEmpty()
        ? null
        : new MapLine(line.substring(0, arrow).strip()).member(obfuscated);
  }

  /** {@code 1:3:void com.example.Other.name(int):20:22}, or {@code int name}. */
  private @Nullable Record member(String obfuscated) {
    int obfuscatedStart = number();
    int obfuscatedEnd = obfuscatedStart;
    if (obfuscatedStart > BROKEN && !skip(':')) {
      return null;
    }
    if (obfuscatedStart > BROKEN && startsWithDigit()) {
      obfuscatedEnd = number();
      if (obfuscatedEnd < obfuscatedStart || !skip(':')) {
        return null;
      }
    }
    int space = text.indexOf(' ', at);
    if (space <= at || text.substring(at, space).indexOf(':') >= 0) {
      return null;
    }
    int open = text.indexOf('(', space);
    if (open < 0) {
      String original = text.substring(space + 1);
      return obfuscatedStart > BROKEN || original.isEmpty()
          ? null
          : new ClassNames.Field(obfuscated, original);
    }
    at = text.indexOf(')', open) + 1;
    if (at == 0 || open == space + 1) {
      return null;
    }
    int sourceStart = skip(':') ? number() : 0;
    int sourceEnd = sourceStart > BROKEN && skip(':') ? number() : 0;
    if (at < text.length() || sourceStart == BROKEN || sourceEnd == BROKEN) {
      return null;
    }
    return new ClassNames.Method(
        obfuscated,
        text.substring(space + 1, open),
        Math.max(0, obfuscatedStart),
        Math.max(0, obfuscatedEnd),
        sourceStart,
        sourceEnd);
  }

  private boolean startsWithDigit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  /** The number that follows; {@link #BROKEN} if there is none, or it is too large for a line. */
  private int number() {
    if (!startsWithDigit()) {
      return BROKEN;
    }
    long number = 0;
    for (; startsWithDigit(); at++) {
      number = Math.min(Integer.MAX_VALUE + 1L, number * 10 + (text.charAt(at) - '0'));
    }
    return number > Integer.MAX_VALUE ? BROKEN : (int) number;
  }

  private boolean skip(char expected) {
    boolean found = at < text.length() && text.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }
}

package dev.heapconv.deobfuscate;

import static dev.heapconv.naming.ObfuscationMaps.ClassNames.NO_LINE;

import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses lines of a map, whose format is described at <a
 * href="https://r8.googlesource.com/r8/+/refs/heads/main/doc/retrace.md">r8.googlesource.com</a>.
 */
final class MapLine {

  private static final String ARROW = " -> ";

  private static final String COMMENT_ID = "\\s*#\\s*\\{\\s*[\"']?id[\"']?\\s*:\\s*[\"']";

  private static final Pattern SOURCE_FILE =
      Pattern.compile(
          COMMENT_ID + "sourceFile[\"']\\s*,\\s*[\"']?fileName[\"']?\\s*:\\s*[\"']([^\"']*)[\"']");

  private static final Pattern SYNTHESIZED =
      Pattern.compile(COMMENT_ID + "com\\.android\\.tools\\.r8\\.(synthesized|outline)[\"']");

  private static final Pattern LINE_NUMBERS = Pattern.compile("^[0-9:]+|(?<=\\)):[0-9:]+");

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
    if (obfuscatedStart > NO_LINE && !skip(':')) {
      return null;
    }
    if (obfuscatedStart > NO_LINE && startsWithDigit()) {
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
      return obfuscatedStart > NO_LINE || original.isEmpty()
          ? null
          : new ClassNames.Field(obfuscated, original);
    }
    at = text.indexOf(')', open) + 1;
    if (at == 0 || open == space + 1) {
      return null;
    }
    String original = text.substring(space + 1, open);
    int sourceStart = NO_LINE;
    int sourceEnd = NO_LINE;
    if (skip(':')) {
      sourceStart = number();
      if (sourceStart == NO_LINE || skip(':') && (sourceEnd = number()) == NO_LINE) {
        return null;
      }
      // As for R8, lines in the wrong order are none.
      sourceStart = sourceEnd > NO_LINE && sourceEnd < sourceStart ? NO_LINE : sourceStart;
    }
    return at < text.length()
        ? null
        : new ClassNames.Method(
            obfuscated, original, obfuscatedStart, obfuscatedEnd, sourceStart, sourceEnd, false);
  }

  /** The file that a comment on a class names; empty if it says something else. */
  static String sourceFile(String comment) {
    Matcher found = SOURCE_FILE.matcher(comment);
    return found.lookingAt() ? found.group(1) : "";
  }

  /** Whether a comment says that the method before it is the compiler's. */
  static boolean isSynthesized(String comment) {
    return SYNTHESIZED.matcher(comment).lookingAt();
  }

  /** The line of a method without its line numbers. */
  static String signature(String member) {
    return LINE_NUMBERS.matcher(member.strip()).replaceAll("");
  }

  private boolean startsWithDigit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  /**
   * The number that follows; {@link ClassNames#NO_LINE} if there is none, or it is too large for a
   * line.
   */
  private int number() {
    if (!startsWithDigit()) {
      return NO_LINE;
    }
    long number = 0;
    for (; startsWithDigit(); at++) {
      number = Math.min(Integer.MAX_VALUE + 1L, number * 10 + (text.charAt(at) - '0'));
    }
    return number > Integer.MAX_VALUE ? NO_LINE : (int) number;
  }

  private boolean skip(char expected) {
    boolean found = at < text.length() && text.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }
}

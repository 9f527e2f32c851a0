package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes an input that no reader accepts: what it is, or appears to be. */
final class UnsupportedInput {

  /** Number of bytes of an input that decide between text and binary data. */
  private static final int BYTES_TO_JUDGE = 1024;

  /**
   * A kind of content that is recognized.
   *
   * @param start how it begins, after white space
   * @param words other words near its beginning
   * @param id {@link ErrorId#NOT_A_HEAP_PROFILE} if it is definitely another kind of profile, from
   *     tools that also write heap profiles; {@link ErrorId#UNSUPPORTED_FORMAT} if it shows memory
   *     by stack; {@link ErrorId#UNKNOWN_FORMAT} if only its beginning is known
   * @param advice how to get a format that heapconv reads; for an unsupported format
   */
  private record KnownContent(
      Pattern start, List<String> words, ErrorId id, String name, String advice) {

    private static final Pattern ANYTHING = Pattern.compile("");

    /** Marks a regular expression. */
    private static final String EXPRESSION = "~";

    /** Parses a line of the resource, in which control characters are written as in Java. */
    static KnownContent of(String line) {
      String[] columns = line.split("\t", -1);
      return new KnownContent(
          columns[1].startsWith(EXPRESSION)
              ? Pattern.compile(columns[1].substring(EXPRESSION.length()))
              : Pattern.compile(columns[1].translateEscapes(), Pattern.LITERAL),
          columns[2].isEmpty() ? List.of() : List.of(columns[2].translateEscapes().split(" \\| ")),
          ErrorId.valueOf(columns[0]),
          columns[3],
          columns.length > 4 ? columns[4] : "");
    }

    static KnownContent unknown(String appearance) {
      return withoutStart(ErrorId.UNKNOWN_FORMAT, appearance, "");
    }

    static KnownContent withoutStart(ErrorId id, String name, String advice) {
      return new KnownContent(ANYTHING, List.of(), id, name, advice);
    }

    boolean matches(String head) {
      return start.matcher(head).lookingAt() && words.stream().allMatch(head::contains);
    }
  }

  private static final KnownContent FOLDED =
      KnownContent.withoutStart(
          ErrorId.UNSUPPORTED_FORMAT,
          "a file of folded (collapsed) stacks",
          "convert the recording that they were made from");

  private static final Pattern FOLDED_LINE = Pattern.compile("[^;\\s][^\\n]* \\d+");

  /** The title of a web page. */
  private static final Pattern TITLE =
      Pattern.compile(
          "^\\s*<(?:!doctype|html).*?<title>\\s*([^<]+)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Number of characters of a text that a message shows. */
  private static final int SHOWN = 100;

  /** The recognized contents. The first match describes the input. */
  private static final List<KnownContent> CONTENTS = contents();

  private static List<KnownContent> contents() {
    try (InputStream in = UnsupportedInput.class.getResourceAsStream("unsupported.tsv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(KnownContent::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private UnsupportedInput() {}

  static HeapConvException explain(Input input) {
    byte[] head = input.head();
    if (head.length == 0) {
      String damage = input.damage();
      return HeapConvException.input(
          ErrorId.EMPTY_INPUT, input.name(), damage == null ? "the file is empty" : damage);
    }
    KnownContent content = content(head);
    if (content.id() == ErrorId.UNSUPPORTED_FORMAT) {
      return HeapConvException.input(
          ErrorId.UNSUPPORTED_FORMAT, input.name(), content.name(), content.advice());
    }
    return HeapConvException.input(content.id(), input.name(), content.name());
  }

  /** Whether the content of an input is certain. */
  static boolean isKnown(byte[] head) {
    return content(head).id() != ErrorId.UNKNOWN_FORMAT;
  }

  /**
   * Returns the formats that show memory by stack and are recognized, but not read, each with
   * advice.
   */
  static Map<String, String> unread() {
    Map<String, String> unread = new LinkedHashMap<>();
    for (KnownContent content : CONTENTS) {
      if (content.id() == ErrorId.UNSUPPORTED_FORMAT) {
        unread.put(content.name(), content.advice());
      }
    }
    unread.put(FOLDED.name(), FOLDED.advice());
    return unread;
  }

  private static KnownContent content(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    String stripped = text.stripLeading();
    for (KnownContent content : CONTENTS) {
      if (content.matches(stripped)) {
        return content;
      }
    }
    if (isGperftoolsCpuProfile(head)) {
      return KnownContent.withoutStart(ErrorId.NOT_A_HEAP_PROFILE, "a gperftools CPU profile", "");
    }
    if (Input.isText(Arrays.copyOf(head, Math.min(head.length, BYTES_TO_JUDGE)))) {
      return isFolded(text) ? FOLDED : KnownContent.unknown(text(head));
    }
    return KnownContent.unknown("unknown binary data");
  }

  /**
   * Returns the beginning of a text, because it often shows why a server has sent it instead of a
   * profile.
   */
  private static String text(byte[] head) {
    String text = new String(head, StandardCharsets.UTF_8);
    Matcher title = TITLE.matcher(text);
    if (title.find()) {
      return "a web page: " + shown(title.group(1));
    }
    return "it looks like text: " + shown(text.stripLeading().lines().findFirst().orElse(""));
  }

  private static String shown(String line) {
    String text = line.strip();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  /** Whether the first lines are stacks, {@code outer;...;leaf number}. */
  private static boolean isFolded(String text) {
    int end = text.lastIndexOf('\n');
    List<String> lines =
        text.substring(0, end < 0 ? text.length() : end).lines().limit(20).toList();
    return lines.stream().anyMatch(line -> line.contains(";"))
        && lines.stream().allMatch(line -> FOLDED_LINE.matcher(line).matches());
  }

  /** The words 0, 3, 0, period, 0, of 4 or 8 bytes each. */
  private static boolean isGperftoolsCpuProfile(byte[] head) {
    for (int word = 4; word <= 8; word += 4) {
      if (head.length >= 5 * word
          && value(head, 0, word) == 0
          && value(head, word, word) == 3
          && value(head, 2 * word, word) == 0
          && value(head, 3 * word, word) > 0
          && value(head, 4 * word, word) == 0) {
        return true;
      }
    }
    return false;
  }

  private static long value(byte[] head, int at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | head[at + i] & 0xff;
    }
    return value;
  }
}

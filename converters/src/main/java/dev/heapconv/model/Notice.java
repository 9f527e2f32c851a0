package dev.heapconv.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A problem of the data that did not stop the conversion, as an id with values. The sentence is
 * made only when it is shown.
 *
 * @param id the problem
 * @param values values for the placeholders in {@link ErrorId#text()}, in order: each a {@link
 *     Long} or {@link Double}, a string or a boolean
 * @param about the recording, or side of a comparison, that has the problem, if several are
 *     combined; otherwise empty
 */
public record Notice(ErrorId id, List<Object> values, String about) {

  /**
   * @throws IllegalArgumentException if a value has another type, or if the number of values is not
   *     that of the placeholders
   */
  public Notice {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(about, "about");
    List<Object> plain = new ArrayList<>();
    for (Object value : values) {
      plain.add(plain(value));
    }
    values = List.copyOf(plain);
    // Fails if the values do not fit.
    id.message(values.toArray());
  }

  /** Counts of different integer types are equal as values. */
  private static Object plain(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof Long
        || value instanceof Double
        || value instanceof String
        || value instanceof Boolean) {
      return value;
    }
    throw new IllegalArgumentException("no plain value: " + value);
  }

  /**
   * Returns a notice about a single recording.
   *
   * @param id the problem
   * @param values values for the placeholders in {@link ErrorId#text()}, in order
   */
  public static Notice of(ErrorId id, Object... values) {
    return new Notice(id, List.of(values), "");
  }

  /**
   * Returns the same notice for use among several recordings.
   *
   * @param recording the recording, or side of a comparison, that has the problem
   */
  public Notice about(String recording) {
    return new Notice(id, values, about.isEmpty() ? recording : recording + ": " + about);
  }

  /** Returns one line for the user: what is wrong, and what it means for the numbers. */
  public String message() {
    return ofRecording(id.message(values.toArray()));
  }

  /** Returns the message with its id, as comments of files have it: {@link #ofComment} reads it. */
  public String comment() {
    return "warning (" + id.wireName() + "): " + message();
  }

  /** Returns the notice that {@link #comment} has made a text of; empty for other texts. */
  public static Optional<Notice> ofComment(String text) {
    Matcher comment = Comments.COMMENT.matcher(text);
    Optional<ErrorId> id =
        comment.matches() ? ErrorId.ofWireName(comment.group(1)) : Optional.empty();
    return id.flatMap(of -> Comments.notice(of, comment.group(2)));
  }

  /** Loaded only if comments are read: expressions cost time at the start of the program. */
  private static final class Comments {
    private static final Pattern COMMENT = Pattern.compile("warning \\(([a-z0-9-]+)\\): (.*)");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    static Optional<Notice> notice(ErrorId id, String message) {
      Pattern text = Pattern.compile("(?:(.*): )?" + ErrorTexts.pattern(id.text()));
      Matcher found = text.matcher(message);
      if (!found.matches()) {
        return Optional.empty();
      }
      List<Object> values = new ArrayList<>();
      for (int group = 2; group <= found.groupCount(); group++) {
        String value = found.group(group);
        values.add(NUMBER.matcher(value).matches() ? (Object) Long.valueOf(value) : value);
      }
      return Optional.of(new Notice(id, values, Objects.requireNonNullElse(found.group(1), "")));
    }
  }

  /** Returns one line for the user if the problem is an error, so that nothing was converted. */
  String error() {
    return ofRecording(id.error(values.toArray()));
  }

  private String ofRecording(String message) {
    return about.isEmpty() ? message : about + ": " + message;
  }

  /** Returns the values by the names of their placeholders, in order. */
  public Map<String, Object> named() {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      named.put(id.placeholders().get(i), values.get(i));
    }
    return named;
  }

  /** Collects notices in the order of their appearance, each once. */
  public static final class Notices {

    private final Set<Notice> notices = new LinkedHashSet<>();

    /**
     * Adds a notice.
     *
     * @param id the problem
     * @param values values for the placeholders in {@link ErrorId#text()}, in order
     * @return whether the notice is new
     */
    public boolean add(ErrorId id, Object... values) {
      return notices.add(Notice.of(id, values));
    }

    /** Adds a notice. */
    public void add(Notice notice) {
      notices.add(notice);
    }

    /** Whether there are no notices. */
    public boolean isEmpty() {
      return notices.isEmpty();
    }

    /** Returns the notices in the order of their appearance. */
    public List<Notice> list() {
      return List.copyOf(notices);
    }
  }
}

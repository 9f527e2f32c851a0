package dev.heapconv.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What has to be told of the data, which did not stop the conversion: what is wrong, as values. The
 * words are made when they are shown.
 *
 * @param values for the placeholders in {@link ErrorId#text()}, in order: each a {@link Long} or
 *     {@link Double}, a string or a boolean
 * @param about the recording or side of a comparison that it is of, when several are combined;
 *     otherwise empty
 */
public record Notice(ErrorId id, List<Object> values, String about) {

  /**
   * @throws IllegalArgumentException if a value is of another kind, or there are not as many as
   *     placeholders
   */
  public Notice {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(about, "about");
    List<Object> plain = new ArrayList<>();
    for (Object value : values) {
      plain.add(plain(value));
    }
    values = List.copyOf(plain);
    // Fails if they do not fit.
    id.message(values.toArray());
  }

  /** Two counts are equal whatever the type that they were counted in. */
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

  /** One that is about a single recording. */
  public static Notice of(ErrorId id, Object... values) {
    return new Notice(id, List.of(values), "");
  }

  /** The same when several recordings are combined. */
  public Notice about(String recording) {
    return new Notice(id, values, about.isEmpty() ? recording : recording + ": " + about);
  }

  /** One line for the user: what is wrong and what it means for the numbers. */
  public String message() {
    return ofRecording(id.message(values.toArray()));
  }

  /** Likewise, of an error, after which nothing was converted. */
  String error() {
    return ofRecording(id.error(values.toArray()));
  }

  private String ofRecording(String message) {
    return about.isEmpty() ? message : about + ": " + message;
  }

  /** The values by the names of their placeholders, in order. */
  public Map<String, Object> named() {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      named.put(id.placeholders().get(i), values.get(i));
    }
    return named;
  }

  /** Collects notices in order of appearance, each once. */
  public static final class Notices {

    private final Set<Notice> notices = new LinkedHashSet<>();

    /**
     * @param values for the placeholders in {@link ErrorId#text()}, in order
     * @return whether it is new
     */
    public boolean add(ErrorId id, Object... values) {
      return notices.add(Notice.of(id, values));
    }

    public void add(Notice notice) {
      notices.add(notice);
    }

    public boolean isEmpty() {
      return notices.isEmpty();
    }

    public List<Notice> list() {
      return List.copyOf(notices);
    }
  }
}

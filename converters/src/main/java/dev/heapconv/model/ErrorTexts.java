package dev.heapconv.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/** Texts of errors and warnings. */
final class ErrorTexts {

  private ErrorTexts() {}

  /** Returns a text with its placeholders replaced; {@link ErrorId} describes them. */
  static String filled(ErrorId id, String template, Object[] values) {
    StringBuilder message = new StringBuilder();
    int from = 0;
    int value = 0;
    for (int open; (open = template.indexOf('{', from)) >= 0; ) {
      int close = template.indexOf('}', open);
      if (value == values.length) {
        throw new IllegalArgumentException(id + " has more placeholders than values");
      }
      message.append(template, from, open);
      append(message, template.substring(open + 1, close), values[value++]);
      from = close + 1;
    }
    if (value < values.length) {
      throw new IllegalArgumentException(id + " has fewer placeholders than values");
    }
    return message.append(template, from, template.length()).toString();
  }

  /** Returns an expression for the texts that {@link #filled} makes: a group for each value. */
  static Pattern pattern(String template) {
    StringBuilder pattern = new StringBuilder();
    int from = 0;
    for (int open; (open = template.indexOf('{', from)) >= 0; ) {
      int close = template.indexOf('}', open);
      pattern.append(Pattern.quote(template.substring(from, open))).append("(.*)");
      String place = template.substring(open + 1, close);
      int one = place.indexOf(':') + 1;
      if (one > 0) {
        int many = place.indexOf('|');
        pattern.append(" (?:").append(Pattern.quote(place.substring(one, many)));
        pattern.append('|').append(Pattern.quote(place.substring(many + 1))).append(')');
      }
      from = close + 1;
    }
    return Pattern.compile(pattern.append(Pattern.quote(template.substring(from))).toString());
  }

  /** Returns the names of a text's placeholders, in order. */
  static List<String> placeholders(String template) {
    List<String> names = new ArrayList<>();
    for (int open = -1; (open = template.indexOf('{', open + 1)) >= 0; ) {
      String place = template.substring(open + 1, template.indexOf('}', open));
      int words = place.indexOf(':');
      names.add(words < 0 ? place : place.substring(0, words));
    }
    return names;
  }

  private static void append(StringBuilder message, String place, Object value) {
    message.append(value);
    int one = place.indexOf(':') + 1;
    if (one > 0) {
      int many = place.indexOf('|') + 1;
      if (!(value instanceof Number number)) {
        throw new IllegalArgumentException("no number of " + place + ": " + value);
      }
      boolean single = number.longValue() == 1;
      message.append(' ').append(single ? place.substring(one, many - 1) : place.substring(many));
    }
  }

  /** Returns a text of {@code errors.properties}. */
  static String explanation(String key) {
    return Objects.requireNonNull(Explanations.TEXTS.get(key), key);
  }

  /** Loaded only if more than the message is needed. */
  private static final class Explanations {
    private static final Map<String, String> TEXTS = load();

    private static Map<String, String> load() {
      Properties properties = new Properties();
      try (InputStream in = ErrorId.class.getResourceAsStream("errors.properties")) {
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Map<String, String> texts = new HashMap<>();
      properties.forEach((key, text) -> texts.put((String) key, (String) text));
      return Map.copyOf(texts);
    }
  }
}

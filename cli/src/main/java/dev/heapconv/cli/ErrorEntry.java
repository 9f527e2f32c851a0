package dev.heapconv.cli;

import dev.heapconv.model.Effect;
import dev.heapconv.model.ErrorId;
import java.util.stream.Stream;

/**
 * All there is to say of an error or a warning, for {@code heapconv help ERROR-ID} and {@code
 * docs/errors.md}.
 *
 * @param id as JSON, manifests and {@code -v} have it
 * @param kind whether it is an error, a warning or either
 * @param message its text, with names in braces where values stand
 * @param explanation what it means and what to do, without line breaks
 * @param hint what to do on the command line, as a sentence; empty if there is no more to say
 */
record ErrorEntry(String id, String kind, String message, String explanation, String hint) {

  private static final String LINES_OF_80 = "(.{1,80})(?: |$)";

  static ErrorEntry of(ErrorId id) {
    String kind =
        switch (id.severity()) {
          case ERROR -> "Error";
          case WARNING -> "Warning";
          case EITHER -> "Warning or error";
          case DOUBT -> "Doubt of a gate";
        };
    String effect = id.effect() == Effect.NONE ? "" : " Effect: `" + id.effect().wireName() + "`.";
    String hint = ErrorHints.ALL.hint(id);
    return new ErrorEntry(
        id.wireName(),
        kind,
        withPlurals(id.text()),
        id.meaning() + " " + id.remedy() + effect,
        hint == null ? "" : "On the command line: " + hint + ".");
  }

  /** A text with the plural of what depends on a number. */
  private static String withPlurals(String text) {
    return text.replaceAll("\\{(\\w+):[^|}]*\\|([^}]*)}", "{$1} $2");
  }

  /** The entry in lines of at most 80 characters. */
  String text() {
    StringBuilder text = new StringBuilder();
    Stream.of(id, kind + ": " + message, explanation, ErrorHints.onThisMachine(hint))
        .filter(part -> !part.isEmpty())
        .forEach(part -> text.append(part.replaceAll(LINES_OF_80, "$1\n")));
    return text.toString();
  }
}

package dev.heapconv.table;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the numbers of a recording can be trusted, in words.
 *
 * @param advice how to record better; empty for nothing
 */
public record Trust(List<Phrase> phrases, String advice) {

  /**
   * A sentence.
   *
   * @param before what comes before the word that matters
   * @param word that which is shown in a style; may be empty
   */
  record Phrase(String before, String word, TextStyle style, String after) {

    static Phrase plain(String text) {
      return new Phrase(text, "", TextStyle.PLAIN, "");
    }

    String text() {
      return before + word + after;
    }
  }

  public Trust {
    phrases = List.copyOf(phrases);
  }

  /** The same with one more sentence, unless that is empty. */
  Trust with(String sentence) {
    if (sentence.isEmpty()) {
      return this;
    }
    List<Phrase> more = new ArrayList<>(phrases);
    more.add(Phrase.plain(sentence));
    return new Trust(more, advice);
  }

  /** All of it; empty if there is nothing to say. */
  public String text() {
    StringJoiner text = new StringJoiner(" ");
    phrases.forEach(phrase -> text.add(phrase.text()));
    return (advice.isEmpty() ? text : text.add(advice)).toString();
  }

  /**
   * The text in colours.
   *
   * @param wrapped the text with line breaks in the place of some spaces
   */
  String coloured(String wrapped, boolean colour) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (Phrase phrase : phrases) {
      String word = Pattern.quote(phrase.word).replace(" ", "\\E\\s+\\Q");
      Matcher found = Pattern.compile(word).matcher(wrapped);
      if (!phrase.word.isEmpty() && found.find(from)) {
        text.append(wrapped, from, found.start());
        text.append(phrase.style.of(found.group(), colour));
        from = found.end();
      }
    }
    return text.append(wrapped, from, wrapped.length()).toString();
  }
}

package dev.heapconv.query;

import dev.heapconv.model.HeapConvException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A question to a subject. It is answered once, when an output needs the answer. Belongs to one
 * thread.
 */
public final class Asked {

  private final Subject subject;
  private final Question question;
  private @Nullable Answer answer;

  public Asked(Subject subject, Question question) {
    this.subject = subject;
    this.question = question;
  }

  public Subject subject() {
    return subject;
  }

  public Question question() {
    return question;
  }

  /**
   * Returns the answer.
   *
   * @throws HeapConvException if the profiles lack a view or column that the question needs
   */
  public Answer answer() throws HeapConvException {
    if (answer == null) {
      answer = question.ask(subject);
    }
    return Objects.requireNonNull(answer);
  }

  /**
   * Returns the question for a page that shows only the first rows.
   *
   * @param usual number of rows if the options set none
   */
  public Asked onPage(int usual) {
    Question ofPage = question.onPage(subject, usual);
    return ofPage.equals(question) ? this : new Asked(subject, ofPage);
  }
}

package dev.heapconv.query;

import dev.heapconv.model.HeapConvException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A question to a subject, which is answered once, when an answer is needed: not every output needs
 * one. Belongs to one thread.
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
   * @throws HeapConvException if the profiles do not have what is asked for
   */
  public Answer answer() throws HeapConvException {
    if (answer == null) {
      answer = question.ask(subject);
    }
    return Objects.requireNonNull(answer);
  }

  /**
   * Returns the same for a page that shows the first rows only.
   *
   * @param usual how many, if the options leave it open
   */
  public Asked onPage(int usual) {
    Question ofPage = question.onPage(subject, usual);
    return ofPage.equals(question) ? this : new Asked(subject, ofPage);
  }
}

package dev.heapconv.query;

import dev.heapconv.model.HeapConvException;
import java.util.List;

/**
 * A question to profiles. It owns the columns of its {@link Answer}, what people see of them, the
 * order of rows, and the words around the table. Renderers know only the answer. Immutable.
 */
public interface Question {

  /** Returns which rows are asked for, and in which order. */
  AggregateOptions rows();

  /**
   * Answers the question.
   *
   * @throws HeapConvException if the profiles do not have what is asked for
   */
  Answer ask(Subject subject) throws HeapConvException;

  /**
   * Returns the question for a page that shows the first rows only.
   *
   * @param usual how many rows it shows if the options leave it open
   */
  default Question onPage(Subject subject, int usual) {
    return this;
  }

  /** Returns the rows that people see if there is room, in order. */
  int[] shown(Answer answer);

  /** Returns the rows that a program reads in JSON if no number is asked for, in order. */
  default int[] listed(Answer answer) {
    return answer.order();
  }

  /** Returns the columns that people see. They see fewer numbers than programs get. */
  List<ShownColumn> columns(Answer answer);

  /** Returns what the answer says as a whole. */
  AnswerText text(Answer answer);
}

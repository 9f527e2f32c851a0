package dev.heapconv.query;

import dev.heapconv.model.HeapConvException;
import java.util.List;

/**
 * A question to profiles, which is answered with a table. It owns the columns of that, what people
 * see of them, the order of rows, and the words around it; renderers know only the {@link Answer}.
 * Immutable.
 */
public interface Question {

  /** Which rows are asked for, and in which order. */
  AggregateOptions rows();

  /**
   * @throws HeapConvException if the profiles do not have what is asked for
   */
  Answer ask(Subject subject) throws HeapConvException;

  /**
   * The question that a page asks which shows the first rows only.
   *
   * @param usual how many, if the options leave it open
   */
  default Question onPage(Subject subject, int usual) {
    return this;
  }

  /** The rows that people see if there is room, in order. */
  int[] shown(Answer answer);

  /** The columns that people see, who see fewer numbers than programs. */
  List<ShownColumn> columns(Answer answer);

  /** What the answer says as a whole. */
  AnswerText text(Answer answer);
}

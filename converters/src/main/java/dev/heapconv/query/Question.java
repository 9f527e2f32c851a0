package dev.heapconv.query;

import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import java.util.List;

/**
 * A question to profiles. It owns the columns of its {@link Answer}, the choice that text shows of
 * them, the order of rows, and the words around the table. Renderers know only the answer.
 * Immutable.
 */
public interface Question {

  /** Returns how to group, filter and sort the rows. */
  AggregateOptions rows();

  /** Whether the answer is of all dumps of a heap, and not only of the last one. */
  default boolean isOfAllDumps() {
    return rows().by() == GroupBy.DUMP;
  }

  /** Returns what is wrong with the numbers of a profile that the answer is of. */
  default Effects effects(EstimatedProfile profile) {
    return profile.effects(isOfAllDumps());
  }

  /**
   * Answers the question.
   *
   * @throws HeapConvException if the profiles lack a view or column that the question needs
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

  /** Returns the rows that text and Markdown show, in order; a limit may cut them. */
  int[] shown(Answer answer);

  /** Returns the rows of JSON without a limit, in order. */
  default int[] listed(Answer answer) {
    return answer.order();
  }

  /** Returns the columns of text and Markdown, which are fewer than those of CSV and JSON. */
  List<ShownColumn> columns(Answer answer);

  /** Returns the words around the table. */
  AnswerText text(Answer answer);
}

package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Provenance.Live;
import java.util.List;
import java.util.function.Function;

/** What the answer to a question says as a whole, in words. */
public abstract class AnswerText {

  /**
   * A line with a label in front.
   *
   * @param label may be empty
   */
  public record Line(String label, String text) {}

  final Answer answer;
  private final AggregateOptions options;

  AnswerText(AggregateOptions options, Answer answer) {
    this.options = options;
    this.answer = answer;
  }

  AggregateOptions options() {
    return options;
  }

  final String noun(int count) {
    return options.by().noun(count);
  }

  /** A number of everything together. */
  static ShownColumn.Text total(NumberColumn total) {
    return ShownColumn.of("", ShownColumn.Form.ESTIMATE, total).cell(Answer.TOTAL);
  }

  /**
   * Returns what rows are, and by which numbers; empty where the lines above the table say it.
   *
   * @param live what live numbers are
   */
  public String title(Live live) {
    return "";
  }

  /** Returns over which dumps the numbers are; empty if they are of one dump. */
  public String span() {
    return "";
  }

  /**
   * Returns lines about all rows together.
   *
   * @param live what live numbers are
   * @param peak what there was at the peak; empty if nothing is to be said of it
   * @param between which dumps of one recording differ; empty if those of two do
   * @param heaps which heaps live numbers are of, or else allocated ones; empty if all
   */
  public abstract List<Line> totals(
      Live live, String peak, String between, Function<Boolean, String> heaps);

  /**
   * Returns whether the change of the view is more than the noise of sampling; empty if unknown.
   */
  public String changes() {
    return "";
  }

  /** Returns what was found of rows, below what the numbers can be trusted for. */
  public List<Line> findings(EstimatedProfile profile) {
    return List.of();
  }

  /** Returns what there is none of in a table without rows. */
  public final String nothing() {
    return options.filter() != null ? noun(0) + " match the filter" : noun(0) + without();
  }

  /** Behind the noun of rows: in what there is none. */
  String without() {
    return " with any " + answer.view().name();
  }

  /** Returns what is left out that people can ask for; empty for nothing. */
  public String hidden() {
    return "";
  }

  /**
   * Returns the rows that follow those that are shown.
   *
   * @param left how many
   */
  public String more(int[] shown, int left) {
    return left + " more " + noun(left);
  }
}

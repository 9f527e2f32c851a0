package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import java.util.List;
import java.util.function.Function;

/** The words of an answer that belong to no single row. */
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

  /**
   * Returns what numbers of a view are called.
   *
   * @param live what those of live memory are
   */
  public static String liveOrAllocated(View view, Live live) {
    if (!view.isLive()) {
      return "Allocated";
    }
    return switch (live) {
      case MOMENT -> "Live";
      case UNCOLLECTED -> "Uncollected";
      case DIFFERENCE -> "Difference";
      case OVER_TIME -> "Over time";
      case PEAK -> "At the peak";
      case PEAKS -> "At most";
      case ENDED -> "Ended";
    };
  }

  /** Returns the text of a total. */
  static ShownColumn.Text total(NumberColumn total) {
    return ShownColumn.of("", ShownColumn.Form.ESTIMATE, total).cell(Answer.TOTAL);
  }

  /**
   * Returns the title of the table; empty where the lines above it say the same.
   *
   * @param live the meaning of live numbers
   */
  public String title(Live live) {
    return "";
  }

  /** Returns the dumps that the numbers span; empty if they are of one dump. */
  public String span() {
    return "";
  }

  /**
   * Returns the lines of totals.
   *
   * @param live the meaning of live numbers
   * @param peak text about the peak; empty for none
   * @param between the two dumps of one recording that are compared; empty for two recordings
   * @param heaps text that names the heaps with live (true) or allocated numbers; empty for all
   *     heaps
   */
  public abstract List<Line> totals(
      Live live, String peak, String between, Function<Boolean, String> heaps);

  /**
   * Returns a sentence that says whether the total changed by more than the noise of sampling;
   * empty if unknown.
   */
  public String changes() {
    return "";
  }

  /** Returns the lines of findings about rows, which follow the verdict. */
  public List<Line> findings(EstimatedProfile profile) {
    return List.of();
  }

  /** Returns the noun for a table without rows: "no" precedes it. */
  public final String nothing() {
    return options.filter() != null ? noun(0) + " match the filter" : noun(0) + without();
  }

  /** Returns what follows the noun of a table without rows. */
  String without() {
    return " with any " + answer.view().name();
  }

  /** Returns a sentence about rows that the table leaves out; empty for none. */
  public String hidden() {
    return "";
  }

  /**
   * Returns a sentence about the rows after the shown ones.
   *
   * @param left their number
   */
  public String more(int[] shown, int left) {
    return left + " more " + noun(left);
  }
}

package dev.heapconv.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.text.TerminalText;
import java.util.List;

/** Explains below text tables how their numbers were computed. */
public final class TextNotes {

  /** What the marks of grades mean. */
  public static final String MARKS =
      ShownColumn.APPROXIMATE
          + " is within a factor of two, "
          + ShownColumn.ROUGH
          + " less certain";

  /** Where the numbers of all tables are explained. */
  private static final String EXPLANATION = "heapconv help numbers";

  private TextNotes() {}

  /**
   * @param graded whether the grade of a number shows
   * @param warnings whether to include the warnings
   */
  static void append(
      StringBuilder out, TableHeader header, boolean graded, boolean warnings, int width) {
    List<Warning> shown = warnings ? header.warnings() : List.of();
    StringBuilder notes = new StringBuilder();
    boolean estimated = false;
    for (String comment : header.comments()) {
      if (comment.startsWith(EstimatedProfile.COMMENT_OF_DIFFERENCE)) {
        // The heading says it.
        continue;
      }
      if (isExplained(comment)) {
        estimated = true;
      } else if (!comment.equals(EstimatedProfile.COMMENT_OF_EXACT)) {
        TerminalText.appendWrapped(notes, "note: " + TerminalText.printable(comment), width);
      }
    }
    if (estimated || graded) {
      String meaning = graded ? MARKS + "; " : "";
      TerminalText.appendWrapped(
          notes, "note: " + meaning + "how numbers are made: " + EXPLANATION, width);
    }
    for (Warning warning : shown) {
      TerminalText.appendWrapped(
          notes, "warning: " + TerminalText.printable(warning.message()), width);
    }
    if (!notes.isEmpty()) {
      out.append('\n').append(notes);
    }
  }

  private static boolean isExplained(String comment) {
    String own = comment;
    for (String side : List.of(EstimatedProfile.COMMENT_OF_BASE, EstimatedProfile.COMMENT_OF_NEW)) {
      own = own.startsWith(side) ? own.substring(side.length()) : own;
    }
    return own.startsWith(EstimatedProfile.COMMENT_OF_SCHEME)
        || own.startsWith(EstimatedProfile.COMMENT_OF_SIZES);
  }
}

package dev.heapconv.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.table.ShownColumn.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** What a result as a whole says, in words. */
final class ResultText {

  private static final int LABEL_WIDTH = 20;

  private final Result result;

  ResultText(Result result) {
    this.result = result;
  }

  /** What follows a label in a column of its own. */
  static String labelled(String label, String text) {
    return label + " ".repeat(Math.max(2, LABEL_WIDTH - label.length())) + text;
  }

  /**
   * What the marks of rows mean, in lines.
   *
   * @param confidence level of the intervals
   */
  List<String> legend(double confidence) {
    int tested = (int) result.fact("tested");
    return switch (result.question()) {
      case TOTALS -> List.of();
      case DIFFERENCE -> List.of("* significant: larger than the sampling noise");
      case GROWTH ->
          List.of(
              "* grew by more than sampling, chance, and its own ups and downs explain",
              "  (of "
                  + tested
                  + " "
                  + result.by().noun(tested)
                  + "; at most "
                  + EstimatedProfile.percent(1 - confidence)
                  + " % of the marks are expected to be false)");
    };
  }

  /** Over which dumps the numbers are; empty if they are of one dump. */
  String span() {
    if (result.question() != Result.Question.GROWTH) {
      return "";
    }
    int single = (int) result.fact("heaps_with_one_dump");
    double seconds = result.fact("seconds");
    return (int) result.fact("dumps")
        + " dumps"
        + (Double.isNaN(seconds) ? "" : " in " + HumanNumbers.duration(seconds, Bound.VALUE))
        + (single == 0
            ? ""
            : ", without " + single + (single == 1 ? " heap" : " heaps") + " that has only one");
  }

  /** Whether changes are more than the noise of sampling, in sentences; empty if unknown. */
  String significance() {
    StringJoiner sentences = new StringJoiner(" ");
    for (boolean bytes : new boolean[] {true, false}) {
      for (View of : result.views()) {
        if (result.question() == Result.Question.DIFFERENCE
            && View.ALL.contains(of)
            && of.isBytes() == bytes
            && of.isLive() == result.view().isLive()
            && result.total(of).isUncertain(Result.TOTAL)) {
          sentences.add(
              (bytes ? "Bytes" : "Objects")
                  + ": the total change is "
                  + (isBeyondNoise(of) ? "larger than" : "within")
                  + " sampling noise.");
        }
      }
    }
    return sentences.toString();
  }

  private boolean isBeyondNoise(View of) {
    return result.total(of, Part.BEYOND_NOISE).value(Result.TOTAL) == 1;
  }

  /**
   * Everything together, in lines.
   *
   * @param moment what live numbers are of
   * @param peak lines about another dump
   */
  List<String> totals(String moment, List<String> peak) {
    if (result.question() == Result.Question.GROWTH) {
      return growth();
    }
    List<String> lines = new ArrayList<>();
    if (result.views().contains(View.SPACE)) {
      lines.add(line("In use at " + moment, View.SPACE, View.OBJECTS));
      lines.addAll(peak);
    }
    if (result.views().contains(View.ALLOC_SPACE)) {
      lines.add(line("Allocated in total", View.ALLOC_SPACE, View.ALLOC_OBJECTS));
    }
    for (View each : result.views()) {
      if (!View.ALL.contains(each)) {
        lines.add(line(each.name(), each, each));
      }
    }
    return lines;
  }

  private String line(String label, View of, View objects) {
    String line = labelled(label, total(of));
    if (objects.equals(of) || !result.views().contains(objects)) {
      return line;
    }
    return result.question() == Result.Question.DIFFERENCE
        ? line + "; objects: " + total(objects)
        : line + " in " + total(objects) + " objects";
  }

  private String total(View of) {
    String total = cellWithInterval(result.total(of));
    return result.question() != Result.Question.DIFFERENCE
        ? total
        : cell(of, Part.BASE)
            + " to "
            + cell(of, Part.NEW)
            + ": "
            + total
            + (isBeyondNoise(of) ? "*" : "");
  }

  private String cell(View of, Part part) {
    return ShownColumn.of("", Form.VALUE, result.total(of, part)).cell(Result.TOTAL);
  }

  private static String cellWithInterval(ResultColumn column) {
    ShownColumn shown = ShownColumn.of("", Form.VALUE, column);
    return shown.cell(Result.TOTAL) + shown.spacedInterval(Result.TOTAL);
  }

  private List<String> growth() {
    View view = result.view();
    return List.of(
        labelled(
            "In use",
            "first "
                + cell(view, Part.FIRST)
                + ", peak "
                + cell(view, Part.PEAK)
                + ", last "
                + cell(view, Part.LAST)
                + (view.isBytes() ? "" : " (objects)")),
        labelled("Growth per " + slopeUnit(), cellWithInterval(result.total(view, Part.SLOPE))));
  }

  /** What slopes are per: dumps of some producers have no times. */
  String slopeUnit() {
    return Double.isNaN(result.fact("seconds")) ? "dump" : "minute";
  }

  /** What there is none of in a table without rows. */
  String nothing() {
    String noun = result.by().noun(0);
    if (result.options().filter() != null) {
      return noun + " match the filter";
    }
    return result.question() == Result.Question.DIFFERENCE
        ? noun
            + " differ in "
            + result.view().name()
            + (result.rowsOfNoise() > 0 ? " by more than noise" : "")
        : noun + " with any " + result.view().name();
  }

  /** What percentage of the whole is not in some rows; NaN if rows are not parts of a whole. */
  double rest(int[] some) {
    ResultColumn share = result.find(result.view(), false, Part.PERCENT);
    if (share == null || result.isCumulative() || result.options().filter() != null) {
      return Double.NaN;
    }
    double rest = 100;
    for (int row : some) {
      rest -= share.value(row);
    }
    return Double.isNaN(rest) ? rest : Math.max(0, rest);
  }

  /** What was left out because it is no larger than noise. */
  static String noise(int rows) {
    return rows == 1
        ? "1 more row shows no significant change"
        : rows + " more rows show no significant change";
  }

  /** The rows that follow those that are shown. */
  String more(int[] some, int left) {
    double rest = rest(some);
    String share = Double.isNaN(rest) ? "" : " with " + HumanNumbers.percent(rest, 100);
    return "and " + left + " more " + result.by().noun(left) + share;
  }
}

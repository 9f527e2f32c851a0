package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.show.ShownColumn.Cell;
import dev.heapconv.show.ShownColumn.Form;
import dev.heapconv.show.TextHeader.Labelled;
import dev.heapconv.unskew.growth.FillingUp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What a result as a whole says, in words. */
final class ResultText {

  private final Result result;

  ResultText(Result result) {
    this.result = result;
  }

  /**
   * What rows are, and by which numbers; empty where the lines above the table say it.
   *
   * @param live what live numbers are
   */
  String title(Live live) {
    if (result.question() != Result.Question.TOTALS) {
      return "";
    }
    View view = result.view();
    String unit = view.isBytes() ? "bytes" : "objects";
    String what =
        !View.ALL.contains(view)
            ? TerminalText.printable(view.name())
            : view.isLive() ? HeapText.live(live, unit) : "allocated " + unit;
    String noun = result.by().noun(0);
    String rows =
        switch (result.by()) {
          case FUNCTION -> result.isCumulative() ? "Top functions" : "Top sites";
          case PEEK -> "Callers and callees";
          case LABEL -> "Top values of " + TerminalText.printable(result.options().label());
          case HEAP, DUMP -> Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
          default -> "Top " + noun;
        };
    return rows + " by " + what + (result.isCumulative() ? ", with callees" : "");
  }

  /** How many rows grow for sure, and of how many that is not known; empty if not asked. */
  String growing(double falseShare, Effects effects) {
    if (result.question() != Result.Question.GROWTH) {
      return "";
    }
    int dumps = (int) result.fact("dumps");
    int fewest = (int) result.fact("dumps_needed");
    if (dumps < FillingUp.FEWEST_DUMPS) {
      return "cannot be told from " + dumps + " dumps: it takes " + fewest + ", better 10 or more";
    }
    if (!effects.tellGrowth()) {
      return "cannot be told: " + String.join(" and ", Trust.wrong(effects));
    }
    int tested = (int) result.fact("tested");
    ResultColumn grows = result.get(result.view(), Part.GROWS);
    int growing = 0;
    int untold = 0;
    for (int row : result.rows()) {
      growing += grows.value(row) == 1 ? 1 : 0;
      untold += Double.isNaN(grows.value(row)) ? 1 : 0;
    }
    if (growing == 0 && dumps < fewest) {
      return "cannot be told of "
          + tested
          + " "
          + result.by().noun(tested)
          + " from "
          + dumps
          + " dumps: it takes "
          + fewest
          + ", better 10 or more";
    }
    return growing
        + " of "
        + tested
        + " "
        + result.by().noun(tested)
        + " (*): sustained growth beyond noise, false discovery rate "
        + EstimatedProfile.percent(falseShare)
        + " %"
        + (untold == 0 ? "" : "; " + untold + " more (?) cannot be told from filling up or noise");
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

  /** Whether the change of the view is more than the noise of sampling; empty if unknown. */
  String significance() {
    View of = result.view();
    return result.question() == Result.Question.DIFFERENCE
            && result.total(of).isUncertain(Result.TOTAL)
        ? "The total change in %s is %s sampling noise."
            .formatted(
                TerminalText.printable(of.name()), isBeyondNoise(of) ? "larger than" : "within")
        : "";
  }

  private boolean isBeyondNoise(View of) {
    return result.total(of, Part.BEYOND_NOISE).value(Result.TOTAL) == 1;
  }

  /**
   * Everything together.
   *
   * @param live what to call live numbers
   * @param peak what there was at the peak; empty if nothing is to be said of it
   * @param between which dumps of one recording differ; empty if those of two do
   * @param heaps which heaps live numbers are of, or else allocated ones; empty if all
   */
  List<Labelled> totals(String live, String peak, String between, Function<Boolean, String> heaps) {
    if (result.question() == Result.Question.GROWTH) {
      return growth();
    }
    List<Labelled> lines = new ArrayList<>();
    int width = 0;
    for (View view : result.views()) {
      width = view.isBytes() ? Math.max(width, total(view).length()) : width;
    }
    for (View bytes : List.of(View.SPACE, View.ALLOC_SPACE)) {
      boolean isLive = bytes.isLive();
      int before = lines.size();
      add(isLive ? live : "Allocated", isLive, width, isLive ? "" : between, lines);
      String of = heaps.apply(isLive);
      if (lines.size() > before && !of.isEmpty()) {
        Labelled last = lines.get(lines.size() - 1);
        lines.set(lines.size() - 1, new Labelled(last.label(), last.text() + "    " + of));
      }
      if (isLive && !peak.isEmpty()) {
        lines.add(new Labelled("Peak", peak));
      }
    }
    for (View each : result.views()) {
      if (!View.ALL.contains(each)) {
        lines.add(new Labelled("", each.name() + ": " + total(each)));
      }
    }
    return lines;
  }

  /** Adds the bytes and objects that there are of live or allocated memory. */
  private void add(String label, boolean live, int width, String between, List<Labelled> lines) {
    View space = live ? View.SPACE : View.ALLOC_SPACE;
    View objects = live ? View.OBJECTS : View.ALLOC_OBJECTS;
    String bytes = result.views().contains(space) ? total(space) : "";
    boolean isCounted = result.views().contains(objects);
    if (result.question() == Result.Question.DIFFERENCE) {
      if (!bytes.isEmpty()) {
        lines.add(new Labelled(label, (bytes + " " + between).strip()));
      }
      if (isCounted) {
        lines.add(new Labelled(bytes.isEmpty() ? label : "  objects", total(objects)));
      }
    } else if (isCounted) {
      Cell count = cell(result.total(objects));
      String gap = width == 0 ? "" : " ".repeat(width - bytes.length() + 4);
      Cell named = new Cell(count.value() + " objects", count.certainty());
      lines.add(new Labelled(label, bytes + gap + named));
    } else if (!bytes.isEmpty()) {
      lines.add(new Labelled(label, bytes));
    }
  }

  private String total(View of) {
    String total = cell(result.total(of)).toString();
    return result.question() != Result.Question.DIFFERENCE
        ? total
        : cell(of, Part.BASE)
            + " to "
            + cell(of, Part.NEW)
            + ": "
            + total
            + (isBeyondNoise(of) ? " *" : "");
  }

  private String cell(View of, Part part) {
    return cell(result.total(of, part)).value();
  }

  private static Cell cell(ResultColumn column) {
    return ShownColumn.of("", Form.ESTIMATE, column).cell(Result.TOTAL);
  }

  private List<Labelled> growth() {
    View view = result.view();
    Cell slope = cell(result.total(view, Part.SLOPE));
    return List.of(
        new Labelled(
            "Live",
            "first "
                + cell(view, Part.FIRST)
                + ", peak "
                + cell(view, Part.PEAK)
                + ", last "
                + cell(view, Part.LAST)
                + (view.isBytes() ? "" : " (objects)")),
        new Labelled(
            "Growth",
            new Cell(slope.value() + (isTimed(result) ? " a minute" : " a dump"), slope.certainty())
                .toString()));
  }

  /** Whether slopes are per minute rather than per dump: dumps of some producers have no times. */
  static boolean isTimed(Result growth) {
    return !Double.isNaN(growth.fact("seconds"));
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
  private double rest(int[] some) {
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
    String share = Double.isNaN(rest) ? "" : ", " + HumanNumbers.percent(rest, 100);
    return left + " more " + result.by().noun(left) + share;
  }
}

package dev.heapconv.query;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.AnswerText.Line;
import dev.heapconv.query.ShownColumn.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What totals say as a whole. */
class TotalsText extends AnswerText {

  TotalsText(AggregateOptions options, Answer answer) {
    super(options, answer);
  }

  @Override
  public String title(Live live) {
    View view = answer.view();
    String unit = view.isBytes() ? "bytes" : "objects";
    String what =
        !View.ALL.contains(view)
            ? TerminalText.printable(view.name())
            : view.isLive() ? live(live, unit) : "allocated " + unit;
    String noun = noun(0);
    boolean isCumulative = options().showsCumulative();
    String rows =
        switch (options().by()) {
          case FUNCTION -> isCumulative ? "Top functions" : "Top sites";
          case PEEK -> "Callers and callees";
          case LABEL -> "Top values of " + TerminalText.printable(options().label());
          case HEAP, DUMP -> Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
          default -> "Top " + noun;
        };
    return rows + " by " + what + (isCumulative ? ", with callees" : "");
  }

  /** Live bytes or objects. */
  private static String live(Live live, String unit) {
    return switch (live) {
      case MOMENT, PEAK, PEAKS -> "live " + unit;
      case ENDED -> "ended " + unit;
      case UNCOLLECTED -> "uncollected " + unit;
      case DIFFERENCE -> "change of live " + unit;
      case OVER_TIME -> "live " + unit + " over time";
    };
  }

  @Override
  public final List<Line> totals(
      Live live, String peak, String between, Function<Boolean, String> heaps) {
    List<Line> lines = new ArrayList<>();
    int width = 0;
    for (View view : answer.views()) {
      width = view.isBytes() ? Math.max(width, total(view).length()) : width;
    }
    for (View bytes : List.of(View.SPACE, View.ALLOC_SPACE)) {
      boolean isLive = bytes.isLive();
      String label = liveOrAllocated(bytes, live);
      List<Line> some = lines(label, isLive, width, isLive ? "" : between);
      lines.addAll(some);
      String of = heaps.apply(isLive);
      if (!some.isEmpty() && !of.isEmpty()) {
        Line last = lines.remove(lines.size() - 1);
        lines.add(new Line(last.label(), last.text() + "    " + of));
      }
      if (isLive && !peak.isEmpty()) {
        lines.add(new Line("Peak", peak));
      }
    }
    for (View each : answer.views()) {
      if (!View.ALL.contains(each)) {
        lines.add(new Line("", each.name() + ": " + total(each)));
      }
    }
    return lines;
  }

  private List<Line> lines(String label, boolean live, int width, String between) {
    View space = live ? View.SPACE : View.ALLOC_SPACE;
    View objects = live ? View.OBJECTS : View.ALLOC_OBJECTS;
    String bytes = answer.views().contains(space) ? total(space) : "";
    boolean isCounted = answer.views().contains(objects);
    return bytes.isEmpty() && !isCounted
        ? List.of()
        : lines(label, bytes, isCounted ? objects : null, width, between);
  }

  /**
   * The bytes and objects that there are of live or allocated memory, of which one is known at
   * least.
   *
   * @param bytes empty if unknown
   * @param objects the view of objects; null if unknown
   * @param width of all bytes
   * @param between which dumps of one recording differ; empty for others
   */
  List<Line> lines(String label, String bytes, @Nullable View objects, int width, String between) {
    if (objects == null) {
      return List.of(new Line(label, bytes));
    }
    Text count = total(answer.total(objects));
    String gap = width == 0 ? "" : " ".repeat(width - bytes.length() + 4);
    Text named = new Text(count.value() + " objects", count.certainty());
    return List.of(new Line(label, bytes + gap + named));
  }

  /** The total of a view. */
  String total(View of) {
    return total(answer.total(of)).toString();
  }

  /** With the percentage of the whole that is not in the rows, if these are parts of a whole. */
  @Override
  public final String more(int[] shown, int left) {
    double rest = rest(shown);
    String share = Double.isNaN(rest) ? "" : ", " + HumanNumbers.percent(rest, 100);
    return super.more(shown, left) + share;
  }

  private double rest(int[] shown) {
    NumberColumn share = answer.find(answer.view(), false, Totals.PERCENT);
    if (share == null || options().showsCumulative() || options().filter() != null) {
      return Double.NaN;
    }
    double rest = 100;
    for (int row : shown) {
      rest -= share.value(row);
    }
    return Double.isNaN(rest) ? rest : Math.max(0, rest);
  }
}

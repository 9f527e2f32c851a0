package dev.heapconv.table;

import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.ShownColumn.Form;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of a result for people, who see fewer numbers than programs. */
final class ShownColumns {

  /** The heading of intervals beside their values. */
  private static final String INTERVAL = "\u00b1";

  private final Result result;
  private final View view;

  /** In a document, which has room; otherwise on a page of text. */
  private final boolean inDocument;

  private final List<ShownColumn> columns = new ArrayList<>();

  private ShownColumns(Result result, boolean inDocument) {
    this.result = result;
    view = result.view();
    this.inDocument = inDocument;
  }

  static List<ShownColumn> of(Result result, boolean inDocument) {
    ShownColumns shown = new ShownColumns(result, inDocument);
    switch (result.question()) {
      case TOTALS -> shown.addTotals();
      case DIFFERENCE -> shown.addDifference();
      case GROWTH -> shown.addGrowth();
    }
    return shown.columns;
  }

  private void add(String words, Form form, ResultColumn column) {
    columns.add(ShownColumn.of(words, form, column));
  }

  private ResultColumn column(Part part) {
    return result.get(view, part);
  }

  private void addTotals() {
    addSum(view);
    if (inDocument) {
      otherViews().forEach(this::addSum);
    } else {
      addOtherShare(view, "%");
      addOtherViews();
    }
    ResultColumn samples = result.find(view, result.isCumulative(), Part.SAMPLES);
    if (samples != null) {
      columns.add(ShownColumn.of("samples", Form.COUNT, samples).spare());
    }
  }

  private void addSum(View of) {
    ResultColumn sum = result.get(of, Part.SUM);
    columns.add(ShownColumn.of("", Form.VALUE, sum).named(of.name()));
    add(INTERVAL, Form.INTERVAL, sum);
    boolean plain = !result.by().isCumulative() || inDocument;
    add(
        plain ? "%" : result.isCumulative() ? "cum%" : "self%",
        Form.PERCENT,
        result.get(of, Part.PERCENT));
    if (inDocument) {
      addOtherShare(of, " %");
    }
  }

  /** The share of the self values beside cumulative ones, and the other way round. */
  private void addOtherShare(View of, String percent) {
    ResultColumn other = result.find(of, !result.isCumulative(), Part.PERCENT);
    if (other != null && result.by().isCumulative()) {
      String heading = (result.isCumulative() ? "self" : "cum") + percent;
      columns.add(ShownColumn.of(heading, Form.PERCENT, other).optional().dimmed());
    }
  }

  private void addDifference() {
    addChange(view);
    if (inDocument) {
      otherViews().forEach(this::addChange);
    }
    for (View of : result.views()) {
      ResultColumn sizes = result.find(of, result.isCumulative(), Part.SIZE_BEYOND_NOISE);
      if (sizes != null && of.isLive() == view.isLive()) {
        ResultColumn counts = result.get(of, Part.BEYOND_NOISE);
        columns.add(ShownColumn.of("change", Form.CHANGE, counts).marked(sizes).optional());
      }
    }
    if (!inDocument) {
      addOtherViews();
    }
  }

  private void addChange(View of) {
    columns.add(ShownColumn.of("base", Form.VALUE, result.get(of, Part.BASE)).dimmed());
    columns.add(ShownColumn.of("new", Form.VALUE, result.get(of, Part.NEW)).dimmed());
    columns.add(ShownColumn.of("", Form.VALUE, result.main(of)).named(of.name()));
    add("interval", Form.INTERVAL, result.main(of));
    add(inDocument ? "beyond noise" : "*", Form.MARK, result.get(of, Part.BEYOND_NOISE));
  }

  private void addGrowth() {
    add(inDocument ? "grows" : "*", Form.MARK, column(Part.GROWS));
    String unit = new ResultText(result).slopeUnit();
    String slope = inDocument ? " per " + unit : unit.equals("minute") ? "/min" : "/" + unit;
    columns.add(ShownColumn.of(slope, Form.VALUE, column(Part.SLOPE)).named(view.name()));
    add("interval", Form.INTERVAL, column(Part.SLOPE));
    columns.add(ShownColumn.of("first", Form.VALUE, column(Part.FIRST)).optional());
    columns.add(ShownColumn.of("peak", Form.VALUE, column(Part.PEAK)).optional());
    add("last", Form.VALUE, column(Part.LAST));
    ResultColumn lifetime = column(Part.LIFETIME);
    String heading = inDocument ? "mean lifetime" : "lifetime";
    columns.add(ShownColumn.of(heading, Form.DURATION, lifetime).optional());
    columns.add(ShownColumn.of("interval", Form.DURATION_INTERVAL, lifetime).spare());
  }

  /** The columns of {@link #otherViews} in text. */
  private void addOtherViews() {
    for (View other : otherViews()) {
      ResultColumn main = result.main(other);
      @Nullable ResultColumn mark = result.find(other, result.isCumulative(), Part.BEYOND_NOISE);
      boolean spare = result.by() == GroupBy.DUMP && !isCounterpart(other);
      ShownColumn shown = ShownColumn.of("", Form.MARKED, main).named(other.name()).marked(mark);
      columns.add(spare ? shown.spare() : shown.optional());
      if (main.isGraded()) {
        ShownColumn interval = ShownColumn.of(INTERVAL, Form.INTERVAL, main);
        columns.add(spare ? interval.spare() : interval.optional());
      }
    }
  }

  /**
   * The views to display beside the one that is shown: its counterpart; for parts of a recording,
   * all of them.
   */
  private List<View> otherViews() {
    List<View> chosen = new ArrayList<>();
    for (boolean counterpart : new boolean[] {true, false}) {
      for (View other : result.views()) {
        if (!other.equals(view)
            && isCounterpart(other) == counterpart
            && (counterpart || result.by().isPartOfRecording())) {
          chosen.add(other);
        }
      }
    }
    return chosen;
  }

  /** Whether a view counts the objects of the bytes that are shown, or the other way round. */
  private boolean isCounterpart(View other) {
    return other.isLive() == view.isLive() && other.isBytes() != view.isBytes();
  }
}

package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison;
import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Shown.Form;
import dev.heapconv.query.ViewColumn.Part;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.unskew.growth.GrowthProbability;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How the sums of groups differ between a profile and an independent base. Groups are matched by
 * name; pids and times of dumps, which differ from run to run, are ignored.
 */
public final class Difference extends Result {

  private Difference(Aggregation sums, Measures measures, View view, int[] rows) {
    super(sums, measures, view, rows);
  }

  /**
   * Compares two profiles.
   *
   * @param wanted the view to show; null for that of the sort order, or the profile's default;
   *     unless the options sort rows, those beyond noise come first, the largest first, whatever
   *     their sign
   * @throws HeapConvException if the profiles have no such view, or none to sort by
   */
  public static Difference of(
      EstimatedProfile base,
      EstimatedProfile changed,
      AggregateOptions options,
      @Nullable View wanted)
      throws HeapConvException {
    Aggregation sums = Aggregation.of(Comparison.of(base, changed, options.by()), options);
    Measures measures = new Measures(sums);
    Measures.Sort sort =
        measures.sort(wanted, View.preferred(sums.views()), changed.capture().source());
    return new Difference(sums, measures, sort.view(), Totals.ordered(sums, measures, sort));
  }

  /**
   * A result that is a difference.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Difference of(Result result) {
    if (result instanceof Difference difference) {
      return difference;
    }
    throw new IllegalArgumentException("not a difference");
  }

  @Override
  public String significance() {
    StringJoiner sentences = new StringJoiner(" ");
    for (boolean bytes : new boolean[] {true, false}) {
      for (View each : views()) {
        if (View.ALL.contains(each)
            && each.isBytes() == bytes
            && each.isLive() == view().isLive()
            && total(each).isUncertain(TOTAL)
            && isNoiseKnown(each, TOTAL)) {
          sentences.add(
              (bytes ? "Bytes" : "Objects")
                  + ": the total change is "
                  + (total(each).isBeyondNoise(TOTAL) ? "larger than" : "within")
                  + " sampling noise.");
        }
      }
    }
    return sentences.toString();
  }

  @Override
  public List<Column> columns() {
    return measures().all();
  }

  @Override
  public List<Shown> shown(boolean inDocument) {
    List<Shown> columns = new ArrayList<>();
    addView(view(), inDocument, columns);
    if (inDocument) {
      for (View other : otherViews()) {
        addView(other, true, columns);
      }
    }
    for (View each : views()) {
      if (Measures.isOfObjects(each) && each.isLive() == view().isLive()) {
        ViewColumn change = measures().main(each, isCumulative()).with(Part.CHANGE);
        columns.add(Shown.of("change", Form.CHANGE, change).optional());
      }
    }
    if (!inDocument) {
      addOthers(columns);
    }
    return columns;
  }

  private void addView(View view, boolean inDocument, List<Shown> columns) {
    ViewColumn main = measures().main(view, isCumulative());
    columns.add(Shown.of("base", Form.VALUE, main.with(Part.BASE)).dimmed());
    columns.add(Shown.of("new", Form.VALUE, main.with(Part.NEW)).dimmed());
    columns.add(Shown.of("", Form.VALUE, main).named(view.name()));
    columns.add(Shown.of("interval", Form.INTERVAL, main));
    columns.add(
        Shown.of(inDocument ? "beyond noise" : "*", Form.MARK, main.with(Part.BEYOND_NOISE)));
  }

  @Override
  public List<String> legend() {
    return List.of("* significant: larger than the sampling noise");
  }

  @Override
  String inObjects(String count) {
    return "; objects: " + count;
  }

  @Override
  String describe(View of) {
    ViewColumn total = measures().main(of, false);
    return Shown.of("", Form.VALUE, total.with(Part.BASE)).cell(TOTAL)
        + " to "
        + Shown.of("", Form.VALUE, total.with(Part.NEW)).cell(TOTAL)
        + ": "
        + super.describe(of)
        + (total.isBeyondNoise(TOTAL) ? "*" : "");
  }

  @Override
  String nothing(String ofView) {
    return "differ in " + ofView + (rowsOfNoise() > 0 ? " by more than noise" : "");
  }

  @Override
  boolean isNoise(int row) {
    return measures().main(view(), isCumulative()).isNoise(row);
  }

  /** Whether the noise of sampling is known in one view of a row. */
  public boolean isNoiseKnown(View of, int row) {
    return column(of, row).isNoiseKnown(row);
  }

  private ViewColumn column(View of, int row) {
    return measures().main(of, isCumulative() && row != TOTAL);
  }

  /**
   * The numbers of a view of a row: base, new, difference, the ends of its interval, and whether it
   * is beyond noise; NaN or infinite where unknown.
   */
  public double[] numbers(View of, int row) {
    ViewColumn column = column(of, row);
    return new double[] {
      value(of, row, Compared.BASE),
      value(of, row, Compared.NEW),
      value(of, row, Compared.DIFFERENCE),
      column.rank(Column.Bound.LOW, row),
      column.rank(Column.Bound.HIGH, row),
      !column.isNoiseKnown(row) ? Double.NaN : column.isBeyondNoise(row) ? 1 : 0
    };
  }

  /** The groups of the other recording that match the filter, changed or not. */
  int[] inNew() {
    boolean[] inNew = new boolean[sums().groups().count()];
    for (int group = 0; group < inNew.length; group++) {
      for (View of : views()) {
        inNew[group] |= value(of, group, Compared.NEW) != 0;
      }
    }
    return filtered(sums(), inNew);
  }

  /** Whether growth of a row could be told from noise, were there any. */
  boolean isFindable(View of, int row, double alpha) {
    return !(value(of, row, Compared.EXPECTED) > 0) || minProbabilityOfGrowth(of, row) <= alpha;
  }

  /** The value of a row in the base, or in the other recording. */
  double value(View of, int row, Compared side) {
    return column(of, row).sum(side, row);
  }

  /**
   * The probability that sampling alone makes a difference look as large as it does, or larger; see
   * {@link GrowthProbability}. Its noise must be known.
   */
  double probabilityOfGrowth(View of, int row) {
    return GrowthProbability.probability(
        value(of, row, Compared.DIFFERENCE),
        value(of, row, Compared.BASE) + value(of, row, Compared.NEW),
        value(of, row, Compared.EXPECTED),
        worth(of, row, Compared.BASE_WORTH),
        worth(of, row, Compared.NEW_WORTH));
  }

  /**
   * The least that {@link #probabilityOfGrowth} could be with so many samples; without any, what it
   * is.
   */
  double minProbabilityOfGrowth(View of, int row) {
    double expected = value(of, row, Compared.EXPECTED);
    return expected > 0
        ? GrowthProbability.leastProbability(
            expected, worth(of, row, Compared.BASE_WORTH), worth(of, row, Compared.NEW_WORTH))
        : probabilityOfGrowth(of, row);
  }

  private double worth(View of, int row, Compared side) {
    return value(of, row, side) / value(of, row, Compared.EXPECTED);
  }
}

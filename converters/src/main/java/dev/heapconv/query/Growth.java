package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.ColumnField;
import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import dev.heapconv.unskew.growth.FillingUp;
import dev.heapconv.unskew.samples.Intervals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How live memory changed during a recording with several dumps, by group. */
public final class Growth {

  private static final List<Part> PARTS =
      List.of(
          Part.FIRST,
          Part.PEAK,
          Part.LAST,
          Part.SLOPE,
          Part.GROWS,
          Part.FALSE_SHARE,
          Part.LIFETIME);

  private final GrowthSums sums;
  private final double confidence;

  /** Which groups ever held memory: all are tested, shown or not. */
  private final boolean[] something;

  private final double[] chances;
  private final double[] falseShares;

  /**
   * @param isTold whether nothing that is missing could look like growth
   */
  private Growth(GrowthSums sums, int groups, double confidence, boolean isTold) {
    this.sums = sums;
    this.confidence = confidence;
    something = new boolean[groups];
    chances = new double[groups];
    long[] times = sums.times();
    double seconds = (times[times.length - 1] - times[0]) / 1e9;
    FillingUp filling = new FillingUp(times);
    for (int group = 0; group < groups; group++) {
      something[group] = sums.row(group).peak() > 0;
      chances[group] = sums.row(group).pValue(filling, seconds);
    }
    double[] found = falseShares(chances);
    double[] told = chances.clone();
    for (int group = 0; group < groups; group++) {
      RowGrowth row = sums.row(group);
      if (!isTold
          || times.length < FillingUp.FEWEST_DUMPS
          || row.hasUnknownNoise()
          || (found[group] <= falseShare()
              ? row.isUntold(filling, seconds, falseShare())
              : row.isClearest(filling, seconds))) {
        told[group] = Double.NaN;
      }
    }
    falseShares = falseShares(told);
  }

  /**
   * Sums up how live memory changed over the dumps of a profile. Slopes are per dump if these have
   * no times; the fact {@code seconds} is not a number then.
   *
   * @param options group by anything but dumps; {@code sort} is a column of the growth, {@code
   *     name} or null for the likeliest leaks first
   * @param view {@link View#SPACE} or {@link View#OBJECTS}
   * @throws HeapConvException {@link ErrorId#NO_GROWTH} if no heap has two dumps with that view
   */
  public static Result of(EstimatedProfile whole, AggregateOptions options, View view)
      throws HeapConvException {
    EstimatedProfile profile = LabelHeaps.of(whole, options);
    Aggregation totals = Aggregation.of(profile, options);
    GrowthSums sums = new GrowthSums(profile, totals.groups(), options, view);
    Growth growth =
        new Growth(
            sums, totals.groups().count(), profile.confidence(), profile.effects().tellGrowth());
    List<ResultColumn> columns = growth.columns(view, options.showsCumulative());
    int[] rows = RowOrder.filtered(options, totals.groups(), growth.something);
    double[][] keys = growth.sortKeys(rows, columns, totals, profile.capture().source());
    List<ResultColumn> ofAll = ViewColumns.ofTotals(totals);
    ofAll.addAll(growth.facts());
    ofAll.addAll(columns);
    return new Result(
        Result.Question.GROWTH,
        options,
        view,
        RowOrder.sorted(rows, totals.groups(), keys),
        0,
        RowNames.of(totals.groups(), options, new GroupSizes(), null),
        columns,
        ofAll,
        null);
  }

  /** Whether a heap has two dumps with a view, at different times. */
  public static boolean exists(EstimatedProfile profile, View view) {
    return GrowthSums.exist(profile, view);
  }

  /** What share of the groups said to grow would be wrong, by group; NaN where chances are. */
  private double[] falseShares(double[] chances) {
    double[] tested = new double[chances.length];
    int count = 0;
    for (int group = 0; group < chances.length; group++) {
      if (something[group]) {
        tested[count++] = Double.isNaN(chances[group]) ? 1 : chances[group];
      }
    }
    double[] adjusted = FalseDiscoveries.adjusted(Arrays.copyOf(tested, count));
    double[] shares = new double[chances.length];
    count = 0;
    for (int group = 0; group < shares.length; group++) {
      double share = something[group] ? adjusted[count++] : 1;
      shares[group] = Double.isNaN(chances[group]) ? Double.NaN : share;
    }
    return shares;
  }

  /** The share of groups said to grow that is expected to be wrong, at most. */
  private double falseShare() {
    return 1 - confidence;
  }

  private double[][] sortKeys(
      int[] rows, List<ResultColumn> columns, Aggregation totals, String source)
      throws HeapConvException {
    String sort = totals.options().sort();
    if ("name".equals(sort)) {
      return new double[0][];
    }
    if (sort != null) {
      ColumnField field = ResultColumn.field(sort, columns);
      if (field == null) {
        throw HeapConvException.input(
            ErrorId.NO_SUCH_COLUMN, source, sort, RowOrder.names(totals.views()));
      }
      return new double[][] {field.column().ranks(field.bound(), rows)};
    }
    // First those that grow, then those that may, by the lower ends of their slopes; then those
    // first for which chance explains least.
    double[][] keys = new double[3][rows.length];
    for (int i = 0; i < rows.length; i++) {
      boolean isTold = !Double.isNaN(falseShares[rows[i]]);
      boolean stays = falseShares[rows[i]] > falseShare();
      double low = sums.row(rows[i]).slope(Bound.LOW, falseShare() / 2);
      keys[0][i] = stays ? 0 : isTold ? 2 : 1;
      keys[1][i] = stays ? -chances[rows[i]] : Double.isNaN(low) ? 0 : low;
      keys[2][i] = sums.row(rows[i]).slope(Bound.VALUE, falseShare() / 2);
    }
    return keys;
  }

  private List<ResultColumn> columns(View view, boolean through) {
    List<ResultColumn> columns = new ArrayList<>();
    for (Part part : PARTS) {
      ResultColumn column =
          ResultColumn.of(
              view, through, part, List.of("growth"), (bound, row) -> number(part, bound, row));
      // What is live at any of the dumps has one unit.
      boolean atDump = part == Part.FIRST || part == Part.LAST;
      columns.add(atDump ? column.scaledBy(row -> sums.row(row).peak()) : column);
    }
    return columns;
  }

  private double number(Part part, Bound bound, int row) {
    RowGrowth of = sums.row(row);
    if (part == Part.SLOPE) {
      return of.slope(bound, falseShare() / 2);
    }
    if (part == Part.LIFETIME) {
      return of.lifetime(bound, sums.seconds(), Intervals.of(confidence).normalQuantile());
    }
    if (bound != Bound.VALUE) {
      return Double.NaN;
    }
    return switch (part) {
      case FIRST -> of.first();
      case PEAK -> of.peak();
      case LAST -> of.last();
      default -> {
        double share = row == Result.TOTAL ? Double.NaN : falseShares[row];
        boolean isFlag = part == Part.GROWS;
        yield isFlag && !Double.isNaN(share) ? share <= falseShare() ? 1 : 0 : share;
      }
    };
  }

  private List<ResultColumn> facts() {
    int tested = 0;
    for (boolean some : something) {
      tested += some ? 1 : 0;
    }
    return List.of(
        ResultColumn.fact("growth", "dumps", Kind.COUNT, sums.times().length),
        ResultColumn.fact("growth", "seconds", Kind.FACT, sums.seconds()),
        ResultColumn.fact("growth", "heaps_with_one_dump", Kind.COUNT, sums.singleDumps()),
        ResultColumn.fact("growth", "tested", Kind.COUNT, tested),
        ResultColumn.fact(
            "growth", "dumps_needed", Kind.COUNT, FillingUp.fewestDumps(tested, falseShare())));
  }
}

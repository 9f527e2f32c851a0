package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.unskew.growth.FillingUp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Asks how the live memory of each group changed during a recording with several dumps. If dumps
 * have no times, slopes are per dump and the fact {@link #SECONDS} is NaN.
 *
 * @param rows how to group and sort rows, by anything but dumps; {@code sort} is a column of
 *     growth, {@code name}, or null for the likeliest leaks first
 * @param view {@link View#SPACE} or {@link View#OBJECTS}
 */
public record Growth(AggregateOptions rows, View view) implements Question {

  /** What was live at the first dump. */
  public static final String FIRST = "first";

  /** What was live at the dump where the row had most. */
  public static final String PEAK = "peak";

  /** What was live at the last dump. */
  public static final String LAST = "last";

  /**
   * The last dump minus the first, per minute, or per dump if these have no times. Its interval
   * holds the change that really happened in this run.
   */
  public static final String SLOPE = "slope";

  /**
   * Whether the group grew by more than sampling, objects that come and go at random, its own ups
   * and downs, and filling up explain. NaN where the recording cannot tell.
   */
  public static final String GROWS = "grows";

  /**
   * The false discovery rate, from 0 to 1, if this group and all with a smaller number are accepted
   * as growing; {@link #GROWS} compares it with the level of the intervals.
   */
  public static final String FALSE_SHARE = "false_share";

  /** Mean lifetime in seconds, by Little's law. */
  public static final String LIFETIME = "lifetime";

  public static final String DUMPS = "dumps";
  public static final String SECONDS = "seconds";
  static final String HEAPS_WITH_ONE_DUMP = "heaps_with_one_dump";
  static final String TESTED = "tested";
  static final String DUMPS_NEEDED = "dumps_needed";

  /** The object that has these numbers in JSON. */
  private static final String OBJECT = "growth";

  /**
   * Returns how live memory changed over the dumps of a profile.
   *
   * @throws HeapConvException {@link ErrorId#NO_GROWTH} if no heap has two dumps with that view
   */
  public static Answer of(EstimatedProfile profile, AggregateOptions rows, View view)
      throws HeapConvException {
    return new Growth(rows, view).ask(Subject.of(profile));
  }

  /** Returns whether a heap has two dumps with a view, at different times. */
  public static boolean exists(EstimatedProfile profile, View view) {
    return GrowthSums.exist(profile, view);
  }

  @Override
  public boolean isOfAllDumps() {
    return true;
  }

  @Override
  public Answer ask(Subject subject) throws HeapConvException {
    EstimatedProfile profile = LabelHeaps.of(subject.profile(), rows);
    Groups groups = Groups.of(rows, true, profile.heaps());
    Aggregation totals = Aggregation.ofAll(profile, rows, groups);
    GrowthFindings found =
        new GrowthFindings(
            new GrowthSums(profile, groups, rows, view),
            groups.count(),
            profile.confidence(),
            profile.effects().tellGrowth());
    List<NumberColumn> columns = columns(found);
    int[] order = RowOrder.filtered(rows, groups, found.something());
    double[][] keys = keys(order, found, columns, totals, profile.capture().source());
    List<NumberColumn> ofAll = Totals.ofTotals(profile, effects(profile), totals);
    ofAll.addAll(facts(found));
    ofAll.addAll(columns);
    return new Answer(
        columns.get(3),
        RowNames.of(groups, rows, new GroupSizes(), null),
        columns,
        new Answer.Rows(RowOrder.sorted(order, groups, keys), 0),
        ofAll,
        null,
        null);
  }

  private double[][] keys(
      int[] order,
      GrowthFindings found,
      List<NumberColumn> columns,
      Aggregation totals,
      String source)
      throws HeapConvException {
    String sort = rows.sort();
    if ("name".equals(sort) || rows.by().id().equals(sort)) {
      return new double[0][];
    }
    if (sort == null) {
      return found.likeliest(order);
    }
    for (NumberColumn column : columns) {
      Meta meta = column.meta();
      for (Bound bound : Bound.values()) {
        boolean isThere = bound == Bound.VALUE || meta.hasEnds();
        if (isThere && (meta.id(bound).equals(sort) || meta.name(bound).equals(sort))) {
          return new double[][] {RowOrder.ranks(column, bound, order)};
        }
      }
    }
    throw HeapConvException.input(
        ErrorId.NO_SUCH_COLUMN, source, sort, RowOrder.names(totals.views()));
  }

  private List<NumberColumn> columns(GrowthFindings found) {
    Kind kind = Kind.of(view);
    return List.of(
        new DumpColumn(meta(FIRST, kind, Role.FACT), found, row -> found.row(row).first()),
        column(PEAK, kind, row -> found.row(row).peak()),
        new DumpColumn(meta(LAST, kind, Role.FACT), found, row -> found.row(row).last()),
        NumberColumn.of(meta(SLOPE, kind, Role.CHANGE), found::slope),
        column(GROWS, Kind.OPEN_FLAG, found::grows),
        column(FALSE_SHARE, Kind.DECIMAL, found::falseShare),
        NumberColumn.of(meta(LIFETIME, Kind.DECIMAL, Role.INTERVAL), found::lifetime));
  }

  private Meta meta(String name, Kind kind, Role role) {
    return Meta.of(view, rows.showsCumulative(), name, kind, role, OBJECT);
  }

  private NumberColumn column(String name, Kind kind, IntToDoubleFunction numbers) {
    return NumberColumn.of(meta(name, kind, Role.FACT), row -> Cell.of(numbers.applyAsDouble(row)));
  }

  /** What is live at a dump, in a unit that suits all of them. */
  private record DumpColumn(Meta meta, GrowthFindings found, IntToDoubleFunction numbers)
      implements NumberColumn {

    @Override
    public Cell at(int row) {
      return Cell.of(numbers.applyAsDouble(row));
    }

    @Override
    public double size(int row, Cell cell) {
      return found.row(row).peak();
    }
  }

  private static List<NumberColumn> facts(GrowthFindings found) {
    GrowthSums sums = found.sums();
    int tested = found.tested();
    return List.of(
        fact(DUMPS, Kind.COUNT, sums.times().length),
        fact(SECONDS, Kind.FACT, sums.seconds()),
        fact(HEAPS_WITH_ONE_DUMP, Kind.COUNT, sums.singleDumps()),
        fact(TESTED, Kind.COUNT, tested),
        fact(DUMPS_NEEDED, Kind.COUNT, FillingUp.fewestDumps(tested, found.falseShare())));
  }

  private static NumberColumn fact(String name, Kind kind, double fact) {
    Cell cell = Cell.of(fact);
    return NumberColumn.of(Meta.fact(OBJECT, name, kind), row -> cell);
  }

  /** Whether slopes are per minute rather than per dump: dumps of some producers have no times. */
  static boolean isTimed(Answer answer) {
    return !Double.isNaN(answer.fact(SECONDS));
  }

  @Override
  public int[] shown(Answer answer) {
    return answer.order();
  }

  @Override
  public List<ShownColumn> columns(Answer answer) {
    List<ShownColumn> columns = new ArrayList<>();
    if (answer.fact(DUMPS) >= FillingUp.FEWEST_DUMPS) {
      columns.add(ShownColumn.of("beyond noise", Form.MARK, answer.get(view, GROWS)));
    }
    String perTime = isTimed(answer) ? "/min" : "/dump";
    columns.add(ShownColumn.of(view.name() + perTime, Form.ESTIMATE, answer.main()));
    columns.add(ShownColumn.of("first", Form.VALUE, answer.get(view, FIRST)));
    columns.add(ShownColumn.of("last", Form.VALUE, answer.get(view, LAST)));
    columns.add(ShownColumn.of("lifetime", Form.DURATION, answer.get(view, LIFETIME)));
    return columns;
  }

  @Override
  public AnswerText text(Answer answer) {
    return new GrowthText(rows, answer);
  }
}

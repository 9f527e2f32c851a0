package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks how the sums of groups differ between a profile and an independent base. Groups are matched
 * by name; pids and times of dumps, which differ from run to run, are ignored. Unless the options
 * sort rows, those beyond noise come first, the largest first, whatever their sign.
 *
 * @param view the view to show; null for that of the sort order, or the profile's default
 * @param gate the limits to growth; null for no gate
 * @param isCumulative whether the answer has cumulative numbers where groups have them, shown or
 *     not
 */
public record Difference(
    AggregateOptions rows, @Nullable View view, @Nullable GateLimits gate, boolean isCumulative)
    implements Question {

  public static final String BASE = "base";
  public static final String NEW = "new";

  /** New minus base. */
  public static final String DIFF = "diff";

  /** Whether a difference is larger than the noise of sampling; NaN where the noise is unknown. */
  public static final String BEYOND_NOISE = "beyond_noise";

  /** Whether the sizes of allocations differ by more than the noise of sampling. */
  public static final String SIZE_BEYOND_NOISE = "size_beyond_noise";

  public Difference(AggregateOptions rows, @Nullable View view, @Nullable GateLimits gate) {
    this(rows, view, gate, true);
  }

  /**
   * Without cumulative numbers, which take most of the time, where nothing shows, sorts, or
   * searches for them.
   */
  @Override
  public Difference onPage(Subject subject, int usual) {
    boolean isNeeded =
        gate != null || rows.sort() != null || rows.filter() != null || rows.showsCumulative();
    return isNeeded ? this : new Difference(rows, view, gate, false);
  }

  /**
   * Compares two profiles.
   *
   * @param view the view to show; null for that of the sort order, or the profile's default
   * @throws HeapConvException if the profiles lack that view, or the one to sort by
   */
  public static Answer of(
      EstimatedProfile base, EstimatedProfile changed, AggregateOptions rows, @Nullable View view)
      throws HeapConvException {
    return new Difference(rows, view, null).ask(new Subject(changed, base));
  }

  /**
   * Compares the profile with its base.
   *
   * @throws HeapConvException if the profiles lack the view, or the one to sort by, or if a limit
   *     is to a view whose noise is unknown
   */
  @Override
  public Answer ask(Subject subject) throws HeapConvException {
    EstimatedProfile base = Objects.requireNonNull(subject.base(), "base");
    EstimatedProfile changed = subject.profile();
    ComparedGroups groups = ComparedGroups.of(base, changed, rows, isCumulative);
    Aggregation sums = groups.sums();
    List<NumberColumn> columns = new ArrayList<>();
    List<NumberColumn> totals = new ArrayList<>();
    for (int place = 0; place < sums.views().size(); place++) {
      add(groups, place, false, "self", columns);
      if (sums.isCumulative()) {
        add(groups, place, true, "cum", columns);
      }
      add(groups, place, false, "totals", totals);
    }
    RowOrder order =
        RowOrder.of(
            sums, columns, DIFF, view, View.preferred(sums.views()), changed.capture().source());
    Answer.Rows sorted = new Answer.Rows(order.rows(sums, columns, noise(order, columns)), 0);
    List<Answer.NameColumn> names = RowNames.of(sums.groups(), rows, sums.sizes(), null);
    Answer answer = new Answer(order.main(), names, columns, sorted, totals, null, null);
    return gate == null || gate.limits().isEmpty()
        ? answer
        : answer.with(GateVerdict.of(groups, answer, gate));
  }

  /** Which rows come last because they are noise: none if the options sort rows. */
  private IntPredicate noise(RowOrder order, List<NumberColumn> columns) {
    NumberColumn sorting = order.column();
    NumberColumn change =
        rows.sort() != null || sorting == null
            ? null
            : Answer.find(columns, order.view(), sorting.meta().cumulative(), BEYOND_NOISE);
    return row -> change != null && isNoise(change.at(row));
  }

  /** Whether noise is known, and all that there is. */
  private static boolean isNoise(Cell beyondNoise) {
    return beyondNoise.value() != 1 && !beyondNoise.isUnknown();
  }

  /** A number of a row, in the unit that the largest of the row needs. */
  private static final class DifferenceColumn extends SumColumn {

    private final boolean isChange;

    DifferenceColumn(Meta meta, Aggregation sums, int view, Compared side) {
      super(meta, sums, view, side);
      isChange = side == Compared.DIFFERENCE;
    }

    @Override
    Cell cell(int row, int place) {
      return isChange
          ? estimates(row).cell(place, estimates(row), place(row, Compared.NOISE))
          : super.cell(row, place);
    }

    @Override
    public double size(int row, Cell cell) {
      double size = 0;
      for (Compared side : new Compared[] {Compared.DIFFERENCE, Compared.BASE, Compared.NEW}) {
        size = Math.max(size, Math.abs(estimates(row).value(place(row, side))));
      }
      return size;
    }
  }

  private void add(
      ComparedGroups groups, int view, boolean cumulative, String object, List<NumberColumn> to) {
    Aggregation sums = groups.sums();
    View of = sums.views().get(view);
    String[] objects = {object, of.name()};
    Kind kind = Kind.of(of);
    Meta ofBase =
        Meta.of(of, cumulative, BASE, kind, Role.SIDE, objects)
            .atBest(Reliability.best(groups.base(), effects(groups.base()), of));
    to.add(new DifferenceColumn(ofBase, sums, view, Compared.BASE));
    Meta ofNew =
        Meta.of(of, cumulative, NEW, kind, Role.SIDE, objects)
            .atBest(Reliability.best(groups.changed(), effects(groups.changed()), of));
    to.add(new DifferenceColumn(ofNew, sums, view, Compared.NEW));
    Meta ofDiff = Meta.of(of, cumulative, DIFF, kind, Role.CHANGE, objects);
    to.add(new DifferenceColumn(ofDiff, sums, view, Compared.DIFFERENCE));
    to.add(
        NumberColumn.of(
            Meta.of(of, cumulative, BEYOND_NOISE, Kind.FLAG, Role.FACT, objects),
            row -> {
              if (!sums.has(view, row)) {
                return Cell.NOTHING;
              }
              EstimateSums estimates = sums.of(cumulative, row).sums();
              int noise = sums.at(row, view, Compared.NOISE);
              int change = sums.at(row, view, Compared.DIFFERENCE);
              return !estimates.hasInterval(noise)
                  ? Cell.unknown(0)
                  : Cell.of(estimates.isBeyondNoise(change, estimates, noise) ? 1 : 0);
            }));
    if (View.ALL.contains(of) && !of.isBytes()) {
      to.add(
          NumberColumn.of(
              Meta.of(of, cumulative, SIZE_BEYOND_NOISE, Kind.FLAG, Role.FACT, objects),
              row -> {
                EstimateSums estimates = sums.of(cumulative, row).sums();
                int sizes = sums.at(row, view, Compared.SIZES);
                return !sums.has(view, row)
                    ? Cell.NOTHING
                    : Cell.of(estimates.isBeyondNoise(sizes, estimates, sizes) ? 1 : 0);
              }));
    }
  }

  @Override
  public int[] shown(Answer answer) {
    return shown(answer, false);
  }

  @Override
  public int[] listed(Answer answer) {
    return isEachShown() || rows.limit() == 0
        ? answer.order()
        : Arrays.stream(answer.order()).filter(row -> isChanged(answer, row)).toArray();
  }

  /** Whether any view of a row differs by more than noise: a gate may be about several. */
  private boolean isChanged(Answer answer, int row) {
    boolean cumulative = rows.showsCumulative();
    for (View of : answer.views()) {
      NumberColumn change = answer.find(of, cumulative, DIFF);
      NumberColumn beyond = answer.find(of, cumulative, BEYOND_NOISE);
      if (change != null && beyond != null && change.value(row) != 0 && !isNoise(beyond.at(row))) {
        return true;
      }
    }
    return false;
  }

  /** Whether no row is left out: they were searched for, or are what was recorded. */
  private boolean isEachShown() {
    boolean isSearched = rows.filter() != null && rows.by() != GroupBy.PEEK;
    return isSearched || rows.by().isPartOfRecording();
  }

  /** The rows that differ, unless they were searched for: those that are noise, or the others. */
  private int[] shown(Answer answer, boolean noise) {
    boolean isAll = isEachShown();
    NumberColumn change = answer.get(answer.view(), BEYOND_NOISE);
    return Arrays.stream(answer.order())
        .filter(row -> isAll || answer.main().value(row) != 0)
        .filter(row -> noise == (!isAll && rows.limit() != 0 && isNoise(change.at(row))))
        .toArray();
  }

  @Override
  public List<ShownColumn> columns(Answer answer) {
    View shown = answer.view();
    List<ShownColumn> columns = new ArrayList<>();
    columns.add(ShownColumn.of("base", Form.VALUE, answer.get(shown, BASE)).dimmed());
    columns.add(ShownColumn.of("new", Form.VALUE, answer.get(shown, NEW)).dimmed());
    columns.add(ShownColumn.of(shown.name(), Form.ESTIMATE, answer.main()));
    columns.add(ShownColumn.of("beyond noise", Form.MARK, answer.get(shown, BEYOND_NOISE)));
    for (View of : answer.views()) {
      NumberColumn sizes = answer.find(of, rows.showsCumulative(), SIZE_BEYOND_NOISE);
      if (sizes != null && of.isLive() == shown.isLive()) {
        NumberColumn counts = answer.get(of, BEYOND_NOISE);
        NumberColumn changes =
            NumberColumn.of(
                counts.meta(),
                row -> Cell.of((counts.value(row) == 1 ? 1 : 0) + (sizes.value(row) == 1 ? 2 : 0)));
        columns.add(ShownColumn.of("change", Form.CHANGE, changes).dimmed());
      }
    }
    return columns;
  }

  @Override
  public AnswerText text(Answer answer) {
    return new DifferenceText(rows, answer, shown(answer, true).length);
  }
}

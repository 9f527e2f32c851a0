package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Column.Bound;
import dev.heapconv.query.Shown.Form;
import dev.heapconv.query.ViewColumn.Part;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates summed up by group. */
public sealed class Totals extends Result permits Devices {

  /** A function with a larger share of the whole than this is asked where it was called. */
  private static final double MOST = 0.5;

  private final @Nullable EstimatedProfile profile;

  /**
   * @param profile what was summed up; null if that is no profile
   */
  Totals(
      Aggregation sums,
      Measures measures,
      View view,
      int[] rows,
      @Nullable EstimatedProfile profile) {
    super(sums, measures, view, rows);
    this.profile = profile;
  }

  /**
   * Sums up a profile.
   *
   * @param view the view to show; null for that of the sort order, or the profile's default
   * @throws HeapConvException if the profile has no such view, or none to sort by
   */
  public static Totals of(EstimatedProfile profile, AggregateOptions options, @Nullable View view)
      throws HeapConvException {
    Aggregation sums = Aggregation.of(profile, options);
    return of(sums, view, profile.defaultView(), profile);
  }

  /**
   * @param usual the view to show if the sort order does not determine one
   * @param profile what was summed up; null if that is no profile
   */
  static Totals of(
      Aggregation sums, @Nullable View wanted, View usual, @Nullable EstimatedProfile profile)
      throws HeapConvException {
    Measures measures = new Measures(sums);
    String source = profile == null ? "the totals" : profile.capture().source();
    Measures.Sort sort = measures.sort(wanted, usual, source);
    return new Totals(sums, measures, sort.view(), ordered(sums, measures, sort), profile);
  }

  /** The groups with anything in a view. */
  private static int[] some(Aggregation sums, Measures measures) {
    boolean[] something = new boolean[sums.groups().count()];
    Arrays.fill(something, sums.options().by().isPartOfRecording());
    for (View view : sums.views()) {
      ViewColumn main = measures.main(view, true);
      for (int group = 0; group < something.length; group++) {
        something[group] |= main.rank(Bound.VALUE, group) != 0;
      }
    }
    return filtered(sums, something);
  }

  /** The groups with anything in a view, in the order of the options, or that of the recording. */
  static int[] ordered(Aggregation sums, Measures measures, Measures.Sort sort) {
    int[] groups = some(sums, measures);
    boolean usual = sums.options().sort() == null;
    ViewColumn column = sort.column();
    if (usual && sums.options().by() == GroupBy.DUMP) {
      return groups;
    }
    if (column == null) {
      return sorted(groups, sums.groups());
    }
    ViewColumn main = measures.main(column.view(), column.isThrough());
    double[] beyondNoise = new double[groups.length];
    for (int i = 0; i < groups.length && usual && sums.isDifference(); i++) {
      beyondNoise[i] = main.isNoise(groups[i]) ? 0 : 1;
    }
    return sorted(
        groups,
        sums.groups(),
        beyondNoise,
        ranks(groups, column, sort.bound()),
        ranks(groups, main, Bound.VALUE));
  }

  /**
   * The same rows with what the devices of a fleet have of them.
   *
   * @param sort id of the column of the devices to sort them by; null or another to keep their
   *     order
   */
  public final Totals withDevices(DeviceFigures figures, @Nullable String sort) {
    return Devices.of(this, figures, sort);
  }

  @Override
  public final List<Call> callTree() {
    return calls(null);
  }

  @Override
  public final List<Call> hotPath() {
    int[] rows = displayedRows();
    int view = sums().views().indexOf(view());
    return by() != GroupBy.FUNCTION
            || isCumulative()
            || rows.length == 0
            || total(view()).value(rows[0]) <= MOST * sums().whole(view)
        ? List.of()
        : calls(name(rows[0]));
  }

  private List<Call> calls(@Nullable String leaf) {
    return profile == null ? List.of() : CallTree.of(profile, options(), view(), leaf).calls();
  }

  @Override
  public List<Column> columns() {
    return measures().all();
  }

  @Override
  public final List<Shown> shown(boolean inDocument) {
    List<Shown> columns = new ArrayList<>();
    addView(view(), inDocument, columns);
    if (inDocument) {
      for (View other : otherViews()) {
        addView(other, true, columns);
      }
      addDevices(true, columns);
    } else {
      addDevices(false, columns);
      addOther(view(), "%", columns);
      addOthers(columns);
    }
    ViewColumn samples = measures().find(view(), isCumulative(), Part.SAMPLES);
    if (samples != null) {
      columns.add(Shown.of("samples", Form.COUNT, samples).spare());
    }
    return columns;
  }

  private void addView(View view, boolean inDocument, List<Shown> columns) {
    Column main = main(view);
    columns.add(Shown.of("", Form.VALUE, main).named(view.name()));
    columns.add(Shown.of(INTERVAL, Form.INTERVAL, main));
    String of = !by().isCumulative() || inDocument ? "%" : isCumulative() ? "cum%" : "self%";
    columns.add(Shown.of(of, Form.PERCENT, measures().get(view, isCumulative(), Part.PERCENT)));
    if (inDocument) {
      addOther(view, " %", columns);
    }
  }

  /** The share of the self values beside cumulative ones, and the other way round. */
  private void addOther(View view, String percent, List<Shown> columns) {
    if (by().isCumulative()) {
      ViewColumn other = measures().get(view, !isCumulative(), Part.PERCENT);
      String heading = (isCumulative() ? "self" : "cum") + percent;
      columns.add(Shown.of(heading, Form.PERCENT, other).optional().dimmed());
    }
  }

  /** Adds columns about devices, if anything is known of them. */
  void addDevices(boolean inDocument, List<Shown> columns) {}

  @Override
  public final double rest(int[] some) {
    double whole = sums().whole(sums().views().indexOf(view()));
    if (whole == 0 || isCumulative() || options().filter() != null) {
      return Double.NaN;
    }
    double rest = whole;
    for (int row : some) {
      rest -= total(view()).rank(Bound.VALUE, row);
    }
    return 100 * Math.max(0, rest) / whole;
  }
}

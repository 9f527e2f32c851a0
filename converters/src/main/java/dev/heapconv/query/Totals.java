package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates summed up by group. */
public final class Totals {

  private Totals() {}

  /**
   * Sums up a profile.
   *
   * @param view the view to show; null for that of the sort order, or the profile's default
   * @throws HeapConvException if the profile has no such view, or none to sort by
   */
  public static Result of(EstimatedProfile whole, AggregateOptions options, @Nullable View view)
      throws HeapConvException {
    EstimatedProfile profile = LabelHeaps.of(whole, options);
    return of(
        Aggregation.of(profile, options),
        Result.Question.TOTALS,
        view,
        profile.defaultView(),
        profile.capture().source(),
        options.by() == GroupBy.FUNCTION ? profile : null);
  }

  /**
   * What a page shows of these sums: the rows that come first, each with its self values. The
   * numbers of others are not added up, except where they are needed to sort or to find rows.
   *
   * @param usual how many rows there are if the options leave it open
   */
  public static Result first(
      EstimatedProfile profile, AggregateOptions options, @Nullable View view, int usual)
      throws HeapConvException {
    int most = options.limitOr(usual);
    View shown = view == null ? profile.defaultView() : view;
    GroupBy by = options.by();
    boolean isOfAll =
        most == 0
            || options.sort() != null
            || options.filter() != null
            || options.showsCumulative()
            || by == GroupBy.PEEK
            || by.isPartOfRecording();
    boolean isThere = false;
    for (EstimatedHeap heap : profile.latestDumps()) {
      isThere |= heap.column(shown) != null;
    }
    return isOfAll || !isThere
        ? of(profile, options, view)
        : of(
            Aggregation.ofLargest(profile, options, shown, most),
            Result.Question.TOTALS,
            view,
            shown,
            profile.capture().source(),
            by == GroupBy.FUNCTION ? profile : null);
  }

  /**
   * @param usual the view to show if the sort order does not determine one
   * @param source name of the input, for errors
   * @param called the profile whose calls are to be known; null for none
   */
  static Result of(
      Aggregation sums,
      Result.Question question,
      @Nullable View wanted,
      View usual,
      String source,
      @Nullable EstimatedProfile called)
      throws HeapConvException {
    List<ResultColumn> columns = ViewColumns.ofRows(sums);
    RowOrder order = RowOrder.of(sums, columns, wanted, usual, source);
    StackNames names = sums.groups().names();
    CallSummary calls =
        called == null || names == null
            ? null
            : new CallSummary(called, sums.options(), order.view(), names, sums.groups()::contains);
    return new Result(
        question,
        sums.options(),
        order.view(),
        rows(sums, columns, order),
        sums.groups().others(),
        RowNames.of(sums.groups(), sums.options(), sums.sizes(), calls),
        columns,
        ViewColumns.ofTotals(sums),
        calls);
  }

  /** The groups with anything in a view, in the order of the options, or that of the recording. */
  private static List<Integer> rows(Aggregation sums, List<ResultColumn> columns, RowOrder order) {
    GroupBy by = sums.options().by();
    Part sum = sums.isDifference() ? Part.DIFF : Part.SUM;
    boolean[] something = new boolean[sums.groups().count()];
    Arrays.fill(something, by.isPartOfRecording());
    for (ResultColumn column : columns) {
      if (column.part() == sum) {
        for (int group = 0; group < something.length; group++) {
          something[group] |= column.value(group) != 0;
        }
      }
    }
    int[] groups = RowOrder.filtered(sums.options(), sums.groups(), something);
    boolean usual = sums.options().sort() == null;
    ResultColumn column = order.column();
    if (usual && by == GroupBy.DUMP) {
      return Arrays.stream(groups).boxed().toList();
    }
    if (column == null) {
      return RowOrder.sorted(groups, sums.groups());
    }
    ResultColumn change =
        ResultColumn.find(columns, order.view(), column.through(), Part.BEYOND_NOISE);
    double[] kinds = new double[groups.length];
    for (int i = 0; i < groups.length; i++) {
      boolean noise = usual && change != null && change.isNoise(groups[i]);
      kinds[i] = noise ? -1 : -sums.groups().neighbour(groups[i]).ordinal();
    }
    View of = column.view();
    ResultColumn main = of == null ? null : ResultColumn.find(columns, of, column.through(), sum);
    return RowOrder.sorted(
        groups,
        sums.groups(),
        kinds,
        column.ranks(order.bound(), groups),
        main == null ? kinds : main.ranks(Bound.VALUE, groups));
  }
}

package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.NumberColumn.Meta;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What rows are sorted by.
 *
 * @param column null for the names
 * @param main the sums of the view to show, by which equal rows are sorted
 * @param options which rows to take
 */
record RowOrder(
    @Nullable NumberColumn column, Bound bound, NumberColumn main, AggregateOptions options) {

  /**
   * The column that the options sort by, and the view to show.
   *
   * @param sum name of the columns that rows are shown by
   * @param wanted the view to show; null for that of the sort order
   * @param usual the view to show if the sort order does not determine one
   * @param source name of the input, for errors
   */
  static RowOrder of(
      Aggregation sums,
      List<NumberColumn> columns,
      String sum,
      @Nullable View wanted,
      View usual,
      String source)
      throws HeapConvException {
    if (wanted != null && !sums.views().contains(wanted)) {
      throw HeapConvException.input(
          ErrorId.NO_SUCH_VIEW, source, wanted.name(), names(sums.views()));
    }
    View shown = wanted == null ? usual : wanted;
    String sort = sums.options().sort();
    String id = sort == null ? "self" : sort;
    for (String name : new String[] {id, View.ours(id)}) {
      RowOrder order = of(name, sums.options(), columns, sum, wanted, shown);
      if (order != null) {
        return order;
      }
    }
    throw HeapConvException.input(
        ErrorId.NO_SUCH_COLUMN, source, View.ours(id), names(sums.views()));
  }

  /** The view to show. */
  View view() {
    return Objects.requireNonNull(main.meta().view());
  }

  /** The order by a column; null if there is none of that name. */
  private static @Nullable RowOrder of(
      String id,
      AggregateOptions options,
      List<NumberColumn> columns,
      String sum,
      @Nullable View wanted,
      View shown) {
    boolean isCumulative =
        options.by().isCumulative() && (options.cumulative() || id.equals("cum"));
    NumberColumn main = required(columns, shown, options.showsCumulative(), sum);
    if (id.equals("name") || id.equals(options.by().id())) {
      return new RowOrder(null, Bound.VALUE, main, options);
    }
    if (id.equals("self") || id.equals("cum")) {
      NumberColumn sums = required(columns, shown, isCumulative, sum);
      return new RowOrder(sums, Bound.VALUE, main, options);
    }
    NumberColumn samples = Answer.find(columns, shown, isCumulative, Totals.SAMPLES);
    if (samples != null && id.equals("samples")) {
      return new RowOrder(samples, Bound.VALUE, main, options);
    }
    RowOrder found = null;
    for (NumberColumn column : columns) {
      Meta meta = column.meta();
      View of = meta.view();
      for (Bound bound : Bound.values()) {
        if (isCalled(id, meta, bound, options.by().isCumulative())) {
          // Columns with the same id have equal numbers; take the last, which is of the bytes.
          NumberColumn cumulative =
              of == null || !isCumulative ? null : Answer.find(columns, of, true, meta.name());
          NumberColumn shownBy =
              of == null || wanted != null
                  ? main
                  : required(columns, of, options.showsCumulative(), sum);
          found = new RowOrder(cumulative == null ? column : cumulative, bound, shownBy, options);
        }
      }
    }
    return found;
  }

  private static NumberColumn required(
      List<NumberColumn> columns, View view, boolean cumulative, String name) {
    return Objects.requireNonNull(Answer.find(columns, view, cumulative, name), name);
  }

  private static boolean isCalled(String id, Meta meta, Bound bound, boolean cumulative) {
    String known = cumulative ? id : id.replace("_cum", "");
    boolean isChange = meta.name().equals(Difference.DIFF) && bound == Bound.VALUE;
    return (bound == Bound.VALUE || meta.hasEnds())
        && (meta.id(bound).equals(known) || isChange && meta.id(bound).equals(known + "_diff"));
  }

  /**
   * The groups with anything in a view, in this order, or that of the recording.
   *
   * @param isLast which come after all others
   */
  List<Integer> rows(Aggregation sums, List<NumberColumn> columns, IntPredicate isLast) {
    GroupBy by = options.by();
    boolean[] something = new boolean[sums.groups().count()];
    Arrays.fill(something, by.isPartOfRecording());
    for (NumberColumn column : columns) {
      if (column.meta().name().equals(main.meta().name())) {
        for (int group = 0; group < something.length; group++) {
          something[group] |= column.value(group) != 0;
        }
      }
    }
    int[] groups = filtered(options, sums.groups(), something);
    if (options.sort() == null && by == GroupBy.DUMP) {
      return Arrays.stream(groups).boxed().toList();
    }
    if (column == null) {
      return sorted(groups, sums.groups());
    }
    double[] kinds = new double[groups.length];
    for (int i = 0; i < groups.length; i++) {
      int kind = sums.groups().neighbour(groups[i]).ordinal();
      kinds[i] = isLast.test(groups[i]) ? -1 : -kind;
    }
    View of = column.meta().view();
    NumberColumn second =
        of == null
            ? main
            : Answer.find(columns, of, column.meta().cumulative(), main.meta().name());
    return sorted(
        groups,
        sums.groups(),
        kinds,
        sizes(column, bound, groups),
        second == null ? kinds : sizes(second, Bound.VALUE, groups));
  }

  /** The numbers of some rows to sort them by; those that have none come last. */
  static double[] ranks(NumberColumn column, Bound bound, int[] rows) {
    double[] ranks = new double[rows.length];
    for (int i = 0; i < ranks.length; i++) {
      double number =
          bound == Bound.VALUE ? column.value(rows[i]) : column.at(rows[i]).number(bound);
      ranks[i] = Double.isNaN(number) ? Double.NEGATIVE_INFINITY : number;
    }
    return ranks;
  }

  /** Likewise; changes count whatever their sign. */
  private static double[] sizes(NumberColumn column, Bound bound, int[] rows) {
    double[] ranks = ranks(column, bound, rows);
    for (int i = 0; i < ranks.length && bound == Bound.VALUE; i++) {
      ranks[i] = Double.isFinite(ranks[i]) ? Math.abs(ranks[i]) : ranks[i];
    }
    return ranks;
  }

  /** Names of views, for errors. */
  static String names(List<View> views) {
    return views.stream().map(View::name).collect(Collectors.joining(", "));
  }

  /** The groups that match the filter, in the order of their numbers. */
  static int[] filtered(AggregateOptions options, Groups groups, boolean[] something) {
    // Of a peek, groups are what they are because of the filter.
    Pattern filter = options.by() == GroupBy.PEEK ? null : options.filter();
    int[] found = new int[something.length];
    int count = 0;
    for (int group = 0; group < found.length; group++) {
      if (something[group] && (filter == null || filter.matcher(groups.name(group)).find())) {
        found[count++] = group;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Groups by numbers in descending order, and equal ones by name.
   *
   * @param keys by position among the groups; the first counts most
   */
  static List<Integer> sorted(int[] rows, Groups names, double[]... keys) {
    // Boxed, because fastutil's sorting would slow start-up more.
    Integer[] order = new Integer[rows.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    Arrays.sort(
        order,
        (a, b) -> {
          for (double[] key : keys) {
            int descending = Double.compare(key[b], key[a]);
            if (descending != 0) {
              return descending;
            }
          }
          return names.name(rows[a]).compareTo(names.name(rows[b]));
        });
    return Arrays.stream(order).map(place -> rows[place]).toList();
  }
}

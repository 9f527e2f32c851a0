package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.ColumnField;
import dev.heapconv.query.ResultColumn.Part;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What rows are sorted by.
 *
 * @param column null for the names
 * @param view the view to show
 */
record RowOrder(@Nullable ResultColumn column, Bound bound, View view) {

  /**
   * The column that the options sort by, and the view to show.
   *
   * @param wanted the view to show; null for that of the sort order
   * @param usual the view to show if the sort order does not determine one
   * @param source name of the input, for errors
   */
  static RowOrder of(
      Aggregation sums,
      List<ResultColumn> columns,
      @Nullable View wanted,
      View usual,
      String source)
      throws HeapConvException {
    return of(sums, columns, wanted, usual, sums.options(), source);
  }

  private static RowOrder of(
      Aggregation sums,
      List<ResultColumn> columns,
      @Nullable View wanted,
      View usual,
      AggregateOptions options,
      String source)
      throws HeapConvException {
    if (wanted != null && !sums.views().contains(wanted)) {
      throw HeapConvException.input(
          ErrorId.NO_SUCH_VIEW, source, wanted.name(), names(sums.views()));
    }
    String id = options.sort() == null ? "self" : options.sort();
    View shown = wanted == null ? usual : wanted;
    boolean through = options.by().isCumulative() && (options.cumulative() || id.equals("cum"));
    if (id.equals("name")) {
      return new RowOrder(null, Bound.VALUE, shown);
    }
    Part sum = sums.isDifference() ? Part.DIFF : Part.SUM;
    if (id.equals("self") || id.equals("cum")) {
      return new RowOrder(ResultColumn.find(columns, shown, through, sum), Bound.VALUE, shown);
    }
    ResultColumn samples = ResultColumn.find(columns, shown, through, Part.SAMPLES);
    if (samples != null && id.equals("samples")) {
      return new RowOrder(samples, Bound.VALUE, shown);
    }
    RowOrder found = null;
    for (ResultColumn column : columns) {
      for (ColumnField field : column.fields()) {
        View of = column.view();
        if (of != null && isCalled(id, field, options.by().isCumulative())) {
          // Columns with the same id have equal numbers; take the last, which is of the bytes.
          ResultColumn sorting =
              through ? ResultColumn.find(columns, of, true, column.part()) : column;
          found = new RowOrder(sorting, field.bound(), wanted == null ? of : wanted);
        }
      }
    }
    if (found == null && !View.ours(id).equals(id)) {
      return of(sums, columns, wanted, usual, options.withSort(View.ours(id)), source);
    }
    if (found == null) {
      throw HeapConvException.input(ErrorId.NO_SUCH_COLUMN, source, id, names(sums.views()));
    }
    return found;
  }

  private static boolean isCalled(String id, ColumnField field, boolean cumulative) {
    boolean difference = field.column().part() == Part.DIFF && field.bound() == Bound.VALUE;
    String known = cumulative ? id : id.replace("_cum", "");
    return !field.isWord()
        && (field.id().equals(known) || difference && field.id().equals(known + "_diff"));
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

package dev.heapconv.query;

import dev.heapconv.aggregate.Groups;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question: groups as rows, in the order in which to show them, and columns of
 * numbers. Rows are the numbers of groups, as listed by {@link #rows}.
 */
public final class Result {

  /** The row of everything together. */
  public static final int TOTAL = -1;

  /** A function with a larger share of the whole than this is asked where it was called. */
  private static final double MOST = 50;

  /** What was asked. */
  public enum Question {
    TOTALS,
    DIFFERENCE,
    GROWTH
  }

  private final Question question;
  private final Aggregation sums;
  private final View view;
  private final int[] rows;
  private final List<ResultColumn> columns;
  private final List<ResultColumn> totals;
  private final @Nullable Function<@Nullable String, List<Call>> calls;

  /**
   * @param view the one that is shown
   * @param columns the numbers of rows
   * @param totals those of everything together
   */
  Result(
      Question question,
      Aggregation sums,
      View view,
      int[] rows,
      List<ResultColumn> columns,
      List<ResultColumn> totals) {
    this(question, sums, view, rows, columns, totals, null);
  }

  private Result(
      Question question,
      Aggregation sums,
      View view,
      int[] rows,
      List<ResultColumn> columns,
      List<ResultColumn> totals,
      @Nullable Function<@Nullable String, List<Call>> calls) {
    this.question = question;
    this.sums = sums;
    this.view = view;
    this.rows = rows;
    this.columns = List.copyOf(columns);
    this.totals = List.copyOf(totals);
    this.calls = calls;
  }

  /**
   * The same with the calls that lead to memory.
   *
   * @param ofLeaf finds those of the stacks that end in a function; null for all stacks
   */
  Result withCalls(Function<@Nullable String, List<Call>> ofLeaf) {
    return new Result(question, sums, view, rows, columns, totals, ofLeaf);
  }

  public Question question() {
    return question;
  }

  /** The columns for programs, whose ids may repeat: then their numbers are equal. */
  public List<ResultColumn> columns() {
    return columns;
  }

  /** What is known of everything together, by {@link #TOTAL}. */
  public List<ResultColumn> totals() {
    return totals;
  }

  public AggregateOptions options() {
    return sums.options();
  }

  public GroupBy by() {
    return options().by();
  }

  /** The view that is shown, one of {@link #views}. */
  public View view() {
    return view;
  }

  public List<View> views() {
    return sums.views();
  }

  /** Whether groups are shown by the sums of all stacks that pass through them. */
  public boolean isCumulative() {
    return options().showsCumulative();
  }

  /** A column of rows; null if there is none. */
  public @Nullable ResultColumn find(View of, boolean through, Part part) {
    return ResultColumn.find(columns, of, through && by().isCumulative(), part);
  }

  /**
   * A column of the numbers that are shown, which there must be.
   *
   * @throws IllegalArgumentException if there is none
   */
  public ResultColumn get(View of, Part part) {
    return required(find(of, isCumulative(), part), part);
  }

  private static ResultColumn required(@Nullable ResultColumn column, Part part) {
    if (column == null) {
      throw new IllegalArgumentException("no column of " + part);
    }
    return column;
  }

  /** The sums of a view by which groups are shown, or their differences. */
  public ResultColumn main(View of) {
    return get(of, sum());
  }

  /** The sum of everything, for {@link #TOTAL}. */
  public ResultColumn total(View of) {
    return total(of, sum());
  }

  /** A number of everything, for {@link #TOTAL}. */
  public ResultColumn total(View of, Part part) {
    ResultColumn self = ResultColumn.find(totals, of, false, part);
    return required(self == null ? ResultColumn.find(totals, of, true, part) : self, part);
  }

  /** A number of everything that is not of a view, such as how many dumps there were. */
  public double fact(String id) {
    ResultField field = ResultColumn.field(id, totals);
    return field == null ? Double.NaN : field.number(TOTAL);
  }

  private Part sum() {
    return question == Question.DIFFERENCE ? Part.DIFF : Part.SUM;
  }

  /** The groups that match the filter and are not empty in every view, in order. */
  public int[] rows() {
    return rows.clone();
  }

  /**
   * The rows to display: those that are empty in the view that is shown, or no more than noise, are
   * left out, unless they were searched for.
   */
  public int[] displayedRows() {
    return displayedRows(false);
  }

  /** How many rows {@link #displayedRows} leaves out because they are noise. */
  public int rowsOfNoise() {
    return displayedRows(true).length;
  }

  private int[] displayedRows(boolean noise) {
    boolean all = options().filter() != null || by().isPartOfRecording();
    boolean hidesNoise = !all && !options().allDifferences();
    int ofView = views().indexOf(view);
    int[] some = new int[rows.length];
    int count = 0;
    for (int row : rows) {
      boolean shown = all || question == Question.GROWTH || main(view).value(row) != 0;
      if (shown && (hidesNoise && Totals.isNoise(sums, ofView, isCumulative(), row)) == noise) {
        some[count++] = row;
      }
    }
    return Arrays.copyOf(some, count);
  }

  /**
   * A call on the way to memory.
   *
   * @param depth how many branches are above it
   * @param percent share of the whole
   * @param function its name; empty for functions that are left out because each calls but the next
   * @param left how many these are
   */
  public record Call(int depth, double percent, String function, int left) {}

  /** The calls to everything; empty if they are not known. */
  public List<Call> callTree() {
    return calls == null ? List.of() : calls.apply(null);
  }

  /** The calls to the one function that has most of a whole; empty if there is none. */
  public List<Call> hotPath() {
    if (calls == null || by() != GroupBy.FUNCTION || isCumulative()) {
      return List.of();
    }
    int[] displayed = displayedRows();
    return displayed.length == 0 || !(get(view, Part.PERCENT).value(displayed[0]) > MOST)
        ? List.of()
        : calls.apply(name(displayed[0]));
  }

  /**
   * As many of the given rows as the options allow.
   *
   * @param usual how many if the options leave it open; 0 for all
   */
  public int[] limited(int[] some, int usual) {
    int limit = options().limitOr(usual);
    return limit == 0 || limit >= some.length ? some : Arrays.copyOf(some, limit);
  }

  /**
   * A row in short.
   *
   * @param name of the group
   * @param value of the view that is shown, or its difference, with its interval
   */
  public record Row(String name, Estimate value) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s: %.0f [%.0f, %.0f]", name, value.value(), value.low(), value.high());
    }
  }

  /**
   * The first rows in order.
   *
   * @param count how many at most
   */
  public List<Row> first(int count) {
    ResultColumn column = main(view);
    List<Row> first = new ArrayList<>();
    for (int row : Arrays.copyOf(rows, Math.min(count, rows.length))) {
      Estimate value = new Estimate(column.value(row), column.low(row), column.high(row));
      first.add(new Row(name(row), value));
    }
    return first;
  }

  private Groups groups() {
    return sums.groups();
  }

  /** Name of a group as recorded; for a stack its functions, innermost first. */
  public String name(int group) {
    return groups().name(group);
  }

  /** Base name of the library of a function; empty if unknown or not a function. */
  public String library(int group) {
    return groups().library(group);
  }

  /** Names of the functions of a stack, innermost first; null if groups are not stacks. */
  public @Nullable List<String> frames(int group) {
    return groups().frames(group);
  }

  /** The first heap of a group that is a part of the recording; null for others. */
  public @Nullable HeapInfo heap(int group) {
    return groups().heap(group);
  }
}

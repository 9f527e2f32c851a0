package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.ResultColumn.ColumnField;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question to profiles: groups as rows, in the order in which to show them. Rows
 * are the numbers of groups, as listed by {@link #rows}.
 *
 * @param view the one that is shown, one of {@link #views}
 * @param order the groups that match the filter and are not empty in every view, in order
 * @param others how many further rows there are, of which nothing is known
 * @param totals what is known of everything together, by {@link #TOTAL}
 * @param calls the calls that lead to memory; null if these are unknown
 */
public record Result(
    Question question,
    AggregateOptions options,
    View view,
    List<Integer> order,
    int others,
    List<NameColumn> names,
    List<ResultColumn> columns,
    List<ResultColumn> totals,
    @Nullable CallSummary calls)
    implements Answer {

  /** The row of everything together. */
  public static final int TOTAL = GroupSums.TOTAL;

  /** What was asked. */
  public enum Question {
    TOTALS,
    DIFFERENCE,
    GROWTH
  }

  public Result {
    order = List.copyOf(order);
    names = List.copyOf(names);
    columns = List.copyOf(columns);
    totals = List.copyOf(totals);
  }

  public GroupBy by() {
    return options.by();
  }

  /** The views that there are totals of. */
  public List<View> views() {
    return totals.stream().map(ResultColumn::view).filter(Objects::nonNull).distinct().toList();
  }

  /** Whether groups are shown by the sums of all stacks that pass through them. */
  public boolean isCumulative() {
    return options.showsCumulative();
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

  /** The one size that all allocations of each row have, where it is known; null if it never is. */
  public @Nullable ResultColumn sizes() {
    for (ResultColumn column : columns) {
      if (column.id().equals(ViewColumns.SIZE)) {
        return column;
      }
    }
    return null;
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
    ColumnField field = ResultColumn.field(id, totals);
    return field == null ? Double.NaN : field.number(TOTAL);
  }

  private Part sum() {
    return question == Question.DIFFERENCE ? Part.DIFF : Part.SUM;
  }

  /** {@link #order} as an array of its own. */
  public int[] rows() {
    return order.stream().mapToInt(Integer::intValue).toArray();
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
    boolean searched = options.filter() != null && by() != GroupBy.PEEK;
    boolean all = searched || by().isPartOfRecording();
    boolean hidesNoise = !all && !options.allDifferences();
    ResultColumn change = find(view, isCumulative(), Part.BEYOND_NOISE);
    int[] some = new int[order.size()];
    int count = 0;
    for (int row : order) {
      boolean shown = all || question == Question.GROWTH || main(view).value(row) != 0;
      boolean isNoise = hidesNoise && change != null && change.isNoise(row);
      if (shown && isNoise == noise) {
        some[count++] = row;
      }
    }
    return Arrays.copyOf(some, count);
  }

  /**
   * A call on the way to memory.
   *
   * @param path the function that is called, and those that it calls with nothing beside them,
   *     except for addresses and other names before the last that do not say what is done
   * @param value what the last of them holds, in the view that is shown
   * @param percent its share of the whole
   * @param goesOn whether most of it is in further calls that are too small to be listed
   * @param callees what the last of them calls
   */
  public record Call(
      List<String> path, double value, double percent, boolean goesOn, List<Call> callees) {
    public Call {
      path = List.copyOf(path);
      callees = List.copyOf(callees);
    }
  }

  /**
   * The function that calls another one for most of what that allocates.
   *
   * @param value how much that is, in the view that is shown
   * @param others how many other callers there are
   */
  public record Caller(String name, double value, int others) {
    static final Caller NOBODY = new Caller("", 0, 0);

    Caller and(Caller other) {
      boolean isLess = other.value == value && other.name.compareTo(name) < 0;
      Caller most = other.value > value || isLess ? other : this;
      return new Caller(most.name, most.value, others + other.others + 1);
    }

    /** As programs get it. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** Whether it is known which calls lead to memory. */
  public boolean hasCalls() {
    return calls != null;
  }

  /**
   * The calls that hold most of the memory, those from the root; none if they are not known.
   *
   * @param minPercent share of the whole from which a call is listed
   * @param paths how many of the heaviest paths to take
   */
  public List<Call> calls(double minPercent, int paths) {
    return calls == null ? List.of() : calls.heaviest(minPercent, paths);
  }

  /**
   * As many of the given rows as the options allow.
   *
   * @param usual how many if the options leave it open; 0 for all
   */
  public int[] limited(int[] some, int usual) {
    int limit = options.limitOr(usual);
    if (limit == 0) {
      return some;
    }
    Map<String, Integer> left = new HashMap<>();
    return Arrays.stream(some)
        .filter(row -> left.merge(role(row), 1, Integer::sum) <= limit)
        .toArray();
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
    for (int row : order.subList(0, Math.min(count, order.size()))) {
      Estimate value = new Estimate(column.value(row), column.low(row), column.high(row));
      first.add(new Row(name(row), value));
    }
    return first;
  }

  /** Name of a group as recorded; for a stack its functions, innermost first. */
  public String name(int group) {
    return names.get(0).text(group);
  }

  /** What a function is to those that were peeked at; empty for other rows. */
  private String role(int group) {
    for (NameColumn column : names) {
      if (column.kind() == NameColumn.Kind.ROLE) {
        return column.text(group);
      }
    }
    return "";
  }
}

package dev.heapconv.query;

import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question: rows in order, with columns of names and of numbers. Rows are numbered,
 * and renderers know nothing else of them.
 *
 * @param main the numbers of the view that is shown
 * @param names what rows are called, and where they are
 * @param numbers the numbers of rows for programs
 * @param totals numbers of all rows together, as the row {@link #TOTAL}
 * @param calls the calls that lead to memory; null if they are unknown
 * @param verdict whether the rows exceed limits; null if there are none
 */
public record Answer(
    NumberColumn main,
    List<NameColumn> names,
    List<NumberColumn> numbers,
    Rows rows,
    List<NumberColumn> totals,
    @Nullable CallSummary calls,
    @Nullable GateVerdict verdict) {

  /** The row of all rows together. */
  public static final int TOTAL = GroupSums.TOTAL;

  public Answer {
    names = List.copyOf(names);
    numbers = List.copyOf(numbers);
    totals = List.copyOf(totals);
  }

  /**
   * Which rows there are.
   *
   * @param order numbers of the rows that match the filter and hold something in any view
   * @param others number of further rows, whose numbers are unknown
   */
  public record Rows(List<Integer> order, int others) {
    public Rows {
      order = List.copyOf(order);
    }
  }

  /** Returns the same columns for different rows, with one more column. */
  public Answer with(List<Integer> order, NameColumn name) {
    List<NameColumn> more = new ArrayList<>(names);
    more.add(name);
    return new Answer(main, more, numbers, new Rows(order, 0), totals, null, verdict);
  }

  /** Returns the same answer with a verdict. */
  public Answer with(GateVerdict other) {
    return new Answer(main, names, numbers, rows, totals, calls, other);
  }

  /** Returns the view that is shown, of an answer about profiles. */
  public View view() {
    return Objects.requireNonNull(main.meta().view());
  }

  /** Returns the views that have totals. */
  public List<View> views() {
    List<View> views = new ArrayList<>();
    for (NumberColumn total : totals) {
      View view = total.meta().view();
      if (view != null && !views.contains(view)) {
        views.add(view);
      }
    }
    return views;
  }

  /** Returns a column of rows by its name in JSON; null if there is none. */
  public @Nullable NumberColumn find(View of, boolean cumulative, String name) {
    return find(numbers, of, cumulative, name);
  }

  static @Nullable NumberColumn find(
      List<NumberColumn> columns, View view, boolean cumulative, String name) {
    for (NumberColumn column : columns) {
      NumberColumn.Meta meta = column.meta();
      if (meta.cumulative() == cumulative && view.equals(meta.view()) && name.equals(meta.name())) {
        return column;
      }
    }
    return null;
  }

  /** Returns a column of rows by its id; null if there is none. */
  public @Nullable NumberColumn find(String id) {
    for (NumberColumn column : numbers) {
      if (column.meta().id().equals(id)) {
        return column;
      }
    }
    return null;
  }

  /**
   * Returns a column of the shown sums, which must exist.
   *
   * @throws IllegalArgumentException if there is none
   */
  public NumberColumn get(View of, String name) {
    return required(find(of, main.meta().cumulative(), name), name);
  }

  private static NumberColumn required(@Nullable NumberColumn column, String name) {
    if (column == null) {
      throw new IllegalArgumentException("no column " + name);
    }
    return column;
  }

  /** Returns the column of a different view that corresponds to {@link #main}. */
  public NumberColumn main(View of) {
    return get(of, main.meta().name());
  }

  /** Returns the column of {@link #TOTAL} with the sum, or with the difference, of a view. */
  public NumberColumn total(View of) {
    for (NumberColumn total : totals) {
      if (total.meta().isSum() && of.equals(total.meta().view())) {
        return total;
      }
    }
    throw new IllegalArgumentException("no totals of " + of);
  }

  /** Returns a column of {@link #TOTAL}. */
  public NumberColumn total(View of, String name) {
    NumberColumn self = find(totals, of, false, name);
    return required(self == null ? find(totals, of, true, name) : self, name);
  }

  /** Returns a number of {@link #TOTAL} that belongs to no view; NaN if there is none. */
  public double fact(String name) {
    for (NumberColumn total : totals) {
      if (total.meta().view() == null && total.meta().name().equals(name)) {
        return total.value(TOTAL);
      }
    }
    return Double.NaN;
  }

  /** Returns the numbers of the rows in order, in a new array. */
  public int[] order() {
    return rows.order.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns whether it is known which calls lead to memory. */
  public boolean hasCalls() {
    return calls != null;
  }

  /**
   * Returns the calls that hold most of the memory; none if calls are unknown.
   *
   * @param minPercent share of the whole from which a call is listed
   * @param paths how many of the heaviest paths to take
   */
  public Calls calls(double minPercent, int paths) {
    return calls == null ? Calls.NONE : calls.heaviest(minPercent, paths);
  }

  /**
   * Returns the first of some rows. If rows have roles, the limit holds for each role.
   *
   * @param limit how many; 0 for all
   */
  public int[] limited(int[] some, int limit) {
    if (limit == 0) {
      return some;
    }
    Map<String, Integer> left = new HashMap<>();
    return Arrays.stream(some)
        .filter(row -> left.merge(role(row), 1, Integer::sum) <= limit)
        .toArray();
  }

  /**
   * Whether a function calls the matching functions, matches, or is called by them; empty for other
   * questions.
   */
  private String role(int row) {
    for (NameColumn column : names) {
      if (column.kind() == NameColumn.Kind.ROLE) {
        return column.text(row);
      }
    }
    return "";
  }

  /** Returns the name of a row as recorded; for a stack its functions, innermost first. */
  public String name(int row) {
    return names.get(0).text(row);
  }

  /**
   * The name of a row and one number.
   *
   * @param value in the view that is shown, or how it differs there
   */
  public record Row(String name, Cell value) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s: %.0f [%.0f, %.0f]", name, value.value(), value.low(), value.high());
    }
  }

  /**
   * Returns the first rows in order.
   *
   * @param count how many at most
   */
  public List<Row> first(int count) {
    return rows.order.stream().limit(count).map(row -> new Row(name(row), main.at(row))).toList();
  }

  /**
   * A call on the way to memory.
   *
   * @param path the called function and, as long as each calls only one other, those below it;
   *     without addresses and library names before the last
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
   * The calls on the heaviest paths.
   *
   * @param fromRoot those that nothing calls, the heaviest first
   * @param others how many other calls hold memory
   * @param percent the share of the whole that is allocated in these, without what they call
   */
  public record Calls(List<Call> fromRoot, int others, double percent) {
    static final Calls NONE = new Calls(List.of(), 0, 0);

    public Calls {
      fromRoot = List.copyOf(fromRoot);
    }
  }

  /**
   * The function that calls another one for most of what the latter allocates.
   *
   * @param value how much that is, in the shown view
   * @param others how many other callers there are
   */
  public record Caller(String name, double value, int others) {
    static final Caller NOBODY = new Caller("", 0, 0);

    Caller and(Caller other) {
      boolean isLess = other.value == value && other.name.compareTo(name) < 0;
      Caller most = other.value > value || isLess ? other : this;
      return new Caller(most.name, most.value, others + other.others + 1);
    }

    /** Returns the answer as JSON. */
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A column of names or places of rows.
   *
   * @param id heading in tables; empty for no column there
   * @param name key in JSON; empty for no key there
   * @param cells the cells by row, as recorded: a text, a {@link Long}, or a list of texts
   */
  public record NameColumn(String id, String name, Kind kind, IntFunction<?> cells) {

    /** How text shows the column. */
    public enum Kind {
      /** Names of rows. */
      NAME,
      /** Names of rows that are functions, or stacks of them. */
      FUNCTION,
      /** Names of rows that are files, of which the end says most. */
      FILE,
      /** A word of heapconv's beside the name. */
      ROLE,
      /** Where a function is. */
      LIBRARY,
      /** The source line of a row; the end of its path matters most. */
      PLACE,
      /** The text of that line. */
      SOURCE,
      /** The function that calls it most, as a {@link Caller}. */
      CALLER,
      /** Only programs get it. */
      FACT,
      /** A number; negative if unknown. */
      NUMBER,
      /** Likewise, a number; 0 if unknown. */
      ORDINAL;

      /** Returns whether the column names rows. */
      public boolean isName() {
        return this == NAME || this == FUNCTION || this == FILE;
      }
    }

    public Object cell(int row) {
      return cells.apply(row);
    }

    /** Returns a cell as one text; empty where a number is unknown. */
    public String text(int row) {
      Object cell = cell(row);
      if (cell instanceof List<?> lines) {
        return lines.stream().map(Object::toString).collect(Collectors.joining(";"));
      }
      boolean isUnknown =
          cell instanceof Long number && (kind == Kind.ORDINAL ? number == 0 : number < 0);
      return isUnknown ? "" : cell.toString();
    }
  }
}

package dev.heapconv.query;

import dev.heapconv.model.View;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The numbers of the rows of an {@link Answer}; {@link Answer#TOTAL} is everything together. */
public interface NumberColumn {

  /** Returns the description of the numbers. */
  Meta meta();

  /** Returns the number of a row with its interval. */
  Cell at(int row);

  /** Returns the number of a row by itself; NaN if there is none. */
  default double value(int row) {
    return at(row).value();
  }

  /** Returns the size by which text chooses the unit of the column. */
  default double size(int row, Cell cell) {
    return Math.abs(cell.value());
  }

  /** Returns a column whose cells are made one by one. */
  static NumberColumn of(Meta meta, IntFunction<Cell> cells) {
    return new NumberColumn() {
      @Override
      public Meta meta() {
        return meta;
      }

      @Override
      public Cell at(int row) {
        return cells.apply(row);
      }
    };
  }

  /** The kind of the numbers, and how many decimals CSV and JSON have. */
  enum Kind {
    COUNT(0),
    BYTES(0),
    /** From 0 to 100. */
    PERCENT(4),
    DECIMAL(6),
    /** 1 or 0. */
    FLAG(0),
    /** Likewise; no number where that cannot be told. */
    OPEN_FLAG(0),
    /** From 0 to 1, with this many significant digits, because most that matter are small. */
    PROBABILITY(6),
    /** Written as it is in JSON. */
    FACT(6);

    private final int decimals;

    Kind(int decimals) {
      this.decimals = decimals;
    }

    public int decimals() {
      return decimals;
    }

    /** That of the numbers of a view. */
    static Kind of(View view) {
      return view.isBytes() ? BYTES : COUNT;
    }
  }

  /** What accompanies the numbers. */
  enum Role {
    /** A number without an interval. */
    FACT,
    /** Nothing; several views share the column under one id. */
    SHARED,
    /** An estimate of which programs get the number alone. */
    SIDE,
    /** An interval and a grade. */
    ESTIMATE,
    /** A change with its interval, which people see with its sign. */
    CHANGE,
    /** An interval. */
    INTERVAL
  }

  /**
   * The description of a column for CSV and JSON.
   *
   * @param id name of the values in every output
   * @param objects keys of the nested JSON objects that hold the values, outermost first
   * @param name key of the values in the innermost object
   * @param view the view of the values; null for none
   * @param cumulative whether rows count all stacks that pass through them
   * @param best the best grade that a number may have, however narrow its interval is
   */
  record Meta(
      String id,
      List<String> objects,
      String name,
      Kind kind,
      Role role,
      @Nullable View view,
      boolean cumulative,
      Grade best) {

    /** Creates a description of numbers that may have any grade. */
    public Meta(
        String id,
        List<String> objects,
        String name,
        Kind kind,
        Role role,
        @Nullable View view,
        boolean cumulative) {
      this(id, objects, name, kind, role, view, cumulative, Grade.PLAIN);
    }

    /** Returns the description of numbers that have this grade at best. */
    public Meta atBest(Grade other) {
      return new Meta(id, objects, name, kind, role, view, cumulative, other);
    }

    /** The {@link #name} of the sums of a view. */
    static final String VALUE = "value";

    /**
     * Returns the description of a column without a view, which in JSON belongs to the row itself.
     */
    public static Meta of(String id, Kind kind, Role role) {
      return new Meta(id, List.of(), id, kind, role, null, false);
    }

    /** Of a number of everything together that is of no view. */
    static Meta fact(String object, String name, Kind kind) {
      return new Meta(name, List.of(object), name, kind, Role.FACT, null, false);
    }

    /** Of a column of a view; its objects are those that hold it in JSON. */
    static Meta of(
        View view, boolean cumulative, String name, Kind kind, Role role, String... objects) {
      String id = view.name() + (cumulative ? "_cum" : "") + (name.equals(VALUE) ? "" : "_" + name);
      return new Meta(id, List.of(objects), name, kind, role, view, cumulative);
    }

    /** Returns whether CSV and JSON also have the ends of intervals. */
    public boolean hasEnds() {
      return role == Role.ESTIMATE || role == Role.CHANGE || role == Role.INTERVAL;
    }

    /** Returns whether CSV and JSON have grades. */
    public boolean hasGrade() {
      return role == Role.ESTIMATE;
    }

    /** Returns whether numbers are differences. */
    public boolean isSigned() {
      return role == Role.CHANGE;
    }

    /** Returns whether the numbers are sums of a view, or changes of these. */
    boolean isSum() {
      return view != null && (role == Role.ESTIMATE || role == Role.CHANGE);
    }

    /** Returns the grade of a number; null if it is unknown or the number has none. */
    public @Nullable Grade grade(Cell cell) {
      boolean isGraded = role == Role.ESTIMATE || role == Role.SIDE;
      if (!isGraded || cell.isNothing() || !(cell.high() < Double.POSITIVE_INFINITY)) {
        return null;
      }
      // The sum of no stacks is 0 whatever is wrong with others.
      boolean isEmpty = cell.low() == 0 && cell.high() == 0;
      Grade own = Grade.of(cell.value(), cell.low(), cell.high());
      return isEmpty ? own : own.atBest(best);
    }

    /** Returns the name of one of the numbers of a row in every output: {@code space_low}. */
    public String id(Cell.Bound bound) {
      return id + bound.suffix();
    }

    /** Returns the JSON key of a number: in the object of a view, the ends need no prefix. */
    public String name(Cell.Bound bound) {
      boolean alone = bound != Cell.Bound.VALUE && isSum() && objects.size() > 1;
      return alone ? bound.id() : name + bound.suffix();
    }

    /** Returns the name of the grade in CSV. */
    public String gradeId() {
      return id + "_grade";
    }

    /** Returns the JSON key of the grade. */
    public String gradeName() {
      return objects.isEmpty() ? gradeId() : "grade";
    }
  }
}

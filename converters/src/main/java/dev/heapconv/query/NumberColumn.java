package dev.heapconv.query;

import dev.heapconv.model.View;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The numbers of the rows of an {@link Answer}; {@link Answer#TOTAL} is everything together. */
public interface NumberColumn {

  /** Returns what the numbers are. */
  Meta meta();

  /** Returns the number of a row with its interval. */
  Cell at(int row);

  /** Returns the number of a row by itself; NaN if there is none. */
  default double value(int row) {
    return at(row).value();
  }

  /** Returns what the unit of a column of text must suit. */
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

  /** What numbers are, and with how many decimals programs get them. */
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
    /** From 0 to 1, with so many significant digits, as most that matter are small. */
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

  /** What is known of the numbers beside them. */
  enum Role {
    /** A number without an interval. */
    FACT,
    /** Likewise, one that several views have in common under one id. */
    SHARED,
    /** An estimate of which programs get the number alone. */
    SIDE,
    /** An estimate, of which programs get the interval and how far it can be trusted. */
    ESTIMATE,
    /** A change with its interval, which people see with its sign. */
    CHANGE,
    /** Another number with its interval. */
    INTERVAL
  }

  /**
   * What a column is to programs.
   *
   * @param id names the values in every output
   * @param objects those that hold them in JSON, each in the one before
   * @param name of the values in there
   * @param view the view they are of; null for those that are of none
   * @param cumulative whether rows count all stacks that pass through them
   */
  record Meta(
      String id,
      List<String> objects,
      String name,
      Kind kind,
      Role role,
      @Nullable View view,
      boolean cumulative) {

    /** The {@link #name} of the numbers that a view is of. */
    static final String VALUE = "value";

    /** Of a column that is of no view, and in JSON belongs to the row itself. */
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

    /** Returns whether programs get the ends of intervals, too. */
    public boolean hasEnds() {
      return role == Role.ESTIMATE || role == Role.CHANGE || role == Role.INTERVAL;
    }

    /** Returns whether they get grades. */
    public boolean hasGrade() {
      return role == Role.ESTIMATE;
    }

    /** Returns whether numbers are differences. */
    public boolean isSigned() {
      return role == Role.CHANGE;
    }

    /** Returns whether these are the numbers that a view is of, or how they change. */
    boolean isSum() {
      return view != null && (role == Role.ESTIMATE || role == Role.CHANGE);
    }

    /** Returns how far a number can be trusted; null if that is unknown or nothing to ask. */
    public @Nullable Grade grade(Cell cell) {
      boolean isGraded = role == Role.ESTIMATE || role == Role.SIDE;
      return !isGraded || cell.isNothing() || !(cell.high() < Double.POSITIVE_INFINITY)
          ? null
          : Grade.of(cell.value(), cell.low(), cell.high());
    }

    /** Returns the name of one of the numbers of a row in every output: {@code space_low}. */
    public String id(Cell.Bound bound) {
      return id + bound.suffix();
    }

    /**
     * Returns its name in JSON: an object of a view is about one number, and its ends are those of
     * it.
     */
    public String name(Cell.Bound bound) {
      boolean alone = bound != Cell.Bound.VALUE && isSum() && objects.size() > 1;
      return alone ? bound.id() : name + bound.suffix();
    }

    /** Returns the name of the grade. */
    public String gradeId() {
      return id + "_grade";
    }

    /** Returns its name in JSON. */
    public String gradeName() {
      return objects.isEmpty() ? gradeId() : "grade";
    }
  }
}

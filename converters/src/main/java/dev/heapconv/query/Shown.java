package dev.heapconv.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column as people see it.
 *
 * @param code the part of the heading that is a name from the recording; may be empty
 * @param words the rest of the heading
 * @param form what is shown of the numbers
 * @param need whether the column may be left out where space is short
 * @param dim whether it matters less than others
 */
public record Shown(String code, String words, Form form, Column column, Need need, boolean dim) {

  /** What is shown of a column. */
  public enum Form {
    /** As its {@link Grade} says, with no more digits than the interval justifies. */
    VALUE,
    /** Like {@link #VALUE}, marked if it is a difference beyond noise. */
    MARKED,
    /** The ends, or how far a plain number is from them at most. */
    INTERVAL,
    PERCENT,
    /** All digits. */
    COUNT,
    DURATION,
    DURATION_INTERVAL,
    /** Whether it is 1. */
    MARK,
    /** What changed: the number of allocations, their size, or both. */
    CHANGE;

    /** Whether cells are words rather than numbers. */
    public boolean isText() {
      return this == MARK || this == CHANGE;
    }
  }

  /** Which columns are dropped first to make room for names. */
  public enum Need {
    ALWAYS,
    /** Shown if names keep a good width next to it. */
    OPTIONAL,
    /** Shown if nothing has to be cut for it. */
    SPARE
  }

  /** In place of a number that there is not. */
  public static final String NOTHING = "-";

  /** Marks an estimate that is within a factor of two. */
  public static final String APPROXIMATE = "\u2248";

  /** Marks an estimate of which only the order of magnitude is known. */
  public static final String ROUGH = "~";

  private static final List<String> CHANGES = List.of("", "count", "size", "both");

  static Shown of(String words, Form form, Column column) {
    return new Shown("", words, form, column, Need.ALWAYS, form != Form.VALUE && !isValue(form));
  }

  private static boolean isValue(Form form) {
    return form == Form.MARKED || form == Form.PERCENT || form == Form.DURATION;
  }

  Shown named(String name) {
    return new Shown(name, words, form, column, need, dim);
  }

  Shown optional() {
    return new Shown(code, words, form, column, Need.OPTIONAL, dim);
  }

  Shown spare() {
    return new Shown(code, words, form, column, Need.SPARE, true);
  }

  Shown dimmed() {
    return new Shown(code, words, form, column, need, true);
  }

  /** A cell by itself, with its own unit; empty where there is nothing. */
  public String cell(int row) {
    return cell(row, null);
  }

  /** The interval of a cell after a space; empty if it is unknown or a point. */
  String spacedInterval(int row) {
    String interval = column.isUncertain(row) ? interval(row, null) : "";
    return interval.isEmpty() ? "" : " " + interval;
  }

  /** The cells of some rows, with one unit for all of them. */
  public List<String> cells(int[] rows) {
    double largest = 0;
    for (int row : rows) {
      double size = column.size(row);
      largest = size > largest ? size : largest;
    }
    ColumnUnit unit = ColumnUnit.of(largest, column.isBytes());
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(cell(row, unit));
    }
    return cells;
  }

  private String cell(int row, @Nullable ColumnUnit unit) {
    double value = column.value(row);
    boolean has = !Double.isNaN(value);
    return switch (form) {
      case VALUE -> has ? value(row, unit) : unit == null ? "" : NOTHING;
      case MARKED -> has ? value(row, unit) + (column.isBeyondNoise(row) ? " *" : "") : NOTHING;
      case INTERVAL -> has ? interval(row, unit) : "";
      case PERCENT -> HumanNumbers.percent(value);
      case COUNT ->
          unit == null
              ? Long.toString(Math.round(value))
              : ColumnUnit.withSeparators(Math.round(value));
      case DURATION -> has ? HumanNumbers.duration(value, Column.Bound.VALUE) : "";
      case DURATION_INTERVAL -> durations(column.low(row), column.high(row));
      case MARK -> value != 1 ? "" : unit == null ? "yes" : "*";
      case CHANGE -> CHANGES.get((int) value);
    };
  }

  private String value(int row, @Nullable ColumnUnit unit) {
    double value = column.value(row);
    double low = Double.isNaN(column.low(row)) ? value : column.low(row);
    double high = Double.isNaN(column.high(row)) ? value : column.high(row);
    Grade grade = column.grade(row);
    if (grade == Grade.MAGNITUDE) {
      return (unit == null ? ColumnUnit.of(high, column.isBytes()) : unit).rough(value);
    }
    String text =
        unit == null
            ? HumanNumbers.value(value, low, high, column.isBytes())
            : unit.value(value, low, high);
    return (grade == Grade.APPROXIMATE ? APPROXIMATE : "")
        + (column.isSigned() && value >= 0.5 ? "+" : "")
        + text;
  }

  /** Whether the grade of a cell shows. */
  public boolean showsGrade(int row) {
    Grade grade = column.grade(row);
    return (form == Form.VALUE || form == Form.MARKED) && grade != null && grade != Grade.PLAIN;
  }

  private String interval(int row, @Nullable ColumnUnit unit) {
    double low = column.low(row);
    double high = column.high(row);
    Grade grade = column.grade(row);
    if (grade == null) {
      return unit == null
          ? HumanNumbers.interval(column.value(row), low, high, column.isBytes(), column.isSigned())
          : unit.interval(low, high, column.isSigned());
    }
    if (low == high) {
      return "";
    }
    if (grade == Grade.PLAIN) {
      double value = column.value(row);
      return "\u00b1" + (long) Math.ceil(100 * Math.max(high / value - 1, 1 - low / value)) + "%";
    }
    return (unit == null ? ColumnUnit.of(high, column.isBytes()) : unit).range(low, high);
  }

  private static String durations(double low, double high) {
    String from = HumanNumbers.duration(low, Column.Bound.LOW);
    return Double.isFinite(high) && low < high
        ? "[" + from + ", " + HumanNumbers.duration(high, Column.Bound.HIGH) + "]"
        : "";
  }
}

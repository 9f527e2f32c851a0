package dev.heapconv.table;

import dev.heapconv.query.Grade;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Bound;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result as people see it.
 *
 * @param code the part of the heading that is a name from the recording; may be empty
 * @param words the rest of the heading
 * @param form what is shown of the numbers
 * @param mark whether a difference is beyond noise, or for {@link Form#CHANGE} that of sizes; null
 *     if that is unknown
 * @param need whether the column may be left out where space is short
 * @param dim whether it matters less than others
 */
public record ShownColumn(
    String code,
    String words,
    Form form,
    ResultColumn column,
    @Nullable ResultColumn mark,
    Need need,
    boolean dim) {

  /** What is shown of a column. */
  public enum Form {
    /** As its {@link Grade} says, with no more digits than the interval justifies. */
    VALUE,
    /** Like {@link #VALUE}, marked if it is a difference beyond noise. */
    MARKED,
    /** The ends, or how far a plain number is from them at most. */
    INTERVAL,
    PERCENT,
    PROBABILITY,
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
  static final String NOTHING = "-";

  /** Marks an estimate that is within a factor of two. */
  static final String APPROXIMATE = "\u2248";

  /** Marks an estimate of which only the order of magnitude is known. */
  static final String ROUGH = "~";

  private static final List<String> CHANGES = List.of("", "count", "size", "both");

  public static ShownColumn of(String words, Form form, ResultColumn column) {
    return new ShownColumn(
        "", words, form, column, null, Need.ALWAYS, form != Form.VALUE && !isValue(form));
  }

  private static boolean isValue(Form form) {
    return form == Form.MARKED
        || form == Form.PERCENT
        || form == Form.PROBABILITY
        || form == Form.DURATION;
  }

  ShownColumn named(String name) {
    return new ShownColumn(name, words, form, column, mark, need, dim);
  }

  ShownColumn marked(@Nullable ResultColumn by) {
    return new ShownColumn(code, words, form, column, by, need, dim);
  }

  public ShownColumn optional() {
    return new ShownColumn(code, words, form, column, mark, Need.OPTIONAL, dim);
  }

  public ShownColumn spare() {
    return new ShownColumn(code, words, form, column, mark, Need.SPARE, true);
  }

  public ShownColumn dimmed() {
    return new ShownColumn(code, words, form, column, mark, need, true);
  }

  /** A number by itself, with a unit of its own; empty if there is none. */
  public String cell(int row) {
    return cell(row, true);
  }

  /**
   * The same on any page.
   *
   * @param inDocument where an empty cell needs no mark
   */
  public String cell(int row, boolean inDocument) {
    return cell(row, unit(new int[] {row}), inDocument);
  }

  /** The interval of a cell after a space; empty if it is unknown or a point. */
  public String spacedInterval(int row) {
    String interval = column.isUncertain(row) ? interval(row, unit(new int[] {row})) : "";
    return interval.isEmpty() ? "" : " " + interval;
  }

  /**
   * The cells of some rows, with one unit for all of them.
   *
   * @param inDocument where an empty cell needs no mark
   */
  List<String> cells(int[] rows, boolean inDocument) {
    NumberUnit unit = unit(rows);
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(cell(row, unit, inDocument));
    }
    return cells;
  }

  private NumberUnit unit(int[] rows) {
    double largest = 0;
    for (int row : rows) {
      double size = column.size(row);
      largest = size > largest ? size : largest;
    }
    return NumberUnit.of(largest, isBytes());
  }

  private String cell(int row, NumberUnit unit, boolean inDocument) {
    double value = column.value(row);
    boolean has = !Double.isNaN(value);
    String nothing = inDocument ? "" : NOTHING;
    return switch (form) {
      case VALUE -> has ? value(row, unit) : nothing;
      case MARKED -> has ? value(row, unit) + (isMarked(row) ? " *" : "") : nothing;
      case INTERVAL -> has ? interval(row, unit) : "";
      case PERCENT -> HumanNumbers.percent(value);
      case PROBABILITY -> HumanNumbers.probability(value);
      case COUNT -> NumberUnit.withSeparators(Math.round(value));
      case DURATION -> has ? HumanNumbers.duration(value, Bound.VALUE) : "";
      case DURATION_INTERVAL -> durations(column.low(row), column.high(row));
      case MARK -> value != 1 ? "" : inDocument ? "yes" : "*";
      case CHANGE -> CHANGES.get((value == 1 ? 1 : 0) + (isMarked(row) ? 2 : 0));
    };
  }

  private boolean isMarked(int row) {
    return mark != null && mark.value(row) == 1;
  }

  private boolean isBytes() {
    return column.kind() == ResultColumn.Kind.BYTES;
  }

  private String value(int row, NumberUnit unit) {
    double value = column.value(row);
    double low = Double.isNaN(column.low(row)) ? value : column.low(row);
    double high = Double.isNaN(column.high(row)) ? value : column.high(row);
    Grade grade = column.grade(row);
    if (grade == Grade.MAGNITUDE) {
      return unit.rough(value);
    }
    return (grade == Grade.APPROXIMATE ? APPROXIMATE : "")
        + (column.isSigned() && value >= 0.5 ? "+" : "")
        + unit.value(value, low, high);
  }

  /** Whether the grade of a cell shows. */
  public boolean showsGrade(int row) {
    Grade grade = column.grade(row);
    return (form == Form.VALUE || form == Form.MARKED) && grade != null && grade != Grade.PLAIN;
  }

  private String interval(int row, NumberUnit unit) {
    double low = column.low(row);
    double high = column.high(row);
    Grade grade = column.grade(row);
    if (grade == null) {
      return unit.interval(low, high, column.isSigned());
    }
    if (low == high) {
      return "";
    }
    if (grade == Grade.PLAIN) {
      double value = column.value(row);
      return "\u00b1" + (long) Math.ceil(100 * Math.max(high / value - 1, 1 - low / value)) + "%";
    }
    return unit.range(low, high);
  }

  private static String durations(double low, double high) {
    String from = HumanNumbers.duration(low, Bound.LOW);
    return Double.isFinite(high) && low < high
        ? "[" + from + ", " + HumanNumbers.duration(high, Bound.HIGH) + "]"
        : "";
  }
}

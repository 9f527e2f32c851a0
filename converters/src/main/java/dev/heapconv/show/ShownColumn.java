package dev.heapconv.show;

import dev.heapconv.query.Grade;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result as people see it.
 *
 * @param heading may contain the name of a view, as recorded
 * @param form what is shown of the numbers
 * @param sizes whether sizes differ, beside numbers of allocations in {@link Form#CHANGE}; null
 *     elsewhere
 * @param dim whether it matters less than others
 * @param ownUnits whether each cell has a unit of its own, because rows of all sizes are side by
 *     side
 */
public record ShownColumn(
    String heading,
    Form form,
    ResultColumn column,
    @Nullable ResultColumn sizes,
    boolean dim,
    boolean ownUnits) {

  /** What is shown of a column. */
  public enum Form {
    /** As its {@link Grade} says, with no more digits than the interval justifies. */
    VALUE,
    /** Likewise, with the interval behind it. */
    ESTIMATE,
    PERCENT,
    PROBABILITY,
    /** All digits. */
    COUNT,
    DURATION,
    /** Whether it is 1; of growth, also whether that cannot be told. */
    MARK,
    /** What changed: the number of allocations, their size, or both. */
    CHANGE
  }

  /**
   * A number and what is known of its certainty.
   *
   * @param certainty how far it is from the ends of its interval at most, or these; empty if it is
   *     exact, or nothing is known
   */
  public record Cell(String value, String certainty) {
    @Override
    public String toString() {
      return certainty.isEmpty() ? value : value + " " + certainty;
    }
  }

  /** In place of a number that there is not. */
  static final String NOTHING = "-";

  /** Marks an estimate that is within a factor of two. */
  static final String APPROXIMATE = "\u2248";

  /** Marks an estimate of which only the order of magnitude is known. */
  static final String ROUGH = "~";

  private static final List<String> CHANGES = List.of("", "count", "size", "both");

  public static ShownColumn of(String heading, Form form, ResultColumn column) {
    return new ShownColumn(heading, form, column, null, false, false);
  }

  public ShownColumn dimmed() {
    return new ShownColumn(heading, form, column, sizes, true, ownUnits);
  }

  public ShownColumn withOwnUnits() {
    return new ShownColumn(heading, form, column, sizes, dim, true);
  }

  /** Whether cells are words rather than numbers. */
  public boolean isText() {
    return form == Form.MARK || form == Form.CHANGE;
  }

  /** A number by itself, with a unit of its own. */
  public Cell cell(int row) {
    return cell(row, unit(row));
  }

  /** The cells of some rows, with one unit for all of them unless each has its own. */
  List<Cell> cells(int... rows) {
    NumberUnit unit = unit(rows);
    return IntStream.of(rows).mapToObj(row -> ownUnits ? cell(row) : cell(row, unit)).toList();
  }

  private NumberUnit unit(int... rows) {
    double largest = 0;
    for (int row : rows) {
      boolean isNothing = column.size(row) == 0 && column.isUncertain(row);
      double size = isNothing ? column.high(row) : column.size(row);
      largest = size > largest ? size : largest;
    }
    return NumberUnit.of(largest, column.kind() == ResultColumn.Kind.BYTES);
  }

  private Cell cell(int row, NumberUnit unit) {
    boolean isEstimate = form == Form.ESTIMATE && !Double.isNaN(column.value(row));
    return new Cell(value(row, unit), isEstimate ? certainty(row, unit) : "");
  }

  private String value(int row, NumberUnit unit) {
    double value = column.value(row);
    return switch (form) {
      case VALUE, ESTIMATE -> Double.isNaN(value) ? NOTHING : estimate(row, unit);
      case PERCENT -> HumanNumbers.percent(value);
      case PROBABILITY -> HumanNumbers.probability(value);
      case COUNT -> HumanNumbers.withSeparators(Math.round(value));
      case DURATION -> Double.isNaN(value) ? "" : HumanNumbers.duration(value, Bound.VALUE);
      case MARK -> value == 1 ? "*" : Double.isNaN(value) && column.part() == Part.GROWS ? "?" : "";
      case CHANGE ->
          CHANGES.get((value == 1 ? 1 : 0) + (sizes != null && sizes.value(row) == 1 ? 2 : 0));
    };
  }

  private String estimate(int row, NumberUnit unit) {
    double value = column.value(row);
    boolean isUnknown =
        Double.isNaN(column.high(row)) || form == Form.VALUE && column.isUnknown(row);
    double low = isUnknown ? value : column.low(row);
    double high = isUnknown ? value : column.high(row);
    return (column.isSigned() && value >= 0.5 ? "+" : "")
        + unit.graded(value, low, high, column.grade(row));
  }

  private String certainty(int row, NumberUnit unit) {
    double low = column.low(row);
    double high = column.high(row);
    Grade grade = column.grade(row);
    if (grade == null) {
      return column.isUncertain(row) ? unit.interval(low, high, column.isSigned()) : "";
    }
    if (low == high) {
      return "";
    }
    if (grade == Grade.PLAIN) {
      double value = column.value(row);
      double ratio = Math.max(high / value - 1, 1 - low / value);
      return "\u00b1" + (long) Math.ceil(100 * ratio) + " %";
    }
    return unit.range(low, high);
  }
}

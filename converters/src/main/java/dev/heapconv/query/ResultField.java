package dev.heapconv.query;

import dev.heapconv.query.ResultColumn.Bound;

/**
 * What programs get of a column: a number of each row, or a word.
 *
 * @param isWord whether it is the {@link Grade} of the number
 * @param id names it in every output: {@code space_low}
 * @param name its name in its object in JSON
 */
public record ResultField(
    ResultColumn column, Bound bound, boolean isWord, String id, String name) {

  /** The number of a row; not finite if there is none. */
  public double number(int row) {
    return column.number(bound, row);
  }

  /** How the number of a row is rounded: an interval that is a point stays one. */
  public Bound rounding(int row) {
    return column.low(row) == column.high(row) ? Bound.VALUE : bound;
  }

  /** The word of a row; empty if there is none. */
  public String word(int row) {
    Grade grade = column.grade(row);
    return grade == null ? "" : grade.id();
  }
}

package dev.heapconv.fleet;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of the answer to a query, to which numbers can be added. */
public final class SqlRow {

  /** Significant ones of a fraction; whole numbers keep all. */
  private static final int DIGITS = 13;

  private static final int MAX_SCALE = 300;

  private final Map<String, @Nullable Object> values;

  /**
   * @param values by the names of the columns
   */
  public SqlRow(Map<String, @Nullable Object> values) {
    this.values = new HashMap<>(values);
  }

  /** By the names of the columns. */
  public Map<String, @Nullable Object> values() {
    return Collections.unmodifiableMap(values);
  }

  SqlRow copy() {
    return new SqlRow(values);
  }

  void put(String column, Object value) {
    values.put(column, value);
  }

  String text(String column) {
    return String.valueOf(values.get(column));
  }

  /**
   * A number, or 1 for what is true and 0 for what is false; NaN if there is none. Engines add on
   * several threads, in any order, so the last digits of fractions are left out: they would differ
   * from run to run, and rows that are equal would change places.
   */
  double number(String column) {
    Object value = values.get(column);
    return value instanceof Boolean flag
        ? (flag ? 1 : 0)
        : value instanceof Number number ? stable(number.doubleValue()) : Double.NaN;
  }

  private static double stable(double number) {
    int digits = DIGITS - (int) Math.ceil(Math.log10(Math.abs(number)));
    double scale = Math.pow(10, Math.max(0, Math.min(digits, MAX_SCALE)));
    double scaled = number * scale;
    return Double.isFinite(scaled) ? Math.rint(scaled) / scale : number;
  }

  long count(String column) {
    return (long) number(column);
  }

  boolean isRow() {
    return text("kind").equals("row");
  }

  boolean isTotal() {
    return text("kind").equals("total");
  }
}

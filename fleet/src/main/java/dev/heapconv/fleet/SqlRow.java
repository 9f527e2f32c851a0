package dev.heapconv.fleet;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of the answer to a query, to which numbers can be added. */
public final class SqlRow {

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

  /** A number, or 1 for what is true and 0 for what is false; NaN if there is none. */
  double number(String column) {
    Object value = values.get(column);
    return value instanceof Boolean flag
        ? (flag ? 1 : 0)
        : value instanceof Number number ? number.doubleValue() : Double.NaN;
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

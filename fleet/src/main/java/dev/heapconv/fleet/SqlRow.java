package dev.heapconv.fleet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of the answer to a query, to which numbers can be added. */
public final class SqlRow {

  /** Significant ones of a fraction; whole numbers keep all. */
  private static final int DIGITS = 13;

  private static final int MAX_SCALE = 300;

  private final Map<String, Integer> places;
  private @Nullable Object[] values = {};

  /**
   * @param values by the names of the columns
   */
  public SqlRow(Map<String, @Nullable Object> values) {
    this(values, new HashMap<>());
  }

  /**
   * @param places of columns, which the rows of an answer share: there may be a million
   */
  SqlRow(Map<String, @Nullable Object> values, Map<String, Integer> places) {
    this.places = places;
    values.forEach(this::put);
  }

  /** By the names of the columns. */
  public Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> all = new HashMap<>();
    places.forEach((column, place) -> all.put(column, value(column)));
    all.values().removeIf(Objects::isNull);
    return all;
  }

  private @Nullable Object value(String column) {
    Integer place = places.get(column);
    return place == null || place >= values.length ? null : values[place];
  }

  boolean has(String column) {
    return value(column) != null;
  }

  /**
   * Engines add on several threads, in any order, so the last digits of fractions are left out:
   * they would differ from run to run, and rows that are equal would change places.
   */
  void put(String column, @Nullable Object value) {
    Integer known = places.get(column);
    int place = known == null ? places.size() : known;
    if (known == null) {
      places.put(column, place);
    }
    if (place >= values.length) {
      values = Arrays.copyOf(values, places.size() + 4);
    }
    values[place] = value instanceof Double number ? (Double) stable(number) : value;
  }

  String text(String column) {
    return String.valueOf(value(column));
  }

  /** A number, or 1 for what is true and 0 for what is false; NaN if there is none. */
  double number(String column) {
    Object value = value(column);
    return value instanceof Boolean flag
        ? (flag ? 1 : 0)
        : value instanceof Number number ? number.doubleValue() : Double.NaN;
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

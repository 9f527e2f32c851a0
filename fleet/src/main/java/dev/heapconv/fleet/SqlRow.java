package dev.heapconv.fleet;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the answer to a query.
 *
 * @param values by the names of the columns
 */
public record SqlRow(Map<String, @Nullable Object> values) {

  String text(String column) {
    return String.valueOf(values.get(column));
  }

  /** A number; NaN if there is none. */
  double number(String column) {
    return values.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  long count(String column) {
    return (long) number(column);
  }

  boolean isTotal() {
    return text("kind").equals("total");
  }
}

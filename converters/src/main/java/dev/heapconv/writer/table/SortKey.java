package dev.heapconv.writer.table;

import dev.heapconv.model.View;
import java.util.Objects;

/**
 * The column that orders the rows of a table: names from a to z, numbers from the largest down.
 *
 * @param field which number of the view, or the name
 * @param viewName the view; empty for the one that the table is about
 * @param cumulative whether the cumulative number counts where there is one
 */
public record SortKey(Field field, String viewName, boolean cumulative) {

  /** A kind of column. */
  public enum Field {
    NAME,
    VALUE,
    LOW,
    HIGH,
    /** Recorded allocations. */
    SAMPLES
  }

  public SortKey {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(viewName, "viewName");
  }

  /**
   * Reads the name of a column as CSV has it: {@code name}, {@code samples}, {@code alloc_samples},
   * a view, or a view with {@code _cum} and one of {@code _low}, {@code _high}, {@code _percent}
   * behind it; also {@code self} and {@code cum} for the view that the table is about. Whether
   * there is such a view shows only with a profile.
   */
  public static SortKey parse(String column) {
    switch (column) {
      case "name":
        return new SortKey(Field.NAME, "", false);
      case "samples":
        return new SortKey(Field.SAMPLES, "", false);
      case "alloc_samples":
        return new SortKey(Field.SAMPLES, View.ALLOC_SPACE.name(), false);
      case "self":
        return new SortKey(Field.VALUE, "", false);
      case "cum":
        return new SortKey(Field.VALUE, "", true);
      default:
        return ofView(column);
    }
  }

  private static SortKey ofView(String column) {
    Field field = Field.VALUE;
    String rest = column;
    if (rest.endsWith("_low")) {
      field = Field.LOW;
      rest = without(rest, "_low");
    } else if (rest.endsWith("_high")) {
      field = Field.HIGH;
      rest = without(rest, "_high");
    } else if (rest.endsWith("_percent")) {
      rest = without(rest, "_percent");
    }
    boolean cumulative = rest.endsWith("_cum");
    return new SortKey(field, cumulative ? without(rest, "_cum") : rest, cumulative);
  }

  private static String without(String text, String end) {
    return text.substring(0, text.length() - end.length());
  }
}

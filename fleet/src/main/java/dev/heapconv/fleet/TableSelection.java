package dev.heapconv.fleet;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table with conditions that select recordings and rows: {@code
 * TABLE?version_code=1201&package=com.example}, {@code TABLE?date>=2026-11-17&labels.cohort=b}.
 *
 * @param table folder of the table
 * @param side name of the table in the engine: {@code a} or {@code b}
 * @param conditions conditions, which must all hold
 */
public record TableSelection(String table, String side, List<TableCondition> conditions) {

  /** What is known of a recording as a whole. */
  private static final List<String> OF_RECORDINGS =
      List.of(
          "date",
          "recording",
          "device",
          "package",
          "version_name",
          "version_code",
          "build",
          "sampling_interval");

  /** Before the key of a label. */
  static final String LABELS = "labels.";

  private static final Pattern LABEL = Pattern.compile("labels\\..+");
  private static final List<String> OF_ROWS = List.of("process", "heap", "function", "library");

  /** No column ends in ! and no value begins with =: those are != and == of other languages. */
  private static final Pattern CONDITION = Pattern.compile("([^=<>]*[^=<>!])(=|>=|<=)(?!=)(.*)");

  /**
   * A condition in SQL.
   *
   * @param ofRecordings whether it chooses recordings; otherwise it only chooses rows of them
   */
  record TableCondition(String sql, boolean ofRecordings) {}

  public TableSelection {
    conditions = List.copyOf(conditions);
  }

  /**
   * @throws IllegalArgumentException if a condition is invalid; its message says why
   */
  public static TableSelection parse(String text, String side) {
    int mark = new File(text).isDirectory() ? -1 : text.indexOf('?');
    List<TableCondition> conditions = new ArrayList<>();
    if (mark >= 0) {
      for (String condition : text.substring(mark + 1).split("&", -1)) {
        conditions.add(condition(condition));
      }
    }
    return new TableSelection(mark < 0 ? text : text.substring(0, mark), side, conditions);
  }

  private static TableCondition condition(String text) {
    Matcher parts = CONDITION.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a condition; heapconv knows COLUMN=VALUE, COLUMN>=VALUE and"
              + " COLUMN<=VALUE, as in version_code=1201 or date>=2026-11-17");
    }
    String column = parts.group(1);
    String value = parts.group(3);
    String literal =
        switch (column) {
          case "version_code", "sampling_interval" -> checked(value, "\\d{1,18}", "number");
          case "date" ->
              "DATE '" + checked(value, "\\d{4}-\\d{2}-\\d{2}", "date such as 2026-11-17") + "'";
          default -> quoted(value);
        };
    return new TableCondition(
        expression(column) + " " + parts.group(2) + " " + literal, isOfRecordings(column));
  }

  private static String checked(String value, String pattern, String what) {
    if (!value.matches(pattern)) {
      throw new IllegalArgumentException("'" + value + "' is no " + what);
    }
    return value;
  }

  /** Text as SQL. Not as a parameter: Spark 4.1 mixes up those of queries with several parts. */
  static String quoted(String value) {
    // Spark takes it for the begin of an escape sequence, DuckDB for itself.
    if (value.contains("\\")) {
      throw new IllegalArgumentException("'" + value + "' must not contain a backslash");
    }
    return "'" + value.replace("'", "''") + "'";
  }

  /** Whether recordings as a whole have a column. */
  static boolean isOfRecordings(String column) {
    return OF_RECORDINGS.contains(column) || LABEL.matcher(column).matches();
  }

  /**
   * A column in SQL.
   *
   * @param column its name, or {@code labels.KEY}
   * @throws IllegalArgumentException if there is none
   */
  static String expression(String column) {
    if (!isOfRecordings(column) && !OF_ROWS.contains(column)) {
      throw new IllegalArgumentException(
          "cannot group or filter a fleet's table by '%s'; choose one of %s, %s or labels.KEY"
              .formatted(column, String.join(", ", OF_ROWS), String.join(", ", OF_RECORDINGS)));
    }
    return column.startsWith(LABELS)
        ? "labels[" + quoted(column.substring(LABELS.length())) + "]"
        : column;
  }

  /** Whether a selection is of the same table, in whatever way its folder is named. */
  boolean isOfTableOf(TableSelection other) {
    return Path.of(table)
        .toAbsolutePath()
        .normalize()
        .equals(Path.of(other.table).toAbsolutePath().normalize());
  }

  /** Whether a selection chooses the same of the same table. */
  public boolean isSameAs(TableSelection other) {
    return isOfTableOf(other) && Set.copyOf(conditions).equals(Set.copyOf(other.conditions));
  }

  /**
   * The conditions as the end of those of a query.
   *
   * @param rows whether the query can choose rows; otherwise it is about whole recordings
   */
  String where(boolean rows) {
    return conditions.stream()
        .filter(condition -> rows || condition.ofRecordings())
        .map(condition -> " AND " + condition.sql())
        .collect(Collectors.joining());
  }
}

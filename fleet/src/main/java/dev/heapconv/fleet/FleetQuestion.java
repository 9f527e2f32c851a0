package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of tables, and its SQL. Queries are resources, the same for each engine, with
 * places in braces for what depends on the question.
 *
 * @param by columns that tell rows apart
 * @param view the column of numbers, such as {@code space}
 * @param cumulative whether a function's numbers include its callees
 * @param minDevices rows that fewer devices have are added up; 0 to add up none
 * @param salt with which names of devices are hashed; null to show them
 */
public record FleetQuestion(
    List<String> by, String view, boolean cumulative, int minDevices, @Nullable String salt) {

  /** Separates columns in the name of a row; no name contains it. */
  private static final String SEPARATOR = "\u001f";

  /** The section of recordings from too few devices. */
  private static final String OTHER = "\u001e";

  /**
   * @throws IllegalArgumentException if there is no such column; its message says so
   */
  public FleetQuestion {
    by = List.copyOf(by);
    by.forEach(TableSelection::expression);
    if (View.ALL.stream().noneMatch(known -> known.name().equals(view))) {
      throw new IllegalArgumentException(
          "fleets have no view '%s'; choose one of %s".formatted(view, View.ALL));
    }
    if (cumulative && !by.contains("function")) {
      throw new IllegalArgumentException("only functions have callees to include");
    }
  }

  boolean isOfBytes() {
    return view.endsWith("space");
  }

  /** The columns that tell recordings apart, not rows within them. */
  private List<String> sections() {
    return by.stream().filter(TableSelection::isOfRecordings).toList();
  }

  /** Whether each row is all of some recordings. */
  boolean isOfRecordings() {
    return sections().equals(by);
  }

  /** The values of the columns of {@link #by}. */
  List<String> names(SqlRow row) {
    String kind = row.text("kind");
    String section = row.text("shown");
    if (kind.equals("row")) {
      return List.of(row.text("name").split(SEPARATOR, -1));
    }
    List<String> ofSection = List.of(section.split(SEPARATOR, -1));
    List<String> names = new ArrayList<>();
    for (String column : by) {
      int place = sections().indexOf(column);
      names.add(place < 0 ? kind : section.equals(OTHER) ? "other" : ofSection.get(place));
    }
    return names;
  }

  /**
   * Asks a query.
   *
   * @param resources which make up its text, one after the other
   * @param places values for other places of the text, by their names
   * @param sides the selections, in the order in which the text names them
   */
  List<SqlRow> ask(
      SqlEngine engine, List<String> resources, Map<String, String> places, TableSelection... sides)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (String resource : resources) {
      try (InputStream in = FleetQuestion.class.getResourceAsStream(resource)) {
        byte[] bytes = Objects.requireNonNull(in, resource).readAllBytes();
        text.append(new String(bytes, StandardCharsets.UTF_8));
      }
    }
    String sql = text.toString().replace("{min_devices}", Integer.toString(minDevices));
    for (Map.Entry<String, String> place : places.entrySet()) {
      sql = sql.replace("{" + place.getKey() + "}", place.getValue());
    }
    for (int i = 0; i < sides.length; i++) {
      String side = i == 0 ? "a}" : "b}";
      sql =
          sql.replace("{recordings_" + side, recordings(sides[i]))
              .replace("{cells_" + side, cells(sides[i]));
    }
    return rows(engine, sql, sides[0]);
  }

  static List<SqlRow> rows(SqlEngine engine, String sql, TableSelection table)
      throws HeapConvException {
    try {
      return engine.rows(sql);
    } catch (IOException e) {
      throw HeapConvException.unreadable(table.table(), e);
    }
  }

  /** A recording of several packages is one of each: only its rows tell. */
  private String recordings(TableSelection selection) {
    String columns =
        "SELECT CAST(date AS STRING) AS day, recording, device, %s AS section FROM %s_"
            .formatted(concatenated(sections()), selection.side());
    String where = selection.where(false);
    return columns
        + "recordings WHERE status <> 'failed' AND (status = 'empty' OR %s IS NOT NULL)%s UNION "
            .formatted(view, where)
        + columns
        + "functions WHERE %s IS NOT NULL%s".formatted(view, where);
  }

  private String cells(TableSelection selection) {
    String numbers =
        "CAST(%1$s AS DOUBLE) AS self, CAST(%1$s_var AS DOUBLE) AS self_variance,"
            + " CAST(%1$s_model AS DOUBLE) AS self_model, "
            // Intervals of what callees hold are only known between devices.
            + (cumulative
                ? "CAST(%1$s_total AS DOUBLE) AS value, CAST(NULL AS DOUBLE) AS variance, 0 AS"
                    + " model"
                : "CAST(%1$s AS DOUBLE) AS value, CAST(%1$s_var AS DOUBLE) AS variance,"
                    + " CAST(%1$s_model AS DOUBLE) AS model");
    return "SELECT device, %s AS section, %s AS name, "
            .formatted(concatenated(sections()), concatenated(by))
        + numbers.formatted(view)
        + " FROM %s_functions WHERE %s IS NOT NULL%s"
            .formatted(selection.side(), view, selection.where(true));
  }

  private String concatenated(List<String> columns) {
    String values =
        columns.stream()
            .map(column -> ", coalesce(CAST(" + shown(column) + " AS STRING), '')")
            .collect(Collectors.joining());
    return values.isEmpty() ? "''" : "concat_ws(chr(31)" + values + ")";
  }

  private String shown(String column) {
    String expression = TableSelection.expression(column);
    return salt == null || !column.equals("device")
        ? expression
        : "substr(md5(concat(" + TableSelection.quoted(salt) + ", device)), 1, 16)";
  }

  /**
   * Adds a condition that a user wrote in SQL. One on columns of recordings says whose devices are
   * asked; one on what a recording contains only chooses rows of them.
   *
   * @throws HeapConvException if it is wrong, or both in one
   */
  public static TableSelection where(TableSelection selection, String sql, SqlEngine engine)
      throws IOException {
    String query = "SELECT 1 AS found FROM %s WHERE (%s) LIMIT 0";
    try {
      engine.rows(query.formatted("a_recordings", sql));
      return selection.and(sql, true);
    } catch (IOException ofRecordings) {
      try {
        String rows = "(SELECT process, heap, function, library FROM a_functions)";
        engine.rows(query.formatted(rows, sql));
        return selection.and(sql, false);
      } catch (IOException ofRows) {
        throw HeapConvException.input(
            ErrorId.FLEET_QUERY, selection.table(), sql, HeapConvException.reason(ofRecordings));
      }
    }
  }
}

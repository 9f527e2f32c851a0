package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What is asked of tables, and its SQL. Queries are resources, the same for each engine, with
 * places in braces for what depends on the question.
 *
 * @param by columns that tell rows apart
 * @param view the column of numbers, such as {@code space}
 * @param cumulative whether a function's numbers include its callees
 * @param minDevices rows that fewer devices have are added up; 0 to add up none
 */
public record FleetQuestion(List<String> by, String view, boolean cumulative, int minDevices) {

  private static final List<String> VIEWS =
      List.of("space", "objects", "alloc_space", "alloc_objects");

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
    if (!VIEWS.contains(view)) {
      throw new IllegalArgumentException(
          "fleets have no view '" + view + "'; choose one of " + String.join(", ", VIEWS));
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

  /**
   * The values of the columns of {@link #by}.
   *
   * @param kind {@code row}, or {@code other} or {@code total} of a section
   */
  List<String> names(String section, String kind, String name) {
    List<String> parts = List.of(name.split(SEPARATOR, -1));
    List<String> ofSection = List.of(section.split(SEPARATOR, -1));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < by.size(); i++) {
      int column = sections().indexOf(by.get(i));
      boolean hidden = column >= 0 && section.equals(OTHER);
      String ofKind = hidden ? "other" : column >= 0 ? ofSection.get(column) : kind;
      names.add(kind.equals("row") ? parts.get(i) : ofKind);
    }
    return names;
  }

  /**
   * Asks a query.
   *
   * @param text the names of resources, one after the other
   * @param sides the selections, in the order in which the text names them
   * @param paired whether a device may be in several of them
   */
  List<SqlRow> ask(SqlEngine engine, List<String> text, List<TableSelection> sides, boolean paired)
      throws IOException {
    String sql =
        text.stream()
            .map(FleetQuestion::resource)
            .collect(Collectors.joining())
            .replace("{min_devices}", Integer.toString(minDevices))
            .replace("{few_devices}", Integer.toString(FleetComparison.FEW_DEVICES));
    for (int i = 0; i < sides.size(); i++) {
      String place = i == 0 ? "a}" : "b}";
      String device = paired || i == 0 ? "device" : "concat('b ', device)";
      TableSelection selection = sides.get(i);
      sql =
          sql.replace("{recordings_" + place, recordings(selection, device))
              .replace("{cells_" + place, cells(selection, device));
    }
    return engine.rows(sql);
  }

  /** A recording of several packages is one of each: only its rows tell. */
  private String recordings(TableSelection selection, String device) {
    String columns =
        "SELECT CAST(date AS STRING) AS day, recording, %s AS device, %s AS section FROM %s_"
            .formatted(device, concatenated(sections()), selection.side());
    String where = selection.where(false);
    return columns
        + "recordings WHERE status <> 'failed' AND (status = 'empty' OR %s IS NOT NULL)%s UNION "
            .formatted(view, where)
        + columns
        + "functions WHERE %s IS NOT NULL%s".formatted(view, where);
  }

  private String cells(TableSelection selection, String device) {
    // Intervals of what callees hold are only known between devices.
    String shown =
        cumulative
            ? "CAST(%s_total AS DOUBLE) AS value, CAST(NULL AS DOUBLE) AS variance, 0 AS model"
            : "CAST(%1$s AS DOUBLE) AS value, CAST(%1$s_var AS DOUBLE) AS variance,"
                + " CAST(%1$s_model AS DOUBLE) AS model";
    String self =
        ", CAST(%1$s AS DOUBLE) AS self, CAST(%1$s_var AS DOUBLE) AS self_variance,"
            + " CAST(%1$s_model AS DOUBLE) AS self_model";
    return "SELECT %s AS device, %s AS section, %s AS name, "
            .formatted(device, concatenated(sections()), concatenated(by))
        + (shown + self).formatted(view)
        + " FROM %s_functions WHERE %s IS NOT NULL%s"
            .formatted(selection.side(), view, selection.where(true));
  }

  private static String concatenated(List<String> columns) {
    String values =
        columns.stream()
            .map(TableSelection::expression)
            .map(column -> ", coalesce(CAST(" + column + " AS STRING), '')")
            .collect(Collectors.joining());
    return values.isEmpty() ? "''" : "concat_ws(chr(31)" + values + ")";
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(FleetQuestion.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a condition that a user wrote in SQL. One on columns of recordings says whose devices are
   * asked; one on what a recording contains only chooses rows of them.
   *
   * @throws HeapConvException if it is wrong, or both in one
   */
  public static TableSelection where(TableSelection selection, String sql, SqlEngine engine)
      throws IOException {
    try {
      engine.rows("SELECT 1 AS found FROM a_recordings WHERE (" + sql + ") LIMIT 0");
      return selection.and(sql, true);
    } catch (IOException ofRecordings) {
      try {
        engine.rows(
            "SELECT 1 AS found FROM (SELECT process, heap, function, library FROM a_functions)"
                + " WHERE ("
                + sql
                + ") LIMIT 0");
      } catch (IOException ofRows) {
        throw HeapConvException.input(
            ErrorId.FLEET_QUERY, selection.table(), sql, ofRecordings.getMessage());
      }
      return selection.and(sql, false);
    }
  }
}

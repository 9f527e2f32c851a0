package dev.heapconv.fleet;

import static java.util.stream.Collectors.joining;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A question to tables, with its SQL. Queries are resources, the same for each engine, with places
 * in braces for what depends on the question.
 *
 * @param by columns that tell rows apart
 * @param view the column of numbers, such as {@code space}
 * @param cumulative whether a function's numbers include its callees
 * @param minDevices rows that fewer devices have are added up; 0 to add up none
 */
public record FleetQuestion(List<String> by, String view, boolean cumulative, int minDevices) {

  /** Separates columns in the name of a row, within which it is written otherwise. */
  private static final String SEPARATOR = "\u001f";

  /** Comments name places, and their values may have more than one line. */
  private static final Pattern COMMENT = Pattern.compile("(?m)^--.*");

  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

  /** What recordings as a whole only have if all their rows have the same. */
  private static final List<String> MANY_IN_A_RECORDING =
      List.of("package", "version_code", "sampling_interval");

  /** The section of recordings from too few devices. */
  private static final String OTHER = "\u001e";

  /** Begins what stands for itself (0) and the characters after it (1 and 2) within a column. */
  private static final char ESCAPE = '\u001d';

  private static final Pattern ESCAPED = Pattern.compile(ESCAPE + "([0-2])");

  /**
   * @throws IllegalArgumentException if a column does not exist; its message names the column
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

  /** Whether rows are days, which tell how the fleet develops. */
  boolean isOfDays() {
    return by.equals(List.of("date"));
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
      return columns(row.text("name"));
    }
    List<String> ofSection = columns(section);
    List<String> names = new ArrayList<>();
    for (String column : by) {
      int place = sections().indexOf(column);
      names.add(
          place < 0 || !row.has("shown")
              ? kind
              : section.equals(OTHER) ? "other" : ofSection.get(place));
    }
    return names;
  }

  /** What {@link #joined} joined. */
  private static List<String> columns(String name) {
    return Stream.of(name.split(SEPARATOR, -1))
        .map(text -> ESCAPED.matcher(text).replaceAll(FleetQuestion::unescaped))
        .toList();
  }

  private static String unescaped(MatchResult escaped) {
    return Character.toString(ESCAPE + Integer.parseInt(escaped.group(1)));
  }

  /** Text without characters that mean something in the name of a row, in SQL. */
  private static String escaped(String sql) {
    String escaped = sql;
    for (int i = 0; i <= 2; i++) {
      escaped =
          "replace(%s, chr(%d), concat(chr(%d), '%d'))"
              .formatted(escaped, ESCAPE + i, (int) ESCAPE, i);
    }
    return escaped;
  }

  /**
   * Asks a query.
   *
   * @param resource its text
   * @param places values for other places of the text, by their names
   * @param sides the selections, in the order in which the text names them
   */
  List<SqlRow> ask(
      SqlEngine engine, String resource, Map<String, String> places, TableSelection... sides)
      throws IOException {
    return rows(engine, sql(resource, places, sides), sides[0]);
  }

  /** Has the engine keep the answer to a query, named like its resource, for those that follow. */
  void keep(SqlEngine engine, String table, Map<String, String> places, TableSelection... sides)
      throws IOException {
    try {
      engine.keep(table, sql(table + ".sql", places, sides));
    } catch (IOException e) {
      throw HeapConvException.unreadable(sides[0].table(), e);
    }
  }

  private String sql(String resource, Map<String, String> places, TableSelection... sides)
      throws IOException {
    String text;
    try (InputStream in = FleetQuestion.class.getResourceAsStream(resource)) {
      byte[] bytes = Objects.requireNonNull(in, resource).readAllBytes();
      text = COMMENT.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceAll("");
    }
    Map<String, String> all = new HashMap<>(places);
    all.put("min_devices", Integer.toString(minDevices));
    all.put("keys", by.stream().map(this::key).collect(joining(", ")));
    all.put("name", joined(by, this::key));
    all.put("section", joined(sections(), this::key));
    for (int i = 0; i < sides.length; i++) {
      String side = i == 0 ? "a" : "b";
      all.put("recordings_" + side, recordings(sides[i]));
      all.put("cells_" + side, cells(sides[i]));
    }
    // In one pass: a value may contain what looks like a place.
    return PLACE
        .matcher(text)
        .replaceAll(
            place -> Matcher.quoteReplacement(Objects.requireNonNull(all.get(place.group(1)))));
  }

  static List<SqlRow> rows(SqlEngine engine, String sql, TableSelection table)
      throws HeapConvException {
    try {
      return engine.rows(sql);
    } catch (IOException e) {
      throw HeapConvException.unreadable(table.table(), e);
    }
  }

  /**
   * The recordings of a selection. Where a recording as a whole has none of a column, because its
   * rows differ in it, only these tell: it is one of each.
   */
  String recordings(TableSelection selection) {
    String section = joined(sections(), FleetQuestion::value);
    String columns =
        "SELECT CAST(date AS STRING) AS day, recording, device, %s AS section FROM %s_"
            .formatted(section, selection.side());
    String where = selection.where(false);
    String asked = (section + where).toLowerCase(Locale.ROOT);
    String unclear =
        MANY_IN_A_RECORDING.stream()
            .filter(asked::contains)
            .map(column -> column + " IS NULL")
            .collect(joining(" OR "));
    String ofRecordings = columns + "recordings WHERE %s IS NOT NULL%s".formatted(view, where);
    return unclear.isEmpty()
        ? ofRecordings
        : ofRecordings
            + " UNION "
            + columns
            + "functions WHERE %s IS NOT NULL AND recording IN (SELECT recording FROM %s_recordings WHERE %s)%s"
                .formatted(view, selection.side(), unclear, where);
  }

  private String cells(TableSelection selection) {
    String numbers =
        "CAST(%1$s AS DOUBLE) AS self, CAST(%1$s_var AS DOUBLE) AS self_variance,"
            + " CAST(%1$s_model_low AS DOUBLE) AS self_model_low,"
            + " CAST(%1$s_model_high AS DOUBLE) AS self_model_high, "
            // Intervals of what callees hold are only known between devices.
            + (cumulative
                ? "CAST(%1$s_total AS DOUBLE) AS value, CAST(NULL AS DOUBLE) AS variance, 0 AS"
                    + " model_low, 0 AS model_high"
                : "CAST(%1$s AS DOUBLE) AS value, CAST(%1$s_var AS DOUBLE) AS variance,"
                    + " CAST(%1$s_model_low AS DOUBLE) AS model_low,"
                    + " CAST(%1$s_model_high AS DOUBLE) AS model_high");
    StringBuilder columns = new StringBuilder();
    for (String column : by) {
      columns.append(", ").append(value(column)).append(" AS ").append(key(column));
    }
    // What was recorded tells whether the sizes of objects changed.
    String recorded =
        isOfBytes()
            ? ""
            : ", CAST(%1$ssamples AS DOUBLE) AS samples, CAST(%1$sspace AS DOUBLE) AS bytes"
                .formatted(view.startsWith("alloc_") ? "alloc_" : "");
    return "SELECT CAST(date AS STRING) AS day, recording, device%s, ".formatted(columns)
        + numbers.formatted(view)
        + recorded
        + " FROM %s_functions WHERE %s IS NOT NULL%s"
            .formatted(selection.side(), view, selection.where(true));
  }

  /**
   * Places for what recordings may have in common.
   *
   * @param columns of recordings
   */
  static Map<String, String> units(List<String> columns) {
    List<String> ids = IntStream.range(0, columns.size()).mapToObj(FleetQuestion::unit).toList();
    return Map.of(
        "columns",
        String.join(", ", ids),
        "shared",
        IntStream.range(0, columns.size())
            .mapToObj(i -> value(columns.get(i)) + " AS " + unit(i))
            .collect(joining(", ")),
        "ranks",
        ids.stream()
            .map("CAST(dense_rank() OVER (ORDER BY %1$s) AS INT) - 1 AS %1$s"::formatted)
            .collect(joining(", ")));
  }

  /** What a query calls something that recordings may have in common. */
  static String unit(int place) {
    return "unit_" + place;
  }

  /** The keys of labels that recordings of a table have. */
  static Set<String> labels(SqlEngine engine, TableSelection selection) throws IOException {
    String sql =
        "SELECT DISTINCT CAST(map_keys(labels) AS STRING) AS keys FROM %s_recordings WHERE labels"
            + " IS NOT NULL";
    Set<String> labels = new TreeSet<>();
    for (SqlRow row : rows(engine, sql.formatted(selection.side()), selection)) {
      labels.addAll(List.of(row.text("keys").replaceAll("^\\[|]$", "").split(", ")));
    }
    labels.remove("");
    return labels;
  }

  /** A number in SQL, of any size: text of Java may have an exponent, or none. */
  static String number(double number) {
    return "CAST('" + number + "' AS DOUBLE)";
  }

  /** What a column of {@link #by} is called within a query. */
  private String key(String column) {
    return "name_" + by.indexOf(column);
  }

  /** Some columns as one text. */
  private static String joined(List<String> columns, UnaryOperator<String> sql) {
    return columns.isEmpty()
        ? "''"
        : columns.stream()
            .map(column -> escaped(sql.apply(column)))
            .collect(joining(", ", "concat_ws(chr(31), ", ")"));
  }

  /** A column as text, empty for none. */
  private static String value(String column) {
    return "coalesce(CAST(" + TableSelection.expression(column) + " AS STRING), '')";
  }
}

package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.cli.PlantedFleet.PlantedRow;
import dev.heapconv.cli.PlantedFleet.PlantedTrace;
import dev.heapconv.testing.Effort;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A table of many traces, which was begun by one that is killed, holds what the traces were made
 * from, and what each says alone; and answers to questions are what follows from that.
 */
@Tag("slow")
@Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetTruthTest extends BatchFixture {

  private static final int TRACES =
      Integer.getInteger("heapconv.truth.traces", Effort.of(300, 2000));

  /** Rows of fewer devices are added up. So many are tested by t alone. */
  private static final int MIN_DEVICES = 20;

  /** What rounding to 11 binary digits may change a count by, as a part of it. */
  private static final double COUNT = 1.0 / (1 << 11);

  private static final double BYTES = 1e-9;

  private List<PlantedTrace> traces;
  private Connection sql;

  @Test
  void tablesAndAnswersAreWhatWasPlanted() throws Exception {
    traces = PlantedFleet.write(in(), TRACES);
    writeTable();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      sql = connection;
      for (String part : List.of("functions", "recordings", "errors")) {
        execute(
            "CREATE VIEW %s AS FROM read_parquet('%s/%1$s/*/*.parquet', hive_partitioning = true)"
                .formatted(part, table().toString()));
      }
      appendTruth();
      inputsAreRecordings();
      sumsAreThoseThatWerePlanted();
      sumsAreThoseOfSingleConversions();
    }
    answersFollowFromWhatWasPlanted("", trace -> true);
    answersFollowFromWhatWasPlanted(
        "?version_code=1203&date=2026-11-21",
        trace -> isOf(trace, PlantedFleet.OLD) && trace.day().equals("2026-11-21"));
    comparisonsFollowFromWhatWasPlanted();
  }

  /** Traces without a heap profile are of no version. */
  private static boolean isOf(PlantedTrace trace, long version) {
    return trace.status().equals("ok") && trace.version() == version;
  }

  private void writeTable() throws Exception {
    List<String> words =
        new ArrayList<>(List.of("fleet", "add", table().toString(), in().toString()));
    words.addAll(List.of("--date", "\\d{4}-\\d\\d-\\d\\d", "--device", "device-(\\d+)"));
    Process killed =
        startProgram(Redirect.to(folder.resolve("process.log").toFile()), List.of(), words);
    assertThat(killed.waitFor(3, TimeUnit.SECONDS)).isFalse();
    killed.destroyForcibly().waitFor();
    assertThat(CommandRun.of(words.toArray(String[]::new)).status())
        .isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
  }

  private void execute(String statement) throws SQLException {
    try (Statement each = sql.createStatement()) {
      each.execute(statement);
    }
  }

  private List<List<String>> rows(String query) throws SQLException {
    try (Statement statement = sql.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<List<String>> rows = new ArrayList<>();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(found.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private void appendTruth() throws SQLException {
    execute("CREATE TABLE inputs (recording VARCHAR, device VARCHAR, date DATE, status VARCHAR)");
    execute(
        "CREATE TABLE planted (recording VARCHAR, sampling_interval BIGINT, process VARCHAR, heap"
            + " VARCHAR, function VARCHAR, objects DOUBLE, alloc_objects DOUBLE, space DOUBLE,"
            + " alloc_space DOUBLE)");
    DuckDBConnection connection = (DuckDBConnection) sql;
    try (DuckDBAppender inputs = connection.createAppender("main", "inputs");
        DuckDBAppender planted = connection.createAppender("main", "planted")) {
      for (PlantedTrace trace : traces) {
        inputs.beginRow();
        inputs.append(trace.path());
        inputs.append(trace.device());
        inputs.append(LocalDate.parse(trace.day()));
        inputs.append(trace.status());
        inputs.endRow();
        for (PlantedRow row : trace.rows()) {
          planted.beginRow();
          planted.append(trace.path());
          planted.append(trace.interval());
          planted.append(row.process());
          planted.append(row.heap());
          planted.append(row.function());
          for (long sum : row.sums()) {
            planted.append((double) sum);
          }
          planted.endRow();
        }
      }
    }
  }

  private void inputsAreRecordings() throws SQLException {
    String columns = "SELECT recording, device, date, status FROM ";
    String recordings = columns + "recordings";
    assertThat(rows(recordings + " EXCEPT " + columns + "inputs")).isEmpty();
    assertThat(rows(columns + "inputs EXCEPT " + recordings)).isEmpty();
    assertThat(rows(recordings)).hasSize(traces.size());
    assertThat(traces).hasSizeBetween(TRACES * 9 / 10, TRACES - 1);
    String failed = " FROM inputs WHERE status = 'failed' ORDER BY recording";
    assertThat(rows("SELECT recording, device FROM errors ORDER BY recording"))
        .hasSizeGreaterThan(TRACES / 40)
        .isEqualTo(rows("SELECT recording, device" + failed));
  }

  /**
   * Rows in which two tables differ.
   *
   * @param keys columns that tell rows apart
   * @param absolute how much each number may differ in any case
   */
  private List<List<String>> different(
      String keys, String from, String expected, List<String> views, double part, double absolute)
      throws SQLException {
    String sums = "";
    String differences = "false";
    for (String view : views) {
      sums += ", sum(%s) AS %1$s".formatted(view);
      differences +=
          " OR abs(coalesce(x.%1$s, 0) - coalesce(y.%1$s, 0)) > %2$s * coalesce(y.%1$s, 0) + %3$s"
              .formatted(view, part, absolute);
    }
    String of = "(SELECT " + keys + sums + " FROM %s GROUP BY ALL)";
    return rows(
        "SELECT * FROM "
            + of.formatted(from)
            + " x FULL JOIN "
            + of.formatted(expected)
            + " y USING ("
            + keys
            + ") WHERE "
            + differences
            + " LIMIT 10");
  }

  private void sumsAreThoseThatWerePlanted() throws SQLException {
    List<String> bytes = List.of("space", "alloc_space");
    String keys = "recording, sampling_interval, process, heap, function";
    assertThat(different(keys, "functions", "planted", bytes, BYTES, 0)).isEmpty();
    assertThat(different("recording", "recordings", "planted", bytes, BYTES, 0)).isEmpty();
    assertThat(different("function", "functions", "planted", bytes, BYTES, 0)).isEmpty();
    // At an interval of 1, counts are no estimates.
    String all = "(FROM %s WHERE sampling_interval = 1)";
    List<String> counts = List.of("objects", "alloc_objects");
    assertThat(rows(all.formatted("planted"))).isNotEmpty();
    assertThat(
            different(keys, all.formatted("functions"), all.formatted("planted"), counts, COUNT, 0))
        .isEmpty();
  }

  private void sumsAreThoseOfSingleConversions() throws SQLException {
    List<String> views = List.of("space", "alloc_space", "objects", "alloc_objects");
    execute(
        "CREATE TABLE single (recording VARCHAR, function VARCHAR, space DOUBLE, alloc_space"
            + " DOUBLE, objects DOUBLE, alloc_objects DOUBLE)");
    try (DuckDBAppender single = ((DuckDBConnection) sql).createAppender("main", "single")) {
      for (PlantedTrace trace : traces) {
        CommandRun top = CommandRun.of(trace.path(), "-q", "-f", "csv");
        assertThat(top.status() == ExitStatus.OK).isEqualTo(trace.status().equals("ok"));
        for (Map<String, String> row : table(top)) {
          single.beginRow();
          single.append(trace.path());
          single.append(row.get("function"));
          for (String view : views) {
            single.append(Double.parseDouble(row.get(view)));
          }
          single.endRow();
        }
      }
    }
    String keys = "recording, function";
    assertThat(different(keys, "functions", "single", views.subList(0, 2), BYTES, 0)).isEmpty();
    // What is printed is a whole number.
    assertThat(different(keys, "functions", "single", views.subList(2, 4), COUNT, 0.5)).isEmpty();
  }

  /** A table in CSV, row by row. */
  private static List<Map<String, String>> table(CommandRun run) {
    List<Map<String, String>> rows = new ArrayList<>();
    List<String> lines = run.out().lines().toList();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      String[] columns = lines.get(0).split(",", -1);
      String[] cells = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < columns.length; i++) {
        row.put(columns[i], cells[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static void assertFigures(Map<String, String> row, Map<String, Double> expected) {
    expected.forEach(
        (column, value) ->
            assertThat(Double.parseDouble(row.get(column)))
                .as(column + " of " + row)
                .isCloseTo(value, within(BYTES * Math.abs(value) + rounding(column, value))));
  }

  /**
   * Programs get whole bytes, ends of intervals rounded outwards, and six digits of probabilities.
   */
  private static double rounding(String column, double value) {
    return switch (column) {
      case "n", "k", "changed" -> 1e-9;
      case "p", "q" -> 1e-5 * value + 1e-12;
      default -> 1;
    };
  }

  private void answersFollowFromWhatWasPlanted(
      String selection, Predicate<PlantedTrace> condition) {
    PlantedDevices devices = new PlantedDevices(traces, condition);
    List<Map<String, String>> rows =
        table(CommandRun.of("fleet", table().toString() + selection, "-q", "-f", "csv"));
    assertThat(rows).hasSizeGreaterThan(40).first().extracting("function").isEqualTo("total");
    assertFigures(rows.get(0), devices.figures(devices.functions()));
    for (Map<String, String> row : rows.subList(1, rows.size())) {
      assertFigures(row, devices.figures(Set.of(row.get("function"))));
    }
    assertThat(rows.subList(1, rows.size()))
        .extracting(row -> row.get("function"))
        .containsExactlyInAnyOrderElementsOf(
            devices.functions().stream().filter(f -> devices.sum(Set.of(f)) > 0).toList());
  }

  private void comparisonsFollowFromWhatWasPlanted() {
    PlantedDevices before = sampled(PlantedFleet.OLD);
    PlantedDevices after = sampled(PlantedFleet.NEW);
    CommandRun run =
        CommandRun.of(
            "diff",
            table().toString() + "?sampling_interval=4096&version_code=1203",
            table().toString() + "?sampling_interval=4096&version_code=1204",
            "--min-devices",
            Integer.toString(MIN_DEVICES),
            "-f",
            "csv");
    assertThat(run.status()).as(run.err()).isZero();
    Map<Boolean, Set<String>> functions = before.byDevices(after, MIN_DEVICES);
    Map<String, Set<String>> expected = new HashMap<>();
    functions.get(true).forEach(function -> expected.put(function, Set.of(function)));
    expected.put("other", functions.get(false));
    expected.put("total", before.functions(after));
    List<Map<String, String>> rows = table(run);
    assertThat(rows)
        .extracting(row -> row.get("function"))
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    Map<String, Double> chances = new HashMap<>();
    for (Map<String, String> row : rows) {
      Map<String, Double> changes =
          new HashMap<>(before.changes(after, expected.get(row.get("function"))));
      double p = Double.parseDouble(row.get("p"));
      // Draws decide about those that are less likely.
      changes.computeIfPresent("p", (column, byT) -> byT > 0.05 ? byT : p);
      assertFigures(row, changes);
      chances.put(row.get("function"), p);
    }
    for (Map<String, String> row : rows) {
      double q = adjusted(chances.get(row.get("function")), chances.values());
      assertFigures(row, Map.of("q", q));
      assertThat(row.get("changed")).isEqualTo(Boolean.toString(q <= 0.01));
      if (row.get("function").equals(PlantedFleet.GROWN)) {
        assertThat(row.get("changed")).isEqualTo("true");
      }
    }
  }

  private PlantedDevices sampled(long version) {
    return new PlantedDevices(traces, trace -> isOf(trace, version) && trace.interval() == 4096);
  }

  /** Benjamini and Hochberg's. */
  private static double adjusted(double p, Collection<Double> all) {
    double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double least = 1;
    for (int i = sorted.length - 1; i >= 0 && sorted[i] >= p; i--) {
      least = Math.min(least, sorted[i] * sorted.length / (i + 1));
    }
    return least;
  }
}

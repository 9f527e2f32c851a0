package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetComparison;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DuckDB and Spark SQL answer the same questions to the same table, equal to rounding. */
@Tag("slow")
class FleetQuestionsTest {

  @TempDir private static Path folder;

  private static DuckDbTables duckDb;
  private static SparkTables spark;

  @BeforeAll
  static void open() throws Exception {
    Path table = folder.resolve("table");
    Files.createDirectories(table);
    try (InputStream in = Effort.class.getResourceAsStream("fleet-table.sql");
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      String script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      statement.execute(script.replace("{table}", table.toString()));
    }
    duckDb = new DuckDbTables(folder);
    spark = new SparkTables(TestSession.spark());
    for (String side : List.of("a", "b")) {
      duckDb.open(side, table);
      spark.open(side, table.toString());
    }
  }

  @AfterAll
  static void close() throws IOException {
    duckDb.close();
  }

  private static void assertEqual(FleetAnswer spark, FleetAnswer duckDb) {
    assertThat(spark.findings().notes()).isEqualTo(duckDb.findings().notes());
    assertThat(spark.rows()).hasSameSizeAs(duckDb.rows()).hasSizeGreaterThan(1);
    for (int row = 0; row < spark.rows().size(); row++) {
      Map<String, ?> found = spark.rows().get(row).values();
      duckDb
          .rows()
          .get(row)
          .values()
          .forEach(
              (column, expected) -> {
                if (expected instanceof Double value) {
                  assertThat((Double) found.get(column))
                      .as(found.get("name") + " " + column)
                      .isCloseTo(value, offset(1e-9 * Math.abs(value)));
                } else {
                  assertThat(found.get(column)).as(column).isEqualTo(expected);
                }
              });
    }
  }

  @Test
  void devicesHoldTheSame() throws IOException {
    for (String by : Effort.of(2, List.of("package,function", "labels.cohort", "date"))) {
      FleetQuestion question =
          new FleetQuestion(List.of(by.split(",")), "space", by.endsWith("function"), 8);
      TableSelection table =
          TableSelection.parse("t?version_code>=1201&date<=2026-11-30&build=build 1", "a");
      assertEqual(
          FleetFigures.of(spark, question, table, 0.95, null),
          FleetFigures.of(duckDb, question, table, 0.95, null));
    }
  }

  @Test
  void changesAreTheSame() throws IOException {
    FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 10);
    assertEqual(compare(spark, question).answer(), compare(duckDb, question).answer());
  }

  private static FleetComparison compare(SqlEngine engine, FleetQuestion question)
      throws IOException {
    TableSelection before = TableSelection.parse("t?version_code=1201", "a");
    TableSelection after = TableSelection.parse("t?version_code=1202", "b");
    return FleetComparison.of(engine, question, before, after, 0.05, 0.95);
  }
}

package dev.heapconv.spark;

import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.SqlRow;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Tables of fleets, read by Spark SQL. */
final class SparkTables implements SqlEngine {

  private static final Pattern VIEWS = Pattern.compile("(?s)```sql\\n-- Spark SQL\\n(.*?)```");

  private final SparkSession spark;

  SparkTables(SparkSession spark) {
    this.spark = spark;
  }

  /**
   * Opens a table.
   *
   * @param side {@code a} or {@code b}
   */
  void open(String side, String table) {
    openDocumented(spark, table);
    for (String part : List.of("recordings", "functions")) {
      spark.table(part).createOrReplaceTempView(side + "_" + part);
    }
  }

  /** Makes the views of docs/table.md. */
  private static void openDocumented(SparkSession spark, String table) {
    Matcher views =
        VIEWS.matcher(
            new String(
                TestData.bytes(TestData.root().resolve("docs/table.md")), StandardCharsets.UTF_8));
    if (!views.find()) {
      throw new AssertionError("docs/table.md has no views for Spark SQL");
    }
    for (String view : views.group(1).split(";\\s*")) {
      String sql =
          view.replace("CREATE ", "CREATE OR REPLACE ").replace("`fleet/", "`" + table + "/");
      if (!sql.contains("errors") || Files.exists(Path.of(table, "errors"))) {
        spark.sql(sql);
      }
    }
  }

  /** What a table says that does not depend on when it was written, row by row. */
  static List<String> rowsOf(String table) {
    // Tests run at once, and views are those of a session.
    SparkSession spark = TestSession.spark().newSession();
    openDocumented(spark, table);
    List<String> rows = new ArrayList<>();
    for (String part : List.of("functions", "recordings", "errors")) {
      if (Files.exists(Path.of(table, part))) {
        spark
            .table(part)
            .drop("file_id", "written", "labels")
            .toJSON()
            .collectAsList()
            .forEach(rows::add);
        if (!part.equals("errors")) {
          spark
              .table(part)
              .selectExpr("recording", "to_json(labels)")
              .distinct()
              .toJSON()
              .collectAsList()
              .forEach(rows::add);
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  @Override
  public List<SqlRow> rows(String sql) throws IOException {
    List<SqlRow> rows = new ArrayList<>();
    try {
      for (Row row : spark.sql(sql).collectAsList()) {
        Map<String, @Nullable Object> values = new HashMap<>();
        String[] columns = row.schema().fieldNames();
        for (int i = 0; i < columns.length; i++) {
          values.put(columns[i], row.get(i));
        }
        rows.add(new SqlRow(values));
      }
    } catch (Exception e) {
      // AnalysisException is checked, but no signature of Scala says so.
      if (e instanceof AnalysisException wrong) {
        throw new IOException(wrong.getSimpleMessage().lines().findFirst().orElse(""), wrong);
      }
      throw e;
    }
    return rows;
  }

  @Override
  public void scan(String sql, Consumer<double[]> action) {
    for (Row row : spark.sql(sql).collectAsList()) {
      double[] values = new double[row.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = row.isNullAt(i) ? 0 : ((Number) row.get(i)).doubleValue();
      }
      action.accept(values);
    }
  }

  @Override
  public void keep(String table, String sql) {
    // Without its plan: a query over several views whose plans have CTEs cannot be optimized.
    spark.sql(sql).localCheckpoint().createOrReplaceTempView(table);
  }
}

package dev.heapconv.spark;

import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.SqlRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Tables of fleets, read by Spark SQL. */
final class SparkTables implements SqlEngine {

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
    for (String part : List.of("recordings", "functions")) {
      spark
          .read()
          .option("mergeSchema", true)
          .parquet(table + "/" + part)
          .createOrReplaceTempView(side + "_" + part);
    }
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

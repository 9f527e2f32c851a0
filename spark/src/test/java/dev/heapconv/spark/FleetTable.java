package dev.heapconv.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads tables back, as any program that knows Parquet does. */
final class FleetTable {

  static final List<String> ALL = List.of("profiles", "stacks", "errors", "inputs", "totals");

  /** What differs from run to run. */
  private static final List<String> PASSING = List.of("chunk", "seconds");

  private FleetTable() {}

  /** The rows of a table, each with the names of its columns, in an order of their own. */
  static List<String> rows(Path folder, String table) throws IOException {
    try (SparkSession spark = spark()) {
      return rows(spark, folder, table);
    }
  }

  /** The content of all tables. */
  static TreeMap<String, List<String>> content(Path folder) throws IOException {
    TreeMap<String, List<String>> content = new TreeMap<>();
    try (SparkSession spark = spark()) {
      for (String table : ALL) {
        content.put(table, rows(spark, folder, table));
      }
    }
    return content;
  }

  /** The result of a query over the tables as views of their names. */
  static List<Row> query(Path folder, String sql) throws IOException {
    try (SparkSession spark = spark()) {
      for (String table : ALL) {
        spark.read().parquet(folder.resolve(table).toString()).createOrReplaceTempView(table);
      }
      return spark.sql(sql).collectAsList();
    }
  }

  private static List<String> rows(SparkSession spark, Path folder, String table) {
    Dataset<Row> rows = spark.read().parquet(folder.resolve(table).toString());
    String[] columns =
        Arrays.stream(rows.columns())
            .filter(column -> !PASSING.contains(column))
            .toArray(String[]::new);
    return rows.selectExpr(columns).toJSON().collectAsList().stream().sorted().toList();
  }

  private static SparkSession spark() {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", false)
        .config("spark.log.level", "WARN")
        .config("spark.sql.shuffle.partitions", 1)
        .getOrCreate();
  }
}

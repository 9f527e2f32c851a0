package dev.heapconv.spark;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads tables back, as any program that knows Parquet does. */
final class FleetTable {

  private static final List<String> ALL =
      List.of("profiles", "stacks", "errors", "inputs", "totals");

  /** What differs from run to run. */
  private static final List<String> PASSING = List.of("chunk", "seconds");

  private FleetTable() {}

  /**
   * The content of all tables: rows, each with the names of its columns, in an order of their own.
   */
  static TreeMap<String, List<String>> content(Path folder) {
    TreeMap<String, List<String>> content = new TreeMap<>();
    for (String table : ALL) {
      content.put(table, rows(folder, table));
    }
    return content;
  }

  /** The result of a query over the tables as views of their names. */
  static List<Row> query(Path folder, String sql) {
    for (String table : ALL) {
      read(folder, table).createOrReplaceTempView(table);
    }
    return TestSession.SPARK.sql(sql).collectAsList();
  }

  private static List<String> rows(Path folder, String table) {
    Dataset<Row> rows = read(folder, table);
    String[] columns =
        Arrays.stream(rows.columns())
            .filter(column -> !PASSING.contains(column))
            .toArray(String[]::new);
    return rows.selectExpr(columns).toJSON().collectAsList().stream().sorted().toList();
  }

  private static Dataset<Row> read(Path folder, String table) {
    return TestSession.SPARK.read().parquet(folder.resolve(table).toString());
  }
}

package dev.heapconv.spark;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads a table back. */
final class DumpTable {

  private DumpTable() {}

  /** Its rows in the order of inputs, processes, heaps and dumps. */
  static List<Row> rows(Path table) throws IOException {
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", false)
            .config("spark.log.level", "WARN")
            .config("spark.sql.datetime.java8API.enabled", true)
            .getOrCreate()) {
      return spark
          .read()
          .parquet(table.toString())
          .orderBy(col("input"), col("pid"), col("process"), col("heap"), col("dump"))
          .collectAsList();
    }
  }
}

package dev.heapconv.spark;

import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.DayCheck;
import dev.heapconv.fleet.DayFiles;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetFolder;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SqlRow;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** Looks after the recordings that a table has when others take the place of its days. */
record OldRecordings(JavaSparkContext context, FleetFolder table, HadoopFiles files) {

  /**
   * A file of a day that has recordings to keep.
   *
   * @param file relative to the table, as all names here
   * @param fresh files of the recordings that take the place of others
   * @param kept file to write
   */
  private record OldFile(FleetTable table, String file, List<String> fresh, String kept)
      implements Serializable {}

  /**
   * Checks that a table has each recording once and loses none; or writes what it would lose beside
   * what takes its place.
   *
   * @param name of the table in messages
   */
  void keep(Set<String> days, String name, boolean adds) throws IOException {
    List<String> had = table.recordings(days);
    if (had.isEmpty() || days.isEmpty()) {
      return;
    }
    SparkSession spark = SparkSession.builder().sparkContext(context.sc()).getOrCreate();
    createView(spark, "had", had);
    List<String> fresh = table.newRecordings(days);
    createView(spark, "fresh", fresh);
    Set<String> others = DayCheck.of(sql -> rows(spark, sql), name, adds);
    List<OldFile> work = new ArrayList<>();
    for (String day : others) {
      for (FleetTable each : FleetTable.values()) {
        for (String file : table.oldFiles(each, day)) {
          String kept = table.newDay(each, day) + "/kept-%05d.parquet".formatted(work.size());
          work.add(new OldFile(each, file, fresh, kept));
        }
      }
    }
    SerializableConfiguration hadoop = new SerializableConfiguration(context.hadoopConfiguration());
    String root = files.table().toString();
    context.parallelize(work, Math.max(1, work.size())).foreach(file -> keep(file, root, hadoop));
  }

  private void createView(SparkSession spark, String view, List<String> names) {
    spark
        .read()
        .parquet(names.stream().map(name -> files.path(name).toString()).toArray(String[]::new))
        .selectExpr(
            "recording",
            "sha256",
            "regexp_extract(input_file_name(), 'date=([0-9-]*)[^=]*$', 1) AS date")
        .createOrReplaceTempView(view);
  }

  private static List<SqlRow> rows(SparkSession spark, String sql) {
    List<SqlRow> rows = new ArrayList<>();
    Dataset<Row> answer = spark.sql(sql);
    for (Row row : answer.collectAsList()) {
      Map<String, @Nullable Object> values = new HashMap<>();
      for (String column : answer.columns()) {
        values.put(column, row.getAs(column));
      }
      rows.add(new SqlRow(values));
    }
    return rows;
  }

  /** A task: writes what an old file has of others. Attempts replace what earlier ones wrote. */
  private static void keep(OldFile old, String root, SerializableConfiguration hadoop)
      throws IOException {
    HadoopFiles files = HadoopFiles.of(root, hadoop.value());
    java.nio.file.Path local =
        Files.createTempDirectory(java.nio.file.Path.of(SparkFiles.getRootDirectory()), "kept");
    try (DuckDbTables database = DuckDbTables.onOneThread(local)) {
      java.nio.file.Path from = copy(files, old.file(), local);
      List<java.nio.file.Path> fresh = new ArrayList<>();
      for (String file : old.fresh()) {
        java.nio.file.Path folder = Files.createDirectory(local.resolve("" + fresh.size()));
        fresh.add(copy(files, file, folder));
      }
      java.nio.file.Path kept = local.resolve("kept.parquet");
      if (DayFiles.keep(database, old.table(), List.of(from), fresh, kept, JobCommand.tool())) {
        files
            .files()
            .copyFromLocalFile(false, true, new Path(kept.toUri()), files.path(old.kept()));
      }
    } finally {
      FileUtil.fullyDelete(local.toFile());
    }
  }

  private static java.nio.file.Path copy(HadoopFiles files, String name, java.nio.file.Path to)
      throws IOException {
    java.nio.file.Path copy = to.resolve(new Path(name).getName());
    files.files().copyToLocalFile(false, files.path(name), new Path(copy.toUri()), true);
    return copy;
  }
}

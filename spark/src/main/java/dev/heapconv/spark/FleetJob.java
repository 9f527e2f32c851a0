package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.BatchTally;
import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SqlRow;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.LearnedSizes;
import dev.heapconv.transform.SizesReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** Writes the table of a fleet: the days of its inputs, each as a whole. */
public final class FleetJob {

  /** So many inputs make files that are not too small, and tasks that are soon repeated. */
  private static final int INPUTS_OF_TASK = 2000;

  /** Tasks of one core, as some take longer than others. */
  private static final int TASKS_OF_CORE = 3;

  private static final String DATE = "date";
  private static final String SIZES = "sizes";

  private final SparkSession spark;
  private final JobCommand job;
  private final Configuration hadoop;

  /** What the job sets unless {@code spark-submit} does. */
  static SparkConf settings() {
    // Hundreds of lines of Spark's own would hide ours; --conf spark.log.level=INFO shows them.
    return new SparkConf().setIfMissing("spark.log.level", "WARN");
  }

  private FleetJob(SparkSession spark, JobCommand job) {
    this.spark = spark;
    this.job = job;
    this.hadoop = spark.sparkContext().hadoopConfiguration();
  }

  public static void main(String... arguments) {
    System.exit(JobCommand.run(FleetJob::run, arguments));
  }

  static BatchResult run(JobCommand job, String[] arguments) throws IOException {
    SparkSession spark =
        SparkSession.builder().appName("heapconv").config(settings()).getOrCreate();
    FleetJob run = new FleetJob(spark, job);
    String table = run.qualified(job.table());
    try (TableLock lock = TableLock.take(new Path(table), run.hadoop);
        TaskProgress progress = TaskProgress.show(spark.sparkContext(), job)) {
      return run.write(table, arguments);
    }
  }

  private String qualified(String folder) throws IOException {
    Path path = new Path(folder);
    return path.getFileSystem(hadoop).makeQualified(path).toString();
  }

  private BatchResult write(String table, String[] arguments) throws IOException {
    HadoopListing listing = new HadoopListing(hadoop);
    for (String input : job.inputs()) {
      listing.add(input);
    }
    for (String list : job.lists()) {
      listing.addList(list);
    }
    List<HadoopInput> inputs = listing.inputs();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    int least = TASKS_OF_CORE * context.defaultParallelism();
    int tasks =
        Math.max(1, Math.min(inputs.size(), Math.max(least, inputs.size() / INPUTS_OF_TASK)));
    Dataset<Row> rows =
        spark
            .createDataFrame(
                context
                    .parallelize(inputs, tasks)
                    .mapPartitions(
                        new RowConversion(
                            arguments,
                            labels(),
                            new SerializableConfiguration(hadoop),
                            job.sizesFile() != null)),
                schema())
            .persist(StorageLevel.DISK_ONLY());
    try {
      for (FleetTable each : FleetTable.values()) {
        write(rows, each, table);
      }
      deleteOld(rows, table);
      if (job.sizesFile() != null) {
        writeSizes(rows, job.sizesFile());
      }
      return result(rows);
    } finally {
      rows.unpersist();
    }
  }

  private FleetLabels labels() throws IOException {
    String file = job.labels();
    if (file == null) {
      return FleetLabels.NONE;
    }
    Dataset<Row> csv = spark.read().option("header", true).csv(file);
    List<SqlRow> lines = new ArrayList<>();
    for (Row row : csv.collectAsList()) {
      Map<String, @Nullable Object> values = new HashMap<>();
      for (String column : csv.columns()) {
        values.put(column, row.getAs(column));
      }
      lines.add(new SqlRow(values));
    }
    return FleetLabels.of(List.of(csv.columns()), lines, file);
  }

  private static StructType schema() {
    StructType schema = new StructType().add(DATE, DataTypes.DateType);
    for (FleetTable table : FleetTable.values()) {
      schema = schema.add(table.folder(), schema(table));
    }
    return schema.add(SIZES, DataTypes.BinaryType);
  }

  private static StructType schema(FleetTable table) {
    // Spark has no other place for what a file says of itself.
    Metadata metadata =
        new MetadataBuilder()
            .putLong(FleetTable.SCHEMA_KEY, FleetTable.SCHEMA)
            .putString(FleetTable.VERSION_KEY, JobCommand.tool())
            .build();
    StructType schema = new StructType();
    for (FleetTable.Column column : table.columns()) {
      schema = schema.add(column.name(), type(column.type()), true, metadata);
    }
    return schema;
  }

  private static DataType type(FleetTable.Type type) {
    return switch (type) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.LongType;
      case NUMBER -> DataTypes.DoubleType;
      case ROUNDED -> DataTypes.FloatType;
      case TIME -> DataTypes.TimestampNTZType;
      case LABELS -> DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType);
    };
  }

  private static void write(Dataset<Row> rows, FleetTable table, String folder) {
    String name = table.folder();
    Column first = functions.col(table == FleetTable.FUNCTIONS ? "function" : "recording");
    rows.where(functions.col(name).isNotNull())
        .select(functions.col(DATE), functions.col(name + ".*"))
        .sortWithinPartitions(functions.col(DATE), first)
        .write()
        .mode(SaveMode.Overwrite)
        .option("partitionOverwriteMode", "dynamic")
        .option("compression", "zstd")
        .partitionBy(DATE)
        .parquet(folder + "/" + name);
  }

  /** Deletes what a day had, where it has rows of recordings but none of a table. */
  private void deleteOld(Dataset<Row> rows, String folder) throws IOException {
    List<Row> days =
        rows.where(functions.col(DATE).isNotNull())
            .groupBy(functions.col(DATE).cast("string"))
            .agg(
                functions.count(FleetTable.FUNCTIONS.folder()),
                functions.count(FleetTable.RECORDINGS.folder()),
                functions.count(FleetTable.ERRORS.folder()))
            .collectAsList();
    for (Row day : days) {
      for (FleetTable table : FleetTable.values()) {
        if (day.getLong(1 + table.ordinal()) == 0) {
          Path old = new Path(folder + "/" + table.folder() + "/" + DATE + "=" + day.getString(0));
          old.getFileSystem(hadoop).delete(old, true);
        }
      }
    }
  }

  private void writeSizes(Dataset<Row> rows, String file) throws IOException {
    LearnedSizes all = new LearnedSizes();
    Formats formats = Formats.STANDARD.withReader(new SizesReader(all::add));
    Iterator<Row> learned =
        rows.where(functions.col(SIZES).isNotNull()).select(SIZES).toLocalIterator();
    while (learned.hasNext()) {
      InputSource sizes =
          InputSource.stream(SIZES, new ByteArrayInputStream(learned.next().getAs(0)));
      HeapConv.read(sizes, ReadOptions.DEFAULT, formats);
    }
    Path path = new Path(file);
    try (OutputStream plain = path.getFileSystem(hadoop).create(path);
        OutputStream out = file.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      all.write(out);
    } catch (IOException e) {
      throw HeapConvException.output(ErrorId.CANNOT_WRITE, file, HeapConvException.reason(e))
          .causedBy(e);
    }
  }

  private static BatchResult result(Dataset<Row> rows) {
    BatchTally tally = new BatchTally(Long.MAX_VALUE);
    tally.convert(rows.where("recordings.status = 'ok'").count());
    Iterator<Row> errors = rows.where("errors IS NOT NULL").select("errors.*").toLocalIterator();
    while (errors.hasNext()) {
      Row error = errors.next();
      tally.fail(error.getAs("id"), error.getAs("recording"), error.getAs("message"));
    }
    return tally.result();
  }
}

package dev.heapconv.spark;

import dev.heapconv.fleet.DeviceShares;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.fleet.FleetOrder;
import dev.heapconv.fleet.FleetOutputs;
import dev.heapconv.fleet.FleetRecordings;
import dev.heapconv.fleet.FleetRow;
import dev.heapconv.fleet.FleetSizes;
import dev.heapconv.fleet.FleetSurvey;
import dev.heapconv.fleet.SortedIds;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.table.Table;
import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Adds up the parts of a fleet and writes the totals. The parts are read three times: for what all
 * machines must know of them, for the sums of stacks, and, when the rows of the table are known,
 * for what the devices have of these; once more for sizes. Only the functions, the names of inputs
 * and a partition of stacks at a time come to the driver.
 */
final class TotalsJob {

  /** How many rows a task combines in memory: 60 MB. */
  private static final int ROWS_IN_TASK = 100_000;

  /** How many rows there are at most in a partition, of which the driver holds one at a time. */
  private static final int ROWS_IN_PARTITION = 100_000;

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final FleetOptions options;
  private final FleetBreakdown breakdown;
  private final double confidence;
  private final String tool;
  private final Path totals;
  private final int rowsInTask;
  private final int rowsInPartition;
  private final List<Warning> warnings = new ArrayList<>();

  /**
   * @param options with a table; their files are of this machine
   * @param confidence level of the intervals
   * @param tool name and version of the program
   * @param totals folder of the table in Parquet
   */
  TotalsJob(SparkSession spark, FleetOptions options, double confidence, String tool, Path totals) {
    this(spark, options, confidence, tool, totals, ROWS_IN_TASK, ROWS_IN_PARTITION);
  }

  TotalsJob(
      SparkSession spark,
      FleetOptions options,
      double confidence,
      String tool,
      Path totals,
      int rowsInTask,
      int rowsInPartition) {
    this.spark = spark;
    this.options = options;
    this.confidence = confidence;
    this.tool = tool;
    this.totals = totals;
    this.rowsInTask = rowsInTask;
    this.rowsInPartition = rowsInPartition;
    breakdown = options.breakdown();
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  /**
   * Adds up and writes what was requested. Call this once.
   *
   * @param table has the columns {@code input}, the name, and {@code part}, null where an input has
   *     none; read several times, with the same content
   * @throws IOException if an output cannot be written, or a part is damaged; {@link
   *     ErrorId#NO_DEVICE} if the options find no device of any input
   */
  void run(Dataset<Row> table) throws IOException {
    Dataset<Row> rows = StoredParts.of(table);
    FleetRecordings recordings =
        new FleetRecordings(
            rows.select("input").as(Encoders.STRING()).collectAsList(), options.devices());
    recordings.withoutDevice().ifPresent(warnings::add);
    Broadcast<SortedIds> numbers = context.broadcast(recordings.numbers());
    JavaRDD<Row> parts = rows.javaRDD();
    try {
      FleetBreakdown by = breakdown;
      FleetSurvey survey = StoredParts.sum(parts, numbers, () -> new FleetSurvey(by));
      new TotalsTable(spark, add(parts, recordings, numbers, survey)).write(totals);
      java.nio.file.Path file = options.sizes();
      if (file != null) {
        FleetSizes sizes = StoredParts.sum(parts, numbers, FleetSizes::new);
        sizes.write(file, AtomicFile.Guard.NONE);
        sizes.warning(file.getFileName().toString()).ifPresent(warnings::add);
      }
    } finally {
      numbers.destroy();
    }
  }

  private Table add(
      JavaRDD<Row> parts,
      FleetRecordings recordings,
      Broadcast<SortedIds> numbers,
      FleetSurvey survey)
      throws IOException {
    FleetOutputs.Facts facts =
        new FleetOutputs.Facts(
            recordings.count(), survey.views(), survey.frames(), confidence, tool);
    FleetOrder order = survey.order();
    Broadcast<SortedIds> frames = context.broadcast(survey.frameNumbers());
    JavaPairRDD<byte[], byte[]> stacks =
        StoredParts.stacks(parts, breakdown, frames, order, rowsInTask, partitions(order))
            .persist(StorageLevel.DISK_ONLY());
    // All partitions at once; the driver then takes one after another.
    stacks.foreachPartition(pairs -> pairs.forEachRemaining(pair -> {}));
    try (Cursor<FleetRow> rows = StoredParts.rows(stacks.toLocalIterator(), order)) {
      return Objects.requireNonNull(
          FleetOutputs.write(
              options,
              facts,
              rows,
              sections -> devices(parts, recordings, numbers, survey, sections),
              1,
              AtomicFile.Guard.NONE));
    } finally {
      stacks.unpersist();
      frames.destroy();
    }
  }

  /** About as many for each core, and few enough rows in each for the driver. */
  private int partitions(FleetOrder order) {
    return (int) Math.max(context.defaultParallelism(), order.rows() / rowsInPartition + 1);
  }

  private List<DeviceFigures> devices(
      JavaRDD<Row> parts,
      FleetRecordings recordings,
      Broadcast<SortedIds> numbers,
      FleetSurvey survey,
      List<Table.Section> sections)
      throws IOException {
    DeviceShares shares = new DeviceShares(breakdown, survey, recordings, sections, confidence);
    shares.withoutWeight(recordings).ifPresent(warnings::add);
    Broadcast<DeviceShares> known = context.broadcast(shares);
    try {
      return shares.figures(
          breakdown,
          StoredParts.devices(parts, breakdown, numbers, known, partitions(survey.order())));
    } finally {
      known.destroy();
    }
  }

  /** What to know of the devices when reading the outputs. */
  List<Warning> warnings() {
    return Collections.unmodifiableList(warnings);
  }
}

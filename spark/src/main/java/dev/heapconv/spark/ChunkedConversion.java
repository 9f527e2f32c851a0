package dev.heapconv.spark;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Converts inputs in chunks: what is finished survives whatever happens later. If a chunk fails
 * again and again although Spark has retried its tasks, it is halved until the input is found that
 * ends the processes which read it.
 */
final class ChunkedConversion {

  /** How many inputs a small cluster reads in a few minutes. */
  private static final int MAX_INPUTS = 20_000;

  private static final long MAX_BYTES = 4L << 30;

  /** What is a small cluster; the chunks of larger ones grow with their cores. */
  private static final int USUAL_CORES = 8;

  /** Set to have smaller chunks; for tests, and for inputs that take very long. */
  private static final String INPUTS_SETTING = "spark.heapconv.chunkInputs";

  /**
   * How many tasks there are for each core: enough that no core waits long for the last one, and
   * that little is done twice when an executor is lost.
   */
  private static final int TASKS_PER_CORE = 4;

  private static final Pattern LOCAL = Pattern.compile("local(?:\\[[^,]*?(?:, *(\\d+) *)?\\])?");

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final Chunks chunks;
  private final Broadcast<SerializableConfiguration> hadoop;
  private final PartConversion conversion;
  private final String settings;

  /** Decides after each chunk whether to go on. */
  interface Progress {
    /**
     * @param chunk number of a chunk that is now complete
     * @param inputs those in it
     */
    boolean written(int chunk, List<FleetInput> inputs) throws IOException;
  }

  ChunkedConversion(SparkSession spark, Chunks chunks, ReaderSetup setup, String settings) {
    this.spark = spark;
    this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.chunks = chunks;
    this.hadoop = context.broadcast(new SerializableConfiguration(context.hadoopConfiguration()));
    this.conversion =
        new PartConversion(hadoop, context.broadcast(setup), settings, attempts(context));
    this.settings = settings;
  }

  /** How often Spark tries a task; in a single process, only if its master says so. */
  static int attempts(JavaSparkContext context) {
    Matcher local = LOCAL.matcher(context.master());
    if (local.matches()) {
      return local.group(1) == null ? 1 : Integer.parseInt(local.group(1));
    }
    return context.getConf().getInt("spark.task.maxFailures", 4);
  }

  /**
   * Of inputs, those whose content still has a hash.
   *
   * @param hashes for each of them
   */
  List<FleetInput> unchanged(List<FleetInput> inputs, List<String> hashes) {
    List<FleetInput> unchanged = new ArrayList<>();
    if (!inputs.isEmpty()) {
      Broadcast<SerializableConfiguration> known = hadoop;
      List<String> now =
          rows(inputs)
              .map(row -> new HadoopSource(FleetInput.of(row), known.value().value()).hash())
              .collect();
      for (int i = 0; i < inputs.size(); i++) {
        if (now.get(i).equals(hashes.get(i))) {
          unchanged.add(inputs.get(i));
        }
      }
    }
    return unchanged;
  }

  /**
   * Converts inputs.
   *
   * @param first number of the first chunk to write
   */
  void convert(List<FleetInput> inputs, int first, Progress progress) throws IOException {
    Deque<List<FleetInput>> left = new ArrayDeque<>(inChunks(inputs));
    for (int chunk = first; !left.isEmpty(); chunk++) {
      List<FleetInput> some = left.remove();
      try {
        write(rows(some).mapPartitions(conversion), chunk);
      } catch (Exception e) {
        requireWorkingCluster(chunk, e);
        if (some.size() > 1) {
          int half = some.size() / 2;
          left.addFirst(some.subList(half, some.size()));
          left.addFirst(some.subList(0, half));
          chunk--;
          continue;
        }
        write(context.parallelize(List.of(lost(some.get(0), e)), 1), chunk);
      }
      if (!progress.written(chunk, some)) {
        return;
      }
    }
  }

  private JavaRDD<Row> rows(List<FleetInput> inputs) {
    int tasks = Math.max(1, Math.min(inputs.size(), TASKS_PER_CORE * context.defaultParallelism()));
    return context.parallelize(inputs.stream().map(FleetInput::toRow).toList(), tasks);
  }

  private void write(JavaRDD<Row> rows, int chunk) {
    chunks.write(spark.createDataFrame(rows, PartRow.SCHEMA), Tables.PARTS, chunk);
  }

  /** Rethrows what a chunk failed with if one without any inputs fails as well. */
  private void requireWorkingCluster(int chunk, Exception failure) throws IOException {
    try {
      write(rows(List.of()).mapPartitions(conversion), chunk);
    } catch (Exception e) {
      throw failure instanceof IOException known ? known : new IOException(failure);
    }
    chunks.delete(Tables.PARTS, chunk);
  }

  private Row lost(FleetInput input, Exception failure) {
    HeapConvException problem =
        HeapConvException.input(
            ErrorId.INTERNAL_ERROR,
            input.uri(),
            "every executor that read it has ended ("
                + HeapConvException.reason(failure).lines().findFirst().orElse("")
                + ")");
    return new PartRow(input, settings)
        .failure(problem.id().wireName(), HeapConvException.reason(problem));
  }

  private List<List<FleetInput>> inChunks(List<FleetInput> inputs) {
    int scale = Math.max(1, context.defaultParallelism() / USUAL_CORES);
    int max = context.getConf().getInt(INPUTS_SETTING, MAX_INPUTS * scale);
    List<List<FleetInput>> chunked = new ArrayList<>();
    int from = 0;
    long bytes = 0;
    for (int i = 0; i < inputs.size(); i++) {
      long size = Math.max(0, inputs.get(i).size());
      if (i - from == max || (i > from && bytes + size > MAX_BYTES * scale)) {
        chunked.add(inputs.subList(from, i));
        from = i;
        bytes = 0;
      }
      bytes += size;
    }
    if (from < inputs.size()) {
      chunked.add(inputs.subList(from, inputs.size()));
    }
    return chunked;
  }
}

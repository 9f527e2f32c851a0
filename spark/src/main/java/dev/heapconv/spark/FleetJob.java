package dev.heapconv.spark;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.BatchTally;
import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetFolder;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/** Adds recordings to the table of a fleet. */
public final class FleetJob {

  /** So many inputs make files that are not too small, and tasks that are soon repeated. */
  private static final int INPUTS_OF_TASK = 2000;

  /** Tasks of one core, as some take longer than others. */
  private static final int TASKS_OF_CORE = 3;

  private final JavaSparkContext context;
  private final JobCommand job;
  private final Configuration hadoop;

  /** What the job sets unless {@code spark-submit} does. */
  static SparkConf settings() {
    // Hundreds of lines of Spark's own would hide ours; --conf spark.log.level=INFO shows them.
    return new SparkConf()
        .setIfMissing("spark.app.name", "heapconv")
        .setIfMissing("spark.log.level", "WARN");
  }

  private FleetJob(JavaSparkContext context, JobCommand job) {
    this.context = context;
    this.job = job;
    this.hadoop = context.hadoopConfiguration();
  }

  public static void main(String... arguments) {
    System.exit(JobCommand.run(FleetJob::run, arguments));
  }

  static BatchResult run(JobCommand job, String[] arguments) throws IOException {
    SparkConf settings = settings();
    settings.setIfMissing("spark.ui.showConsoleProgress", "" + job.wantsProgress());
    SparkContext spark = SparkContext.getOrCreate(settings);
    FleetJob run = new FleetJob(JavaSparkContext.fromSparkContext(spark), job);
    HadoopFiles files = HadoopFiles.of(job.table(), run.hadoop);
    try (FleetFolder table = new FleetFolder(files, job.table())) {
      return run.write(table, files, arguments);
    }
  }

  private BatchResult write(FleetFolder table, HadoopFiles files, String[] arguments)
      throws IOException {
    HadoopListing listing = new HadoopListing(hadoop);
    for (String input : job.inputs()) {
      listing.add(input);
    }
    for (String list : job.lists()) {
      listing.addList(list);
    }
    List<HadoopInput> inputs = listing.inputs();
    int least = TASKS_OF_CORE * context.defaultParallelism();
    int tasks =
        Math.max(1, Math.min(inputs.size(), Math.max(least, inputs.size() / INPUTS_OF_TASK)));
    FleetLabels labels = labels();
    // Of the attempts of a task, Spark returns the output of one.
    List<TaskOutput> outputs =
        context
            .parallelize(inputs, tasks)
            .mapPartitions(
                new TableTask(
                    arguments,
                    labels,
                    new SerializableConfiguration(hadoop),
                    files.table().toString(),
                    table.hidden()))
            .collect();
    FleetOrigins origins = job.origins(labels);
    BatchTally tally = new BatchTally();
    for (TaskOutput output : outputs) {
      origins.counts().add(output.counts());
      tally.add(output.result());
    }
    origins.notices().forEach(job::warn);
    table.publish(outputs.stream().map(TaskOutput::folder).toList());
    return tally.result();
  }

  private FleetLabels labels() throws IOException {
    java.nio.file.Path folder = java.nio.file.Path.of(SparkFiles.getRootDirectory());
    String file = job.labels();
    // Opened in any case: without DuckDB, all tasks would fail.
    try (DuckDbTables csv = DuckDbTables.onOneThread(folder)) {
      if (file == null) {
        return FleetLabels.NONE;
      }
      Path from = new Path(file);
      java.nio.file.Path copy = folder.resolve(from.getName());
      try {
        from.getFileSystem(hadoop).copyToLocalFile(from, new Path(copy.toUri()));
      } catch (IOException e) {
        throw HeapConvException.unreadable(file, e);
      }
      return FleetLabels.read(csv, copy, file);
    }
  }
}

package dev.heapconv.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;

import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The job that {@code spark-submit} runs. */
@Command(
    name = "heapconv-spark.jar",
    sortOptions = false,
    synopsisHeading = "Usage: ",
    customSynopsis = "spark-submit [SPARK OPTIONS] heapconv-spark.jar INPUT... -o DIR",
    description = {
      "%nConvert a fleet's traces into a table in Parquet: files, folders (recursively) and globs"
          + " of any Hadoop file system. One bad trace never stops the others.%n"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every input was converted",
      "1:internal error",
      "2:invalid command line, or DIR exists",
      "3:no profile was found, or a folder or list cannot be read",
      "5:some inputs failed",
    })
public final class Fleet implements Callable<Integer> {

  private static final int NOTHING_FOUND = 3;
  private static final int SOME_INPUTS_FAILED = 5;

  /**
   * How many tasks there are for each core: enough that no core waits long for the last one, and
   * that little is done twice when an executor is lost.
   */
  private static final int TASKS_PER_CORE = 4;

  @Parameters(paramLabel = "INPUT", description = "Files, folders and globs.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "Text file of inputs, one per line, taken literally; may be repeated.")
  private List<String> lists = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Folder to create for the table.")
  private String output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it itself
  private boolean help;

  private Fleet() {}

  /** Runs the job; ends the program only if the job failed. */
  public static void main(String[] args) {
    int status = run(args);
    // A program that ends itself after success counts as failed on YARN.
    if (status != CommandLine.ExitCode.OK) {
      System.exit(status);
    }
  }

  /** Runs one command line and returns its exit status. */
  static int run(String... args) {
    return new CommandLine(new Fleet())
        // Lists are files of any Hadoop file system, so @FILE cannot mean a local one.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(args);
  }

  @Override
  public Integer call() throws IOException {
    if (inputs.isEmpty() && lists.isEmpty()) {
      say("name files, folders or globs to convert, or a list of them with --list");
      return CommandLine.ExitCode.USAGE;
    }
    // Hundreds of lines of Spark's own would hide ours; --conf spark.log.level=INFO shows them.
    SparkConf settings = new SparkConf().setIfMissing("spark.log.level", "WARN");
    try (SparkSession spark = SparkSession.builder().config(settings).getOrCreate()) {
      return convert(spark);
    }
  }

  private int convert(SparkSession spark) throws IOException {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Configuration hadoop = context.hadoopConfiguration();
    Path folder = new Path(output);
    if (folder.getFileSystem(hadoop).exists(folder)) {
      say(
          output
              + ": exists; choose another folder, or delete it if a job that was killed left it");
      return CommandLine.ExitCode.USAGE;
    }
    List<Row> listed;
    try {
      listed = list(hadoop);
    } catch (IOException | IllegalArgumentException e) {
      say("the inputs cannot be listed: " + HeapConvException.reason(e));
      return NOTHING_FOUND;
    }
    if (listed.isEmpty()) {
      say("found no file; what begins with a dot or an underscore is not read");
      return NOTHING_FOUND;
    }
    int tasks = Math.min(listed.size(), TASKS_PER_CORE * context.defaultParallelism());
    JavaRDD<Row> dumps =
        context
            .parallelize(listed, tasks)
            .mapPartitions(new DumpRows(context.broadcast(new SerializableConfiguration(hadoop))));
    spark.createDataFrame(dumps, DumpRows.SCHEMA).write().parquet(output);
    return report(spark);
  }

  private List<Row> list(Configuration hadoop) throws IOException {
    InputListing listing = new InputListing(hadoop);
    for (String input : inputs) {
      listing.add(input);
    }
    for (String list : lists) {
      listing.addList(list);
    }
    return listing.inputs().stream().map(FleetInput::toRow).toList();
  }

  /** Counts what was written: unlike accumulators, it holds nothing that was computed twice. */
  private int report(SparkSession spark) {
    List<Row> outcomes =
        spark
            .read()
            .parquet(output)
            .groupBy("error")
            .agg(countDistinct("input"))
            .orderBy(col("error").asc_nulls_first())
            .collectAsList();
    long converted = 0;
    long failed = 0;
    for (Row outcome : outcomes) {
      long count = outcome.getLong(1);
      if (outcome.isNullAt(0)) {
        converted = count;
      } else {
        failed += count;
        say(count + " failed with " + outcome.getString(0));
      }
    }
    say(converted + " converted, " + failed + " failed; see " + output);
    return failed > 0 ? SOME_INPUTS_FAILED : CommandLine.ExitCode.OK;
  }

  private static void say(String message) {
    System.err.println("heapconv: " + message);
  }
}

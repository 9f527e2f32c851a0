package dev.heapconv.spark;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The job that {@code spark-submit} runs. */
@Command(
    name = "heapconv-spark.jar",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    synopsisHeading = "Usage: ",
    customSynopsis = "spark-submit [SPARK OPTIONS] heapconv-spark.jar INPUT... -o DIR [OPTIONS]",
    description = {
      "%nConvert a fleet's traces into tables in Parquet: files, folders (recursively), globs, and"
          + " archives (each profile in them) of any Hadoop file system.",
      "One bad trace never stops the others. Use --resume to continue a job that was killed.%n"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every input was converted",
      "1:internal error, or the cluster failed",
      "2:invalid command line, DIR contains the tables of an earlier job, or --device fits no"
          + " input",
      "3:no profile was found, or a list, a map or a recording for --sizes-from cannot be used",
      "4:DIR cannot be written to",
      "5:some inputs failed",
    })
public final class Fleet implements Callable<Integer> {

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
      description = "Folder for the tables. Only one job at a time may write to it.")
  private String output;

  @Option(
      names = "--resume",
      description = "Continue an earlier job in DIR: convert what is new, changed or missing.")
  private boolean resume;

  @Option(
      names = "--changed-by",
      paramLabel = "time|hash",
      defaultValue = "time",
      description =
          "How --resume detects changed inputs: by size and time (default), or by size"
              + " and content.")
  private String changedBy;

  @Option(names = "--retry-failed", description = "With --resume: also retry inputs that failed.")
  private boolean retryFailed;

  @Option(
      names = "--restart",
      description = "Delete the tables of an earlier job in DIR and convert everything again.")
  private boolean restart;

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description = "Stop when more than N inputs have failed.")
  private long maxFailures = Long.MAX_VALUE;

  @Mixin private TotalsOptions totals;
  @Mixin private ReadingOptions reading;

  private Fleet() {}

  /** Runs the job; ends the program only if the job failed. */
  public static void main(String[] args) {
    int status = run(args);
    // A program that ends itself after success counts as failed on YARN.
    if (status != ExitStatus.OK) {
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
    try {
      check();
      SparkConf settings =
          new SparkConf()
              // Hundreds of lines of Spark's own would hide ours; --conf spark.log.level=INFO shows
              // them.
              .setIfMissing("spark.log.level", "WARN")
              // Tables have more columns than Spark likes to print, which it warns of.
              .setIfMissing("spark.sql.debug.maxToStringFields", "100")
              // What it writes otherwise, only few other programs read.
              .setIfMissing("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
      try (SparkSession spark = SparkSession.builder().config(settings).getOrCreate()) {
        return run(spark);
      }
    } catch (UsageException e) {
      say(HeapConvException.reason(e));
      return ExitStatus.USAGE;
    } catch (HeapConvException e) {
      say(e.where() + ": " + HeapConvException.reason(e) + hint(e.id()));
      if (e.id() == ErrorId.NO_DEVICE) {
        return ExitStatus.USAGE;
      }
      return e.isOfOutput() ? ExitStatus.OUTPUT : ExitStatus.INPUT;
    }
  }

  private void check() {
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw new UsageException(
          "name files, folders or globs to convert, or a list of them with --list");
    }
    if (resume && restart) {
      throw new UsageException("--resume and --restart cannot be used together");
    }
    if (!changedBy.equals("time") && !changedBy.equals("hash")) {
      throw new UsageException("--changed-by must be time or hash, not '" + changedBy + "'");
    }
    reading.check();
    totals.check();
  }

  private static String hint(ErrorId id) {
    return switch (id) {
      case NO_DEOBFUSCATOR ->
          "; add it with --jars r8.jar (com.android.tools:r8 of Maven's Google repository)";
      case NO_DEVICE -> "; correct --device and add --resume: what is converted stays converted";
      default -> "";
    };
  }

  private int run(SparkSession spark) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    Chunks chunks = new Chunks(spark, hadoop, LocalPaths.hadoop(output));
    Tables tables = new Tables(spark, chunks, totals.device());
    if (tables.isAnything() && !resume && !restart) {
      throw new UsageException(
          output
              + ": contains the tables of an earlier job; add --resume to continue it, or --restart"
              + " to start over");
    }
    List<FleetInput> listed = list(hadoop, chunks.folder());
    if (listed.isEmpty()) {
      say("found no profile to convert; hidden files and those in DIR are not read");
      return ExitStatus.INPUT;
    }
    String tool = Version.tool();
    TotalsRequest request =
        totals.request(
            new Path(chunks.folder(), Tables.TOTALS), reading.confidence(), tool, hadoop);
    try (Shipment shipment = new Shipment(hadoop)) {
      reading.ship(shipment);
      // What is wrong with these files is reported here, before any work.
      String settings =
          reading.setup(shipment.uri()).settings(tool + shipment.fingerprint(), hadoop);
      ReaderSetup setup = reading.setup(open(tables, tool, shipment));
      PastInputs past = new PastInputs(settings, changedBy.equals("hash"), resume && retryFailed);
      tables.addTo(past);
      FleetRun run =
          new FleetRun(
              new ChunkedConversion(spark, chunks, setup, settings),
              tables,
              past,
              maxFailures,
              Fleet::say);
      FleetReport report = run.run(listed);
      report.lines(output).forEach(Fleet::say);
      if (run.isStopped()) {
        say("stopped because too many inputs failed; run with --resume to convert the rest");
      } else if (!report.isEmpty()) {
        addUp(spark, request, tables.recordings(past.without(listed)));
      }
      return report.isEmpty()
          ? ExitStatus.INPUT
          : report.failed() > 0 ? ExitStatus.SOME_INPUTS_FAILED : ExitStatus.OK;
    }
  }

  private void addUp(SparkSession spark, TotalsRequest request, Dataset<Row> recordings)
      throws HeapConvException {
    Copies.of(recordings).ifPresent(Fleet::say);
    TotalsJob job = new TotalsJob(spark, request);
    try {
      job.run(recordings);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.output(ErrorId.CANNOT_WRITE, output, HeapConvException.reason(e))
          .causedBy(e);
    }
    job.warnings().forEach(Fleet::say);
  }

  /** Prepares the output folder; the result is where executors find the shipment. */
  private String open(Tables tables, String tool, Shipment shipment) throws HeapConvException {
    try {
      if (restart) {
        tables.delete();
      }
      tables.clean(tool);
      return shipment.send(tables.shipment());
    } catch (IOException e) {
      throw HeapConvException.output(ErrorId.CANNOT_WRITE, output, HeapConvException.reason(e))
          .causedBy(e);
    }
  }

  private List<FleetInput> list(Configuration hadoop, Path folder) throws HeapConvException {
    InputListing listing = new InputListing(hadoop, reading.filter(), folder);
    String at = "";
    try {
      for (String input : inputs) {
        at = input;
        listing.add(input);
      }
      for (String list : lists) {
        at = list;
        listing.addList(list);
      }
    } catch (IOException | IllegalArgumentException e) {
      HeapConvException lasting =
          e instanceof IOException failure ? HadoopSource.lasting(at, failure) : null;
      throw lasting != null
          ? lasting
          : HeapConvException.input(ErrorId.UNREADABLE, at, HeapConvException.reason(e))
              .causedBy(e);
    }
    return listing.inputs();
  }

  private static void say(Warning warning) {
    say("warning: " + warning.message());
  }

  private static void say(String message) {
    System.err.println("heapconv: " + message);
  }
}

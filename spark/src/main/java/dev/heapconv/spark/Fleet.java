package dev.heapconv.spark;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.cli.FleetCommand;
import java.io.IOException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The job that {@code spark-submit} runs. */
public final class Fleet {

  private Fleet() {}

  /** Runs the job; ends the program only if the job failed. */
  public static void main(String[] args) {
    int status = run(args);
    // A program that ends itself after success counts as failed on YARN.
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Runs one command line and returns its exit status. */
  static int run(String... args) {
    return FleetCommand.run(Fleet::run, args);
  }

  private static BatchResult run(FleetCommand command, String[] arguments) throws IOException {
    try (LocalFiles outputs = new LocalFiles()) {
      outputs.replaceOutputsOf(command);
      try (SparkSession spark = SparkSession.builder().config(settings()).getOrCreate()) {
        return new FleetRun(spark, command, arguments, outputs).run();
      }
    }
  }

  /** What the job sets unless {@code spark-submit} does. */
  static SparkConf settings() {
    return new SparkConf()
        // Hundreds of lines of Spark's own would hide ours; --conf spark.log.level=INFO shows them.
        .setIfMissing("spark.log.level", "WARN")
        // Tables have more columns than Spark likes to print, which it warns of.
        .setIfMissing("spark.sql.debug.maxToStringFields", "100")
        // What it writes otherwise, only few other programs read.
        .setIfMissing("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
  }
}

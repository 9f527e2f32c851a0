package dev.heapconv.spark;

import dev.heapconv.testing.NotTested;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark of all tests of the module: starting one takes longer than most of them. Spark itself
 * stops it when Java ends. Queries are interpreted: to compile them takes longer than to run them
 * on so few rows.
 */
final class TestSession {

  private static final int NEWEST_JAVA = 21;

  private static final class Started {
    static final SparkSession SPARK =
        SparkSession.builder()
            .config(FleetJob.settings())
            .master("local[2,3]")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 1)
            .config("spark.sql.codegen.wholeStage", false)
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.adaptive.enabled", false)
            .getOrCreate();
  }

  private TestSession() {}

  /** Skips the test that asks where Spark itself does not run. */
  static SparkSession spark() {
    requireJava();
    return Started.SPARK;
  }

  static void requireJava() {
    NotTested.unless(
        Runtime.version().feature() <= NEWEST_JAVA,
        "jobs and queries of Spark",
        "Spark 4.1 runs on Java 17 and 21");
  }
}

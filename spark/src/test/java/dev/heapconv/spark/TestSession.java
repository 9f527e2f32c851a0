package dev.heapconv.spark;

import org.apache.spark.sql.SparkSession;

/**
 * The Spark of all tests of the module: starting one takes longer than most of them. Spark itself
 * stops it when Java ends. Queries are interpreted: to compile them takes longer than to run them
 * on so few rows.
 */
final class TestSession {

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
    SparkHome.assumeSparkRunsHere();
    return Started.SPARK;
  }
}

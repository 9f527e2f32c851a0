package dev.heapconv.spark;

import org.apache.spark.sql.SparkSession;

/**
 * The Spark of all tests of the module, with the settings of the job: starting one takes longer
 * than most of them. Spark itself stops it when Java ends.
 */
final class TestSession {

  /** Few inputs, so that jobs have several chunks. */
  static final int CHUNK = 6;

  static final SparkSession SPARK =
      SparkSession.builder()
          .config(Fleet.settings())
          .config(FaultyFileSystem.settings())
          .master("local[2,3]")
          .config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.heapconv.chunkInputs", CHUNK)
          .getOrCreate();

  private TestSession() {}
}

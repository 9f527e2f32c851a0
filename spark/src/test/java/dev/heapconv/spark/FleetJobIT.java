package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The job on a real cluster of a master and two workers, of which something is killed. */
@Tag("nightly")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FleetJobIT {

  private static final Path BUILD = Path.of("target").toAbsolutePath();
  private static final int COPIES = 150;

  private static SparkCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    cluster = SparkCluster.start(SparkHome.in(BUILD.resolve("spark-home")), 2);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Path inputs() throws IOException {
    Path inputs = Files.createDirectories(folder.resolve("in"));
    for (String name : List.of("truth_i4096", "truth_i512", "sqlite_i4096", "names")) {
      for (int i = 0; i < COPIES; i++) {
        Files.copy(TestData.recording(name), inputs.resolve("device-" + i + "-" + name));
      }
    }
    Files.writeString(inputs.resolve("device-0-bad.pftrace"), "no trace");
    return inputs;
  }

  private SparkCluster.Submission submit(String master, Path inputs, String table)
      throws IOException {
    return cluster.submit(
        master,
        List.of(
            "--jars",
            duckDb(),
            BUILD.resolve("heapconv-spark.jar").toString(),
            inputs.toString(),
            "--table",
            folder.resolve(table).toString(),
            "--date",
            "2026-11-24",
            "--device",
            "device-(\\d+)"));
  }

  private List<String> rows(String table) {
    return SparkTables.rowsOf(folder.resolve(table).toString());
  }

  private static String duckDb() {
    return DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Test
  @Order(2)
  void aLostWorkerLosesAndDoublesNothing() throws Exception {
    Path inputs = inputs();
    SparkCluster.Submission job = submit(cluster.url(), inputs, "cluster");
    cluster.awaitTaskOn(1);
    cluster.kill(1);
    assertThat(job.isRunning()).isTrue();
    SparkCluster.Result result = job.result();
    assertThat(result.status()).as(result.err()).isEqualTo(5);
    assertThat(result.err()).contains("Lost executor", "heapconv: 1 failed with unknown-format");
    assertThat(submit("local[2]", inputs, "local").result().status()).isEqualTo(5);
    assertThat(rows("cluster")).isEqualTo(rows("local")).hasSizeGreaterThan(4 * COPIES);
  }

  @Test
  @Order(1)
  void aKilledDriverIsRunAgain() throws Exception {
    Path inputs = inputs();
    assertThat(submit("local[2]", inputs, "whole").result().status()).isEqualTo(5);
    for (String moment : List.of(".", "functions", "recordings")) {
      submit("local[2]", inputs, "killed").killWhenExists(folder.resolve("killed").resolve(moment));
    }
    SparkCluster.Result again = submit("local[2]", inputs, "killed").result();
    assertThat(again.status()).as(again.err()).isEqualTo(5);
    assertThat(rows("killed")).isEqualTo(rows("whole"));
  }

  @Test
  @Order(1)
  void twoAtOnceWriteTheSame() throws Exception {
    Path inputs = inputs();
    SparkCluster.Submission one = submit("local[2]", inputs, "table");
    SparkCluster.Submission other = submit("local[2]", inputs, "table");
    assertThat(List.of(one.result().status(), other.result().status())).containsOnly(5);
    assertThat(submit("local[2]", inputs, "alone").result().status()).isEqualTo(5);
    assertThat(rows("table")).isEqualTo(rows("alone"));
  }
}

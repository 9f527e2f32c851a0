package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The jar, submitted to a real cluster. */
@Isolated("a process has one Spark")
@Tag("slow")
class FleetIT {

  private static final Path BUILD = Path.of(System.getProperty("heapconv.build", "target"));
  private static final String JAR =
      System.getProperty("heapconv.spark.jar", "target/heapconv-spark.jar");

  /** Kept after the tests, for their logs. */
  private static final Path HOME = BUILD.toAbsolutePath().resolve("spark-home");

  private static SparkCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    cluster = SparkCluster.start(SparkHome.in(HOME), 2);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void clusterAndSingleMachineWriteTheSameTable() throws IOException, InterruptedException {
    Path inputs = copies(1);
    Files.write(
        inputs.resolve("compressed.pftrace.zst"),
        Containers.zstd(TestData.recordingBytes("truth_i4096")));
    Files.writeString(inputs.resolve("bad.pftrace"), "no trace");

    SparkCluster.Result local = submit("local[2]", inputs, "local").result();
    SparkCluster.Result distributed = submit(cluster.url(), inputs, "cluster").result();

    assertThat(local.status()).as(local.err()).isEqualTo(5);
    assertThat(distributed.status()).as(distributed.err()).isEqualTo(5);
    List<Row> rows = DumpTable.rows(folder.resolve("local"));
    assertThat(rows)
        .filteredOn(row -> row.getAs("error") != null)
        .singleElement()
        .satisfies(row -> assertThat(row.<String>getAs("error")).isEqualTo("unknown-format"));
    assertThat(DumpTable.rows(folder.resolve("cluster"))).isEqualTo(rows);
    assertThat(distributed.out()).isEmpty();
    assertThat(distributed.err())
        .contains("heapconv: 1 failed with unknown-format")
        .contains("heapconv: 9 converted, 1 failed; see ");
  }

  @Test
  void workerKilledInTheMiddleChangesNothing() throws IOException, InterruptedException {
    Path inputs = copies(20);
    assertThat(submit("local[2]", inputs, "undisturbed").result().status()).isZero();

    try (SparkCluster doomed = SparkCluster.start(SparkHome.in(HOME.resolve("doomed")), 2)) {
      SparkCluster.Submission job = submit(doomed, doomed.url(), inputs, "disturbed");
      doomed.awaitTaskOn(1);
      doomed.kill(1);
      assertThat(job.isRunning()).isTrue();
      SparkCluster.Result result = job.result();
      assertThat(result.status()).as(result.err()).isZero();
      assertThat(result.err()).contains("Lost executor");
    }

    assertThat(DumpTable.rows(folder.resolve("disturbed")))
        .isEqualTo(DumpTable.rows(folder.resolve("undisturbed")));
  }

  private SparkCluster.Submission submit(String master, Path inputs, String table)
      throws IOException {
    return submit(cluster, master, inputs, table);
  }

  private SparkCluster.Submission submit(SparkCluster to, String master, Path inputs, String table)
      throws IOException {
    return to.submit(
        master, List.of(JAR, inputs.toString(), "--output", folder.resolve(table).toString()));
  }

  /** A folder of recordings, each under several names. */
  private Path copies(int count) throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    for (String name : TestData.varied()) {
      for (int copy = 0; copy < count; copy++) {
        Files.copy(TestData.recording(name), inputs.resolve(name + "-" + copy + ".pftrace"));
      }
    }
    return inputs;
  }
}

package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The jar, submitted to a real cluster. */
@Tag("nightly")
@TestMethodOrder(OrderAnnotation.class)
class FleetIT {

  private static final Path BUILD = Path.of("target");
  private static final String JAR = "target/heapconv-spark.jar";

  /** Kept after the tests, for their logs. */
  private static final Path HOME = BUILD.toAbsolutePath().resolve("spark-home");

  private static final String SMALL_CHUNKS = "spark.heapconv.chunkInputs=4";

  private static SparkCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    SparkHome home = SparkHome.in(HOME);
    String faults = FaultyFileSystem.class.getName().replace('.', '/') + ".class";
    try (InputStream in = FleetIT.class.getClassLoader().getResourceAsStream(faults)) {
      Files.write(HOME.resolve("jars/faults.jar"), Containers.zip(faults, in.readAllBytes()));
    }
    cluster = SparkCluster.start(home, 2);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** First, because from then on the cluster has one worker. */
  @Test
  @Order(1)
  void clusterThatLosesAWorkerWritesTheTablesOfASingleMachine()
      throws IOException, InterruptedException {
    Path inputs = copies(20);
    Files.write(
        inputs.resolve("compressed.pftrace.zst"),
        Containers.zstd(TestData.recordingBytes("truth_i4096")));
    Files.writeString(inputs.resolve("bad.pftrace"), "no trace");
    List<String> options =
        List.of(
            "--symbols",
            TestData.own("symbols").toString(),
            "--sizes-from",
            TestData.recording("truth_i512").toString());

    SparkCluster.Submission job =
        submit(
            cluster.url(),
            List.of("--conf", "spark.serializer=org.apache.spark.serializer.KryoSerializer"),
            inputs,
            "cluster",
            options);
    cluster.awaitTaskOn(1);
    cluster.kill(1);
    assertThat(job.isRunning()).isTrue();
    SparkCluster.Result distributed = job.result();
    SparkCluster.Result local = submit("local[2]", List.of(), inputs, "local", options).result();

    assertThat(local.status()).as(local.err()).isEqualTo(5);
    assertThat(distributed.status()).as(distributed.err()).isEqualTo(5);
    Map<String, List<String>> tables = content("local");
    assertThat(tables.get("errors")).singleElement().asString().contains("unknown-format");
    assertThat(content("cluster")).isEqualTo(tables);
    assertThat(distributed.out()).isEmpty();
    assertThat(distributed.err())
        .contains("Lost executor")
        .contains("heapconv: 1 failed with unknown-format, for example ")
        .contains("heapconv: 161 converted, 0 already done, 1 failed; see ");
  }

  @Test
  void jobKilledAgainAndAgainLosesAndDoublesNothing() throws IOException, InterruptedException {
    Path inputs = copies(2);
    Files.writeString(inputs.resolve("bad.pftrace"), "no trace");
    for (String moment : List.of("_parts/chunk=0000/_temporary", "stacks/chunk=0000/_temporary")) {
      killAt(moment, inputs);
    }
    assertThat(resume(inputs).status()).isEqualTo(5);
    // Now inputs change, so that old chunks have to go.
    for (Path file : TestData.list(inputs, "-1.pftrace")) {
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
    }
    for (String moment : List.of("_parts/chunk=0005/_SUCCESS", "profiles/chunk=0006")) {
      killAt(moment, inputs);
    }
    SparkCluster.Result resumed = resume(inputs);
    assertThat(resumed.err()).contains(" already done, 1 failed");
    assertThat(resumed.status()).isEqualTo(5);

    assertThat(submit("local[2]", List.of(), inputs, "at-once", List.of()).result().status())
        .isEqualTo(5);
    assertThat(content("killed")).isEqualTo(content("at-once"));
  }

  private void killAt(String moment, Path inputs) throws IOException, InterruptedException {
    SparkCluster.Submission job =
        submit("local[2]", List.of("--conf", SMALL_CHUNKS), inputs, "killed", List.of("--resume"));
    job.killWhenExists(folder.resolve("killed").resolve(moment));
  }

  private SparkCluster.Result resume(Path inputs) throws IOException, InterruptedException {
    return submit(
            "local[2]", List.of("--conf", SMALL_CHUNKS), inputs, "killed", List.of("--resume"))
        .result();
  }

  @Test
  void inputThatEndsExecutorsIsAnErrorAndNotTheEnd() throws IOException, InterruptedException {
    Path inputs = copies(1);
    Files.copy(TestData.recording("names"), inputs.resolve("deadly.pftrace"));

    SparkCluster.Result result =
        submit(cluster.url(), faulty(), inputs, "tables", List.of()).result();

    assertThat(result.status()).as(result.err()).isEqualTo(5);
    assertThat(errors()).containsExactly("deadly.pftrace internal-error");
    assertThat(result.err()).contains("8 converted, 0 already done, 1 failed");
  }

  @Test
  void inputThatNeedsTooMuchMemoryIsAnErrorAndOthersAreNot()
      throws IOException, InterruptedException {
    Path inputs = copies(1);
    try (BufferedWriter dump = Files.newBufferedWriter(inputs.resolve("huge.heap"))) {
      dump.write("heap profile: 1: 1024 [1: 1024] @ heap/524288\n");
      for (int stack = 1; stack < 2_000_000; stack++) {
        dump.write("1: 1024 [1: 1024] @ 0x" + Integer.toHexString(stack) + "000 0x1\n");
      }
    }

    SparkCluster.Result result =
        submit(
                cluster.url(),
                List.of(
                    "--conf",
                    "spark.executor.memory=256m",
                    "--conf",
                    "spark.testing.reservedMemory=20000000"),
                inputs,
                "tables",
                List.of())
            .result();

    assertThat(result.status()).as(result.err()).isEqualTo(5);
    assertThat(errors()).containsExactly("huge.heap out-of-memory");
    assertThat(result.err()).contains("8 converted, 0 already done, 1 failed");
  }

  private List<String> errors() {
    List<String> errors = new ArrayList<>();
    for (Row row :
        FleetTable.query(
            folder.resolve("tables"), "SELECT input, id FROM errors ORDER BY input DESC")) {
      errors.add(row.getString(0).replaceFirst(".*/", "") + " " + row.getString(1));
    }
    errors.sort(null);
    return errors;
  }

  /** Settings with which the file system of faults is used. */
  private static List<String> faulty() {
    List<String> settings = new ArrayList<>();
    FaultyFileSystem.settings()
        .forEach((name, value) -> settings.addAll(List.of("--conf", name + "=" + value)));
    return settings;
  }

  private TreeMap<String, List<String>> content(String table) {
    return FleetTable.content(folder.resolve(table));
  }

  private SparkCluster.Submission submit(
      String master, List<String> settings, Path inputs, String table, List<String> options)
      throws IOException {
    return cluster.submit(master, arguments(settings, inputs, table, options));
  }

  private List<String> arguments(
      List<String> settings, Path inputs, String table, List<String> options) {
    List<String> arguments = new ArrayList<>(settings);
    arguments.addAll(List.of(JAR, inputs.toString(), "--output", folder.resolve(table).toString()));
    arguments.addAll(options);
    return arguments;
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

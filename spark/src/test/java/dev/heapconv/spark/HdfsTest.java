package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.cli.JobCommand;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces and table on an HDFS: the rows are those of a table on a disk. */
@Tag("nightly")
class HdfsTest {

  private static final String DATE = "2026-11-24";

  @TempDir private static Path disk;

  private static MiniDFSCluster cluster;
  private static FileSystem hdfs;

  @BeforeAll
  static void start() throws IOException {
    assertThat(TestSession.spark()).isNotNull();
    cluster =
        new MiniDFSCluster.Builder(new Configuration(), disk.resolve("hdfs").toFile())
            .numDataNodes(2)
            .build();
    hdfs = cluster.getFileSystem();
    for (String name : List.of("truth_i4096", "truth_i512", "sqlite_i4096", "names")) {
      Path trace = Files.createDirectories(disk.resolve("in")).resolve("device-" + name);
      Files.write(trace, TestData.bytes(TestData.recording(name)));
    }
    Files.writeString(disk.resolve("in/device-bad"), "no trace");
    hdfs.copyFromLocalFile(onDisk("in"), hadoop("/in"));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private static org.apache.hadoop.fs.Path hadoop(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  private static org.apache.hadoop.fs.Path onDisk(String name) {
    return new org.apache.hadoop.fs.Path(disk.resolve(name).toUri());
  }

  private static int job(String inputs, String table) {
    return JobCommand.run(
        FleetJob::run, inputs, "--table", table, "--date", DATE, "--device", "device-(.*)", "-q");
  }

  private static String uri(String path) {
    return hdfs.getUri() + path;
  }

  /** The rows of a table on the HDFS. */
  private static List<String> rows(String table) throws IOException {
    Path copy = disk.resolve("copy-of" + table.replace('/', '-'));
    hdfs.copyToLocalFile(hadoop(table), new org.apache.hadoop.fs.Path(copy.toUri()));
    return SparkTables.rowsOf(copy.toString());
  }

  @Test
  void rowsAreThoseOfATableOnADisk() throws IOException {
    assertThat(job(disk.resolve("in").toString(), disk.resolve("table").toString())).isEqualTo(5);
    assertThat(job(uri("/in"), uri("/table"))).isEqualTo(5);
    List<String> rows = rows("/table");
    assertThat(rows).hasSizeGreaterThan(20).anyMatch(row -> row.contains("unknown-format"));
    assertThat(withoutPlaces(rows))
        .isEqualTo(withoutPlaces(SparkTables.rowsOf(disk.resolve("table").toString())));
    assertThat(Stream.of(hdfs.listStatus(hadoop("/table"))).map(FileStatus::getPath))
        .noneMatch(path -> path.getName().startsWith("."));
  }

  /** Rows name their traces, which are in two places here. */
  private static List<String> withoutPlaces(List<String> rows) {
    return rows.stream()
        .map(row -> row.replaceAll("(hdfs|file):[^\"]*/in/|/[^\"]*/in/", ""))
        .sorted()
        .toList();
  }

  @Test
  void twoAtOnceAndOneAfterThemWriteTheSame() throws Exception {
    List<CompletableFuture<Integer>> runs =
        Stream.of(1, 2)
            .map(i -> CompletableFuture.supplyAsync(() -> job(uri("/in"), uri("/twice"))))
            .toList();
    for (CompletableFuture<Integer> run : runs) {
      assertThat(run.get()).isEqualTo(5);
    }
    assertThat(job(uri("/in"), uri("/once"))).isEqualTo(5);
    List<String> once = rows("/once");
    assertThat(rows("/twice")).isEqualTo(once);
    assertThat(job(uri("/in"), uri("/twice"))).isEqualTo(5);
    hdfs.rename(hadoop("/twice"), hadoop("/again"));
    assertThat(rows("/again")).isEqualTo(once);
  }
}

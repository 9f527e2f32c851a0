package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.StackChoice;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The whole job. */
@Isolated("messages go to the standard error of the process")
@Tag("slow")
class FleetTest extends FleetFixture {

  @Test
  void everyRecordingHasTheTotalsThatTheLibraryEstimates() throws IOException {
    Path merged = folder.resolve("fleet.pb.gz");
    Path summary = folder.resolve("fleet.csv");
    List<Object> arguments = new ArrayList<>(recordings());
    arguments.addAll(List.of("--merge-into", merged, "--summary", summary, "--by", "library"));
    assertThat(run(arguments.toArray())).as(messages()).isIn(0, 5);

    List<Row> rows =
        FleetTable.query(
            tables,
            "SELECT input, sum(alloc_space), sum(objects), count(DISTINCT stack_id)"
                + " FROM profiles JOIN stacks USING (stack_id) GROUP BY input");

    List<Path> files = new ArrayList<>();
    for (Path recording : recordings()) {
      try (Stream<Path> walk = Files.walk(recording)) {
        walk.filter(file -> file.toString().endsWith(".pftrace")).forEach(files::add);
      }
    }
    Map<String, Row> byInput = new TreeMap<>();
    rows.forEach(row -> byInput.put(row.getString(0), row));
    List<Row> failures = FleetTable.query(tables, "SELECT input FROM errors");
    assertThat(byInput.size() + failures.size()).isGreaterThanOrEqualTo(files.size());
    double total = 0;
    for (Map.Entry<String, Row> input : byInput.entrySet()) {
      EstimatedProfile profile = estimates(Path.of(input.getKey().substring("file:".length())));
      assertSum(input.getValue(), 1, total(profile, View.ALLOC_SPACE));
      assertSum(input.getValue(), 2, total(profile, View.OBJECTS));
      total += total(profile, View.ALLOC_SPACE);
    }

    assertThat(total(estimates(merged), View.ALLOC_SPACE)).isCloseTo(total, withinPercentage(1e-4));
    assertThat(FleetTable.query(tables, "SELECT * FROM totals"))
        .hasSize(Files.readAllLines(summary).size() - 1);
  }

  private static EstimatedProfile estimates(Path file) throws IOException {
    return HeapConv.unskew(
        HeapConv.read(InputSource.file(file), ReadOptions.DEFAULT), UnskewOptions.DEFAULT);
  }

  private static double total(EstimatedProfile profile, View view) {
    double total = 0;
    for (EstimatedHeap heap : profile.latestDumps()) {
      total += heap.column(view) == null ? 0 : heap.column(view).total();
    }
    return total;
  }

  @Test
  void resumeConvertsOnlyWhatIsNewOrChanged() throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    Path changed = copy("truth_i4096", inputs.resolve("changed.pftrace"));
    copy("names", inputs.resolve("same-2026-11-22T10:00:00.pftrace"));
    Path deleted = copy("deeprec", inputs.resolve("deleted.pftrace"));
    Path bad = Files.writeString(inputs.resolve("bad.pftrace"), "no trace");
    Files.writeString(inputs.resolve("README.md"), "text");
    assertThat(run(inputs)).isEqualTo(5);
    assertThat(messages())
        .contains("heapconv: 3 converted, 0 already done, 1 failed, 1 skipped (not profiles)");

    assertThat(run(inputs)).as("without --resume").isEqualTo(2);
    assertThat(run(inputs, "--resume")).isEqualTo(5);
    assertThat(messages())
        .contains("heapconv: 0 converted, 4 already done, 1 failed, 1 skipped")
        .contains("bad.pftrace: failed in an earlier job");

    copy("names", changed);
    copy("phases_i512", inputs.resolve("new.pftrace"));
    Files.delete(deleted);
    copy("names", bad);
    assertThat(run(inputs, "--resume")).isZero();
    assertThat(messages()).contains("heapconv: 3 converted, 1 already done, 0 failed, 1 skipped");

    TreeMap<String, List<String>> resumed = FleetTable.content(tables);
    // What was deleted keeps its rows, as in the manifest of a batch.
    copyBack("deeprec", deleted, resumed);
    tables = folder.resolve("at-once");
    assertThat(run(inputs)).isZero();
    TreeMap<String, List<String>> atOnce = FleetTable.content(tables);
    assertThat(resumed.get("profiles")).isEqualTo(atOnce.get("profiles"));
    assertThat(resumed.get("inputs")).isEqualTo(atOnce.get("inputs"));
    assertThat(resumed.get("errors")).isEqualTo(atOnce.get("errors")).isEmpty();
    // A stack stays when the recordings that had it are replaced.
    assertThat(resumed.get("stacks")).containsAll(atOnce.get("stacks")).doesNotHaveDuplicates();
  }

  /** Restores a file with the time that the table of inputs has for it. */
  private static void copyBack(String name, Path file, TreeMap<String, List<String>> content)
      throws IOException {
    copy(name, file);
    String row =
        content.get("inputs").stream()
            .filter(one -> one.contains(file.getFileName().toString()))
            .findFirst()
            .orElseThrow();
    String time = row.replaceFirst(".*\"modified\":\"([^\"]*)\".*", "$1");
    Files.setLastModifiedTime(
        file, FileTime.from(java.time.OffsetDateTime.parse(time).toInstant()));
  }

  private static Path copy(String name, Path to) throws IOException {
    Files.write(to, TestData.recordingBytes(name));
    return to;
  }

  @Test
  void contentDecidesIfAsked() throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    Path touched = copy("names", inputs.resolve("touched.pftrace"));
    Path changed = Files.write(inputs.resolve("changed.pftrace"), new byte[100]);
    FileTime time = Files.getLastModifiedTime(changed);
    assertThat(run(inputs)).isEqualTo(5);

    Files.setLastModifiedTime(touched, FileTime.fromMillis(0));
    byte[] other = new byte[100];
    other[0] = 'x';
    Files.write(changed, other);
    Files.setLastModifiedTime(changed, time);
    assertThat(run(inputs, "--resume", "--changed-by", "hash")).isEqualTo(5);
    assertThat(messages())
        .contains("1 of 2 inputs are done already")
        .contains("changed.pftrace: not a heap profile");

    assertThat(run(inputs, "--resume", "--retry-failed")).isEqualTo(5);
    assertThat(messages()).contains("heapconv: 1 converted, 0 already done, 1 failed");
  }

  @Test
  void membersOfAnArchiveAreInputs() throws IOException {
    Path zip =
        Files.write(
            folder.resolve("week.zip"),
            Containers.zip(
                "a.pftrace",
                TestData.recordingBytes("names"),
                "b/b.pftrace",
                TestData.recordingBytes("deeprec"),
                "notes.txt",
                "text".getBytes(StandardCharsets.UTF_8)));

    assertThat(run(zip)).as(messages()).isZero();
    assertThat(
            FleetTable.query(tables, "SELECT input, archive, members FROM inputs ORDER BY input"))
        .extracting(Row::toString)
        .containsExactly(
            "[file:" + zip + ",null,2]",
            "[file:" + zip + "!a.pftrace,file:" + zip + ",-1]",
            "[file:" + zip + "!b/b.pftrace,file:" + zip + ",-1]");

    Files.write(zip, Containers.zip("c.pftrace", TestData.recordingBytes("names")));
    assertThat(run(zip, "--resume")).isZero();
    assertThat(FleetTable.query(tables, "SELECT DISTINCT input FROM profiles"))
        .extracting(row -> row.getString(0))
        .containsExactly("file:" + zip + "!c.pftrace");
    assertThat(FleetTable.query(tables, "SELECT * FROM inputs")).hasSize(2);
  }

  @Test
  void whatChangesNumbersIsAsInABatch() throws IOException {
    Path trace = TestData.recording("truth_i4096");
    assertThat(run(trace)).isZero();
    assertThat(run(trace, "--resume", "--cutoff", "1024", "--ignore", "main"))
        .as(messages())
        .isZero();
    assertThat(messages()).contains("heapconv: 1 converted");
    EstimatedProfile profile =
        new Unskewing(
                new UnskewSetup(
                    new UnskewOptions(true, UnskewOptions.Cutoff.BYTES, 1024, 0.95, true),
                    null,
                    new StackChoice(null, Pattern.compile("main"))))
            .apply(HeapConv.read(InputSource.file(trace), ReadOptions.DEFAULT));
    Row sums =
        FleetTable.query(tables, "SELECT sum(alloc_space), sum(objects) FROM profiles").get(0);
    assertSum(sums, 0, total(profile, View.ALLOC_SPACE));
    assertSum(sums, 1, total(profile, View.OBJECTS));
    assertThat(run(trace, "--resume", "--heap", "no.such.heap")).as(messages()).isEqualTo(5);
    assertThat(run(trace, "--resume", "--sizes-from", trace, "--unskew", "none")).isEqualTo(2);
  }

  private static void assertSum(Row sums, int column, double expected) {
    assertThat(sums.isNullAt(column) ? 0 : sums.getDouble(column))
        .isCloseTo(expected, within(1e-6 * expected + 1e-9));
  }

  @Test
  void sizesAreLearntWithoutConvertingAgain() throws IOException {
    Path trace = TestData.recording("truth_i4096");
    assertThat(run(trace)).isZero();
    Path sizes = folder.resolve("fleet.sizes.gz");
    assertThat(run(trace, "--resume", "--learn-sizes", sizes)).isZero();
    assertThat(messages()).contains("heapconv: 0 converted, 1 already done");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(sizes))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("heapconv sizes 1\nT\t4096\t4096\n");
    }
    assertThat(run(trace, "--resume", "--sizes-from", sizes)).isZero();
    assertThat(messages()).contains("heapconv: 1 converted");
  }

  @Test
  void copiesAndInputsWithoutADeviceAreMentioned() throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    for (String name : List.of("b", "device-1", "device-2", "device-3")) {
      copy(name.equals("device-2") ? "deeprec" : "names", inputs.resolve(name + ".pftrace"));
    }
    String[] summary = {"--summary", folder.resolve("fleet.csv").toString()};
    String first = "file:" + inputs + "/b.pftrace";

    assertThat(run(inputs, summary[0], summary[1], "--device", "devise-(.)")).isEqualTo(2);
    assertThat(messages())
        .contains("'devise-(.)': finds no device in the names of 4 inputs, such as " + first)
        .contains("; correct --device and add --resume");
    assertThat(folder.resolve("fleet.csv")).doesNotExist();

    assertThat(run(inputs, summary[0], summary[1], "--device", "device-(.)", "--resume")).isZero();
    assertThat(messages())
        .contains("heapconv: 0 converted, 4 already done")
        .contains("warning: 1 of 4 inputs have no device, for example " + first + ";")
        .contains("warning: 2 inputs are copies of others and count again, for example file:")
        .contains("/device-1.pftrace of " + first);
    assertThat(Files.readAllLines(folder.resolve("fleet.csv"))).hasSizeGreaterThan(1);
    assertThat(FleetTable.query(tables, "SELECT DISTINCT device FROM profiles ORDER BY device"))
        .extracting(row -> row.getString(0))
        .containsExactly("1", "2", "3", first);

    assertThat(run(inputs.resolve("device-2.pftrace"), "--resume", "--device", "device-(.)"))
        .isZero();
    assertThat(messages()).as("of the inputs that are named").doesNotContain("warning");
  }

  @Test
  void tooManyFailuresStopTheJob() throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    for (int i = 0; i < 3 * TestSession.CHUNK; i++) {
      Files.writeString(inputs.resolve(i + ".pftrace"), "no trace");
    }
    assertThat(run(inputs, "--max-failures", "1")).isEqualTo(5);
    assertThat(messages())
        .contains("heapconv: 0 converted, 0 already done, 6 failed")
        .contains("stopped because too many inputs failed");
    assertThat(run(inputs, "--resume")).isEqualTo(5);
    assertThat(messages()).contains("heapconv: 0 converted, 6 already done, 18 failed");
  }

  @Test
  void fileSystemThatFailsIsAskedAgain() throws IOException {
    Path inputs = Files.createDirectory(folder.resolve("inputs"));
    for (String name : List.of("flaky", "broken")) {
      Path file = copy("names", inputs.resolve(name + ".pftrace"));
      Files.createFile(FaultyFileSystem.outage(file));
    }
    copy("deeprec", inputs.resolve("good.pftrace"));

    assertThat(run(inputs)).isEqualTo(5);

    assertThat(messages())
        .contains("heapconv: 2 converted, 0 already done, 1 failed")
        .contains("1 failed with unreadable, for example file:" + inputs + "/broken.pftrace")
        .contains("connection refused");
    Files.delete(FaultyFileSystem.outage(inputs.resolve("broken.pftrace")));
    assertThat(run(inputs, "--resume")).as("with a file system that works").isZero();
  }

  @Test
  void otherProgramsReadTheTables() throws IOException, SQLException {
    List<String> arguments = new ArrayList<>();
    TestData.varied().forEach(name -> arguments.add(TestData.recording(name).toString()));
    assertThat(run(arguments.toArray())).as(messages()).isZero();
    String sql =
        """
        SELECT build, process, %s.function, sum(alloc_space)
        FROM %s JOIN %s USING (stack_id)
        GROUP BY ALL ORDER BY ALL\
        """;

    List<String> expected =
        FleetTable.query(tables, sql.formatted("get(frames, 3)", "profiles", "stacks")).stream()
            .map(
                row -> row.get(0) + " " + row.get(1) + " " + row.get(2) + " " + rounded(row.get(3)))
            .sorted()
            .toList();

    List<String> found = new ArrayList<>();
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(sql.formatted("frames[4]", glob("profiles"), glob("stacks")))) {
      while (rows.next()) {
        found.add(
            rows.getString(1)
                + " "
                + rows.getString(2)
                + " "
                + rows.getString(3)
                + " "
                + rounded(rows.getObject(4)));
      }
    }
    found.sort(null);
    assertThat(found).hasSizeGreaterThan(10).isEqualTo(expected);
  }

  private String glob(String table) {
    return "'" + tables.resolve(table) + "/*/*.parquet'";
  }

  /** Sums depend on their order in the last digits. */
  private static String rounded(Object sum) {
    return sum == null ? "null" : String.format("%.6e", (Double) sum);
  }

  @Test
  void badCommandLinesAndInputsAreToldBeforeAnyWork() throws IOException {
    Path trace = TestData.recording("names");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(run(empty)).isEqualTo(3);
    assertThat(run("--list", "/no/such/list")).isEqualTo(3);
    assertThat(run()).isEqualTo(2);
    assertThat(run(trace, "--resume", "--restart")).isEqualTo(2);
    assertThat(run(trace, "--changed-by", "name")).isEqualTo(2);
    assertThat(run(trace, "--confidence", "2")).isEqualTo(2);
    assertThat(run(trace, "--device", "(")).isEqualTo(2);
    assertThat(run(trace, "--include", "[")).isEqualTo(2);
    assertThat(run(trace, "--by", "dump")).isEqualTo(2);
    assertThat(run(trace, "--by", "stack", "--sort", "space_p95")).isEqualTo(2);
    assertThat(run(trace, "--sort", "size")).isEqualTo(2);
    assertThat(run(trace, "--group-by", "devise")).isEqualTo(2);
    assertThat(run(trace, "--merge-into", "fleet.csv")).isEqualTo(2);
    assertThat(run(trace, "--summary", "fleet.pb.gz")).isEqualTo(2);
    assertThat(run(trace, "--summary", folder.resolve("10:00.csv"))).isEqualTo(2);
    assertThat(messages()).contains("/10:00.csv' has a colon in its name");
    assertThat(run(trace, "--list", "10:00.txt")).isEqualTo(2);
    assertThat(run(trace, "--sizes-from", "/no/such/lab")).isEqualTo(3);
    assertThat(messages()).contains("/no/such/lab: no such file");
    assertThat(run(trace, "--proguard-map", trace)).isEqualTo(3);
    assertThat(messages()).contains("not a map of R8 or ProGuard");
    assertThat(tables).doesNotExist();
  }
}

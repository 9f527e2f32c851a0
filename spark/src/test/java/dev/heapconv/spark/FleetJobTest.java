package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.cli.JobCommand;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job writes the table that {@code fleet add} writes. */
@Tag("slow")
class FleetJobTest {

  @TempDir Path folder;

  private String err = "";

  @BeforeEach
  void putInputs() throws IOException {
    assertThat(TestSession.spark()).isNotNull();
    put("device-1/2026-11-20.pftrace", TestData.bytes(TestData.recording("truth_i4096")));
    put("device-1/2026-11-21.pftrace", TestData.bytes(TestData.recording("truth_i512")));
    put("device-2/2026-11-21.pftrace", TestData.bytes(TestData.recording("sqlite_i4096")));
    put(
        "device-3/2026-11-21.zip",
        Containers.zip("a.pftrace", TestData.bytes(TestData.recording("names")), "b", new byte[9]));
    put("device-4/2026-11-21.pftrace", new byte[] {1, 2, 3});
    put("device-5/.hidden", new byte[] {1});
  }

  private void put(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private int job(String table, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                folder.resolve("in").toString(),
                "--table",
                folder.resolve(table).toString(),
                "-q"));
    words.addAll(List.of(options));
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      return JobCommand.run(FleetJob::run, words.toArray(String[]::new));
    } finally {
      System.setErr(before);
      err = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private int add(String table, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, "dev.heapconv.cli.Main"));
    command.addAll(List.of("fleet", "add", folder.resolve(table).toString()));
    command.add(folder.resolve("in").toString());
    command.addAll(List.of(options));
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /** What tables say, row by row. */
  private List<String> rows(String table) {
    return SparkTables.rowsOf(folder.resolve(table).toString());
  }

  @Test
  void theTableIsThatOfFleetAdd() throws Exception {
    String[] options = {
      "--device",
      "device-\\d",
      "--date",
      "\\d{4}-\\d\\d-\\d\\d",
      "--callers",
      "--labels",
      "",
      "--hash-devices",
      "salt"
    };
    options[6] =
        Files.writeString(
                folder.resolve("labels.csv"), "device,cohort,weight\ndevice-1,beta,2\ndevice-2,,\n")
            .toString();
    assertThat(add("added", options)).isEqualTo(5);
    assertThat(job("job", options)).as(err).isEqualTo(5);
    List<String> rows = rows("job");
    assertThat(rows).isEqualTo(rows("added")).hasSizeGreaterThan(20);
    assertThat(rows)
        .noneMatch(row -> row.contains("device-"))
        .anyMatch(row -> row.contains("beta"));
    // Again it is the same, and what was repaired is no error any more.
    assertThat(job("job", options)).isEqualTo(5);
    assertThat(rows("job")).isEqualTo(rows);
    put("device-4/2026-11-21.pftrace", TestData.bytes(TestData.recording("names")));
    assertThat(job("job", options)).as(err).isZero();
    assertThat(rows("job")).noneMatch(row -> row.contains("unknown-format"));
    assertThat(folder.resolve("job")).isDirectoryNotContaining("glob:**/.heapconv*");
  }

  /** In any order, and by whoever: the table is the same. */
  @Test
  void lateRecordingsAreAddedToTheirDay() throws Exception {
    String[] day = {"--date", "2026-11-21", "--device", "device-(\\d)"};
    assertThat(job("whole", day)).as(err).isEqualTo(5);
    List<String> whole = rows("whole");
    Path all = folder.resolve("in");
    Path some = Files.createDirectories(folder.resolve("later"));
    Files.move(all.resolve("device-1"), some.resolve("device-1"));
    assertThat(job("job", day)).as(err).isEqualTo(5);
    Files.move(all.resolve("device-2"), some.resolve("device-2"));
    Files.move(some.resolve("device-1"), all.resolve("device-1"));
    assertThat(job("job", "--date", "2026-11-22")).as(err).isEqualTo(5);
    assertThat(rows("job")).isNotEqualTo(whole);
    assertThat(add("job", day)).isEqualTo(5);
    Files.move(some.resolve("device-2"), all.resolve("device-2"));
    assertThat(job("job", day)).as(err).isEqualTo(5);
    assertThat(rows("job")).isEqualTo(whole);
    assertThat(folder.resolve("job")).isDirectoryNotContaining("glob:**/.heapconv*");
    assertThat(job("job", "--date", "(\\d{8})-none")).isEqualTo(2);
    assertThat(err).contains("finds no date in the names of");
  }

  @Test
  void whatIsTooLargeIsAnError() {
    assertThat(job("job", "--max-trace-memory", "8398608")).isEqualTo(5);
    assertThat(rows("job"))
        .anyMatch(
            row -> row.contains("\"id\":\"too-large\"") && row.contains("device-1/2026-11-20"))
        .noneMatch(row -> row.contains("\"status\":\"ok\"") && row.contains("2026-11-20"));
  }

  @Test
  void devicesThatAreNotFoundAreSaid() {
    assertThat(job("job", "--device", "phone-(\\d)")).isEqualTo(2);
    assertThat(err).contains("'phone-(\\d)'", "5 inputs");
    assertThat(folder.resolve("job/functions")).doesNotExist();
  }

  @Test
  void mistakesAreSaid() {
    assertThat(JobCommand.run(FleetJob::run, "in")).isEqualTo(2);
    assertThat(JobCommand.run(FleetJob::run, "--table", "t")).isEqualTo(2);
    assertThat(JobCommand.run(FleetJob::run, "in", "--table", "t", "--part", "1/2")).isEqualTo(2);
  }
}

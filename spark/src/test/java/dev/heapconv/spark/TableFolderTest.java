package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.batch.BatchTally;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetLock;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks have written takes the place of whole days, or nothing does. */
class TableFolderTest {

  private static final String FUNCTIONS = "functions/date=2026-11-24/";
  private static final String RECORDINGS = "recordings/date=2026-11-24/";
  private static final String ERRORS = "errors/date=2026-11-24/";
  private static final String OTHER_DAY = "functions/date=2026-11-23/old.parquet";

  @TempDir Path table;

  @BeforeEach
  void hadoopRunsHere() {
    SparkHome.assumeSparkRunsHere();
  }

  private TableFolder open() throws IOException {
    return TableFolder.open(table.toString(), new Configuration());
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, file.getFileName().toString());
  }

  private void writeOldDays() throws IOException {
    for (String folder : List.of(FUNCTIONS, RECORDINGS, ERRORS)) {
      write(table.resolve(folder + "old.parquet"));
    }
    write(table.resolve(OTHER_DAY));
  }

  /** Writes what an attempt of a task would write. */
  private static TaskOutput output(TableFolder folder, int attempt, String... files)
      throws IOException {
    Path path = Path.of(URI.create(folder.attempts())).resolve(Integer.toString(attempt));
    for (String file : files) {
      write(path.resolve(file));
    }
    return new TaskOutput(
        path.toUri().toString(),
        List.of(files),
        new BatchTally(Long.MAX_VALUE).result(),
        new FleetOrigins(null, null, LocalDate.EPOCH, FleetLabels.NONE).counts());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> table.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void daysAreReplacedByTheAttemptsThatCount() throws IOException {
    writeOldDays();
    try (TableFolder folder = open()) {
      List<TaskOutput> outputs = new ArrayList<>();
      outputs.add(output(folder, 1, FUNCTIONS + "task-0.parquet", RECORDINGS + "task-0.parquet"));
      // The same task, which died or was slower.
      output(folder, 2, FUNCTIONS + "task-0.parquet", FUNCTIONS + "task-0-more.parquet");
      outputs.add(output(folder, 3, RECORDINGS + "task-1.parquet", "sizes"));
      folder.replace(outputs);
    }
    assertThat(files())
        .containsExactly(
            OTHER_DAY,
            FUNCTIONS + "task-0.parquet",
            RECORDINGS + "task-0.parquet",
            RECORDINGS + "task-1.parquet");
  }

  @Test
  void aTableThatWasTakenByAnotherStays() throws IOException {
    writeOldDays();
    List<String> before = files();
    Path lock = table.resolve(FleetLock.NAME);
    try (TableFolder folder = open()) {
      TaskOutput output = output(folder, 1, RECORDINGS + "task-0.parquet");
      String other = FleetLock.holder() + " or later";
      Files.writeString(lock, other);
      assertThatThrownBy(() -> folder.replace(List.of(output)))
          .isInstanceOf(HeapConvException.class)
          .hasMessageContaining(other);
    }
    assertThat(lock).exists();
    Files.delete(lock);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void whatKilledJobsLeftIsDeleted() throws IOException {
    try (TableFolder killed = open()) {
      output(killed, 1, FUNCTIONS + "task-0.parquet");
      Path lock = table.resolve(FleetLock.NAME);
      Files.writeString(lock, FleetLock.holder().replaceFirst("process \\d+", "process 999999999"));
      try (TableFolder next = open()) {
        assertThat(Path.of(URI.create(killed.attempts()))).doesNotExist();
        assertThat(next.attempts()).isNotEqualTo(killed.attempts());
      }
      assertThat(files()).isEmpty();
    }
  }
}

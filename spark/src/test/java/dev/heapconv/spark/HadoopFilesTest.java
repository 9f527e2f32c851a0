package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.BatchTally;
import dev.heapconv.fleet.FleetFolder;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks have written takes the place of whole days, or nothing does. */
class HadoopFilesTest {

  private static final String FUNCTIONS = "functions/date=2026-11-24/";
  private static final String RECORDINGS = "recordings/date=2026-11-24/";
  private static final String ERRORS = "errors/date=2026-11-24/";
  private static final String OTHER_DAY = "functions/date=2026-11-23/old.parquet";

  @TempDir Path table;

  @BeforeEach
  void hadoopRunsHere() {
    SparkHome.assumeSparkRunsHere();
  }

  private HadoopFiles hadoop() throws IOException {
    return HadoopFiles.of(table.toString(), new Configuration());
  }

  private FleetFolder open() throws IOException {
    return FleetFolder.open(hadoop(), table.toString(), BatchPart.WHOLE);
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
  private TaskOutput output(FleetFolder folder, int attempt, String... files) throws IOException {
    Path path = table.resolve(folder.scratch("attempts")).resolve(Integer.toString(attempt));
    for (String file : files) {
      write(path.resolve(file));
    }
    return new TaskOutput(
        path.toUri().toString(),
        List.of(files),
        new BatchTally(Long.MAX_VALUE).result(),
        new FleetOrigins(null, null, LocalDate.EPOCH, FleetLabels.NONE, null).counts());
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
    try (FleetFolder folder = open()) {
      List<TaskOutput> outputs = new ArrayList<>();
      outputs.add(output(folder, 1, FUNCTIONS + "task-0.parquet", RECORDINGS + "task-0.parquet"));
      // The same task, which died or was slower.
      output(folder, 2, FUNCTIONS + "task-0.parquet", FUNCTIONS + "task-0-more.parquet");
      outputs.add(output(folder, 3, RECORDINGS + "task-1.parquet", "sizes"));
      folder.replace(FleetJob.collect(folder, hadoop(), outputs));
    }
    assertThat(files())
        .containsExactly(
            OTHER_DAY,
            FUNCTIONS + "task-0.parquet",
            RECORDINGS + "task-0.parquet",
            RECORDINGS + "task-1.parquet");
  }

  /** Between any two renames, a driver is killed; then comes a job of another day. */
  @Test
  void aKilledDriverLosesNoDay() throws IOException {
    for (int renames = 0; renames < 5; renames++) {
      FileUtils.cleanDirectory(table.toFile());
      writeOldDays();
      String hidden = ".heapconv-new-part-1-of-1/";
      write(table.resolve(hidden + FUNCTIONS + "new.parquet"));
      write(table.resolve(hidden + RECORDINGS + "new.parquet"));
      HadoopFiles files = hadoop();
      List<String> units = new ArrayList<>();
      for (String day : List.of(FUNCTIONS, ERRORS, RECORDINGS)) {
        units.add(day.substring(0, day.length() - 1));
      }
      files.create(hidden + "plan", "+%s\n-%s\n+%s".formatted(units.toArray()));
      List<String[]> moves = new ArrayList<>();
      for (String unit : units) {
        moves.add(new String[] {unit, hidden + "old/" + unit});
        moves.add(new String[] {hidden + unit, unit});
      }
      moves.remove(3);
      for (String[] move : moves.subList(0, renames)) {
        files.move(move[0], move[1]);
      }
      open().close();
      assertThat(files())
          .as(renames + " renames")
          .containsExactly(OTHER_DAY, FUNCTIONS + "new.parquet", RECORDINGS + "new.parquet");
    }
  }

  @Test
  void filesAreWrittenOnceAndLocksAreSeen() throws IOException {
    HadoopFiles files = hadoop();
    assertThat(files.read("a/b")).isNull();
    assertThat(files.list("a")).isEmpty();
    assertThat(files.create("a/b", "text")).isTrue();
    assertThat(files.create("a/b", "other")).isFalse();
    assertThat(files.read("a/b")).isEqualTo("text");
    assertThat(files.list("a")).containsExactly("b");
    files.delete("a");
    files.delete("a");
    assertThat(files.exists("a/b")).isFalse();
    try (FleetFolder folder = open()) {
      assertThat(folder).isNotNull();
      assertThatThrownBy(this::open).hasMessageContaining("another batch is writing");
    }
    assertThat(files()).isEmpty();
  }
}

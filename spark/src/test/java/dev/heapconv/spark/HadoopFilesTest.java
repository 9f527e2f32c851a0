package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fleet.FleetFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the attempts of tasks that count have written is beside what was there. */
class HadoopFilesTest {

  private static final String FUNCTIONS = "functions/date=2026-11-24/";
  private static final String RECORDINGS = "recordings/date=2026-11-24/";

  @TempDir Path table;

  @BeforeEach
  void hadoopRunsHere() {
    SparkHome.assumeSparkRunsHere();
  }

  private HadoopFiles hadoop() throws IOException {
    return HadoopFiles.of(table.toString(), new Configuration());
  }

  private void write(String name) throws IOException {
    Path file = table.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
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
  void onlyAttemptsThatCountArePublished() throws IOException {
    write(FUNCTIONS + "old.parquet");
    try (FleetFolder folder = new FleetFolder(hadoop(), "t")) {
      String attempt = folder.hidden() + "/";
      write(attempt + "1/" + FUNCTIONS + "a.parquet");
      write(attempt + "1/" + RECORDINGS + "a.parquet");
      // The same task, which died or was slower.
      write(attempt + "2/" + FUNCTIONS + "b.parquet");
      write(attempt + "3/" + RECORDINGS + "c.parquet");
      folder.publish(List.of(attempt + "1", attempt + "3"));
    }
    assertThat(files())
        .containsExactly(
            FUNCTIONS + "a.parquet",
            FUNCTIONS + "old.parquet",
            RECORDINGS + "a.parquet",
            RECORDINGS + "c.parquet");
  }

  @Test
  void whatIsNotThereIsNoError() throws IOException {
    HadoopFiles files = hadoop();
    assertThat(files.list("a")).isEmpty();
    write("a/b");
    assertThat(files.list("a")).containsExactly("b");
    assertThat(files.changed("a/b")).isNotNull();
    assertThat(files.changed("a/c")).isNull();
    files.delete("a");
    files.delete("a");
    assertThat(files()).isEmpty();
  }
}

package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.UnskewOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The job in this process, on two threads. */
@Isolated("a process has one Spark")
@Tag("slow")
class FleetTest {

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void masterIsThisProcess() {
    SparkHome.assumeSparkRunsHere();
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
    table = folder.resolve("table");
  }

  @AfterEach
  void restore() {
    System.clearProperty("spark.master");
    System.clearProperty("spark.ui.enabled");
  }

  @Test
  void tableHoldsWhatTheLibraryEstimates() throws IOException {
    List<List<Object>> expected = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (String name : TestData.varied()) {
      Path recording = TestData.recording(name);
      arguments.add(recording.toString());
      EstimatedProfile profile =
          HeapConv.unskew(
              HeapConv.read(InputSource.file(recording), ReadOptions.DEFAULT),
              UnskewOptions.DEFAULT);
      for (EstimatedHeap heap : profile.heaps()) {
        List<Object> row = new ArrayList<>();
        row.add("file:" + recording);
        row.add(Files.size(recording));
        row.add(heap.info().process());
        row.add(heap.info().heap());
        row.add(heap.info().dump());
        for (View view : View.ALL) {
          row.add(heap.column(view) == null ? null : heap.column(view).total());
        }
        expected.add(row);
      }
    }
    arguments.addAll(List.of("--output", table.toString()));

    assertThat(Fleet.run(arguments.toArray(String[]::new))).isZero();

    List<List<Object>> written = new ArrayList<>();
    for (Row row : DumpTable.rows(table)) {
      List<Object> values = new ArrayList<>();
      for (String column :
          List.of(
              "input",
              "bytes",
              "process",
              "heap",
              "dump",
              "alloc_objects",
              "alloc_space",
              "objects",
              "space")) {
        values.add(row.getAs(column));
      }
      written.add(values);
    }
    assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void badInputIsARowAndNotTheEnd() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.pftrace"), "no trace");
    String good = TestData.recording("names").toString();

    int status = Fleet.run("/no/such/file", bad.toString(), good, "-o", table.toString());

    assertThat(status).isEqualTo(5);
    assertThat(DumpTable.rows(table))
        .filteredOn(row -> row.getAs("error") != null)
        .extracting(row -> row.<String>getAs("input"), row -> row.<String>getAs("error"))
        .containsExactly(
            tuple("/no/such/file", "no-such-file"), tuple("file:" + bad, "unknown-format"));
  }

  @Test
  void folderThatExistsIsLeftAlone() throws IOException {
    Files.createDirectory(table);
    assertThat(Fleet.run(TestData.recording("names").toString(), "-o", table.toString()))
        .isEqualTo(2);
    assertThat(table).isEmptyDirectory();
  }

  @Test
  void nothingIsWrittenIfNothingIsFound() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(Fleet.run(empty.toString(), "-o", table.toString())).isEqualTo(3);
    assertThat(Fleet.run("--list", "/no/such/list", "-o", table.toString())).isEqualTo(3);
    assertThat(Fleet.run("-o", table.toString())).isEqualTo(2);
    assertThat(table).doesNotExist();
  }
}

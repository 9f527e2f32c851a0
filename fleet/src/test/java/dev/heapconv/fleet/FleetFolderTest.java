package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order files get their names, and what is deleted. */
class FleetFolderTest {

  @TempDir private Path folder;

  /** Folders in memory, and what was done with them. */
  private static final class Remembered implements TableFiles {
    private final Map<String, List<String>> folders = new TreeMap<>();
    private final Map<String, Instant> changed = new TreeMap<>();
    private final List<String> done = new ArrayList<>();
    private boolean isStuck;

    @Override
    public List<String> list(String name) {
      return folders.getOrDefault(name, List.of());
    }

    @Override
    public @Nullable Instant changed(String name) {
      return changed.get(name);
    }

    @Override
    public void move(String from, String to) throws IOException {
      if (to.contains("full")) {
        throw new IOException("no space left");
      }
      done.add(from + " " + to);
    }

    @Override
    public void delete(String name) throws IOException {
      if (isStuck) {
        throw new IOException("device is busy");
      }
      done.add("delete " + name);
    }
  }

  /** Whoever is killed in between leaves files that no row of a recording names. */
  @Test
  void recordingsGetTheirNamesLast() throws IOException {
    Remembered files = new Remembered();
    FleetFolder table = new FleetFolder(files, "t");
    for (String of : List.of("errors", "functions", "recordings")) {
      files.folders.put("x/" + of, List.of("date=1", "date=2"));
      files.folders.put("x/" + of + "/date=1", List.of("a.parquet"));
      files.folders.put("x/" + of + "/date=2", List.of("a.parquet", "b.parquet"));
      files.folders.put("y/" + of, List.of("date=1"));
      files.folders.put("y/" + of + "/date=1", List.of("c.parquet"));
    }
    table.publish(List.of("x", "y"));
    List<String> expected = new ArrayList<>();
    for (String of : List.of("functions", "errors", "recordings")) {
      for (String name : List.of("x date=1/a", "x date=2/a", "x date=2/b", "y date=1/c")) {
        String place = of + "/" + name.substring(2) + ".parquet";
        expected.add(name.charAt(0) + "/" + place + " " + place);
      }
    }
    assertThat(files.done).isEqualTo(expected);
  }

  @Test
  void hiddenFoldersAreDeletedAfterAWeek() throws IOException {
    Remembered files = new Remembered();
    Instant week = Instant.now().minus(Duration.ofDays(7));
    files.folders.put(
        "",
        List.of(".heapconv-new-a", ".heapconv-new-b", ".heapconv-new-gone", ".new", "functions"));
    files.changed.put(".heapconv-new-a", week.minusSeconds(1));
    files.changed.put(".heapconv-new-b", week.plusSeconds(60));
    files.changed.put(".new", Instant.EPOCH);
    files.changed.put("functions", Instant.EPOCH);
    new FleetFolder(files, "t").publish(List.of());
    assertThat(files.done).containsExactly("delete .heapconv-new-a");
  }

  @Test
  void eachRunHasAHiddenFolderOfItsOwn() throws IOException {
    Remembered files = new Remembered();
    FleetFolder one = new FleetFolder(files, "t");
    FleetFolder other = new FleetFolder(files, "t");
    assertThat(one.hidden()).startsWith(".heapconv-new-").isNotEqualTo(other.hidden());
    assertThat(one.newFile(FleetTable.ERRORS, "2026-11-24", "0a"))
        .isEqualTo(one.hidden() + "/errors/date=2026-11-24/0a.parquet");
    one.close();
    assertThat(files.done).containsExactly("delete " + one.hidden());
  }

  @Test
  void aFileThatCannotBeNamedIsAnErrorOfTheTable() {
    Remembered files = new Remembered();
    files.folders.put("x/functions", List.of("full"));
    files.folders.put("x/functions/full", List.of("a"));
    assertThatThrownBy(() -> new FleetFolder(files, "my table").publish(List.of("x")))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.CANNOT_WRITE))
        .hasMessageContaining("no space left");
  }

  @Test
  void aFolderThatCannotBeDeletedIsAnErrorOfTheTable() {
    Remembered files = new Remembered();
    files.isStuck = true;
    assertThatThrownBy(new FleetFolder(files, "my table")::close)
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.CANNOT_WRITE))
        .hasMessageContaining("device is busy");
  }

  @Test
  void foldersOnDisk() throws IOException {
    LocalFiles files = new LocalFiles(folder);
    Files.createDirectories(folder.resolve("new"));
    for (String name : List.of("b", "a", "c")) {
      Files.writeString(folder.resolve("new").resolve(name), name);
    }
    assertThat(files.list("new")).containsExactly("a", "b", "c");
    assertThat(files.list("none")).isEmpty();
    assertThat(files.list("new/a")).as("a file").isEmpty();
    files.move("new/a", "functions/date=1/a");
    assertThat(folder.resolve("functions/date=1/a")).hasContent("a");
    assertThat(files.list("new")).containsExactly("b", "c");
    Instant time = Instant.parse("2026-11-24T01:02:03Z");
    Files.setLastModifiedTime(folder.resolve("new/b"), FileTime.from(time));
    assertThat(files.changed("new/b")).isEqualTo(time);
    files.delete("new/b");
    files.delete("new/none");
    assertThat(files.list("new")).containsExactly("c");
    files.delete("new");
    assertThat(files.list("")).containsExactly("functions");
  }

  /** There is nothing in what is no folder. */
  @Test
  void belowAFileThereIsNothing() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    LocalFiles files = new LocalFiles(folder.resolve("file/table"));
    assertThat(files.list("")).isEmpty();
    assertThat(files.list("new")).isEmpty();
    assertThat(files.changed("new")).isNull();
    files.delete("new");
    assertThat(new LocalFiles(folder).changed("none")).isNull();
  }
}

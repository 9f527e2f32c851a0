package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wherever who replaces a day is killed, the next one first does the rest. */
class FleetFolderTest {

  private static final String DAY = "2026-11-24";
  private static final String ENDED = "process 999999999 on %s since 2026-11-24T10:00:00Z";

  @TempDir Path table;

  /** Files of a process that is killed before it has changed so many of them. */
  private static final class Mortal implements TableFiles {
    private final TableFiles files;
    private int changes;

    Mortal(TableFiles files, int changes) {
      this.files = files;
      this.changes = changes;
    }

    boolean isDead() {
      return changes < 0;
    }

    private void change() throws IOException {
      if (--changes < 0) {
        throw new IOException("killed");
      }
    }

    @Override
    public List<String> list(String folder) throws IOException {
      return files.list(folder);
    }

    @Override
    public boolean exists(String name) throws IOException {
      return files.exists(name);
    }

    @Override
    public void move(String from, String to) throws IOException {
      change();
      files.move(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      change();
      files.delete(name);
    }

    @Override
    public boolean create(String name, String text) throws IOException {
      change();
      return files.create(name, text);
    }

    @Override
    public String read(String name) throws IOException {
      return files.read(name);
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = table.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** What the tables of a day say, file by file. */
  private TreeSet<String> day() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (FleetTable of : FleetTable.values()) {
      Path day = table.resolve(of.folder()).resolve("date=" + DAY);
      if (Files.isDirectory(day)) {
        try (Stream<Path> files = Files.list(day)) {
          for (Path file : files.toList()) {
            found.add(table.relativize(file) + " " + Files.readString(file));
          }
        }
      }
    }
    return found;
  }

  /** The old day has an error, the new one more functions. */
  private void writeOld(String part) throws IOException {
    for (String of : List.of("functions", "recordings", "errors")) {
      write(of + "/date=" + DAY + "/" + part + "-0000.parquet", "old");
    }
  }

  private void writeNew(FleetFolder folder, String part) throws IOException {
    write(folder.newDay(FleetTable.FUNCTIONS, DAY) + "/" + part + "-0000.parquet", "new");
    write(folder.newDay(FleetTable.FUNCTIONS, DAY) + "/" + part + "-0001.parquet", "new");
    write(folder.newDay(FleetTable.RECORDINGS, DAY) + "/" + part + "-0000.parquet", "new");
  }

  private void killHolders() throws IOException {
    String ended = ENDED.formatted(FleetLock.holder().split(" ")[3]);
    for (String name : new LocalFiles(table).list("")) {
      if (name.startsWith(FleetLock.PREFIX)) {
        write(name, ended);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "1, 1, 2, 3", "2, 2, 1, 1", "2, 2, 2, 2", "2, 2, 1, 5"})
  void aDayIsTheOldOneOrTheNewOneAndIsFinished(int part, int count, int next, int nextCount)
      throws IOException {
    BatchPart killed = new BatchPart(part, count);
    TreeSet<String> whole = null;
    TreeSet<String> old = null;
    int kills = 0;
    for (boolean survived = false; !survived; kills++) {
      FileUtils.cleanDirectory(table.toFile());
      writeOld(killed.toString());
      old = day();
      Mortal files = new Mortal(new LocalFiles(table), kills);
      try (FleetFolder folder = FleetFolder.open(files, table.toString(), killed)) {
        writeNew(folder, killed.toString());
        folder.replace(List.of(DAY));
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("killed");
      }
      survived = !files.isDead();
      killHolders();
      boolean planned = !FleetFolder.replacing(new LocalFiles(table)).isEmpty();
      TreeSet<String> seen = day();
      FleetFolder.open(new LocalFiles(table), table.toString(), new BatchPart(next, nextCount))
          .close();
      TreeSet<String> after = day();
      // Who reads without a plan has seen one of both days, and nothing is lost by the next.
      assertThat(planned ? after : seen).as(kills + " changes").isEqualTo(after);
      assertThat(after.equals(old))
          .as(kills + " changes")
          .isEqualTo(after.toString().contains("old"));
      if (!after.equals(old)) {
        whole = whole == null ? after : whole;
        assertThat(after).as(kills + " changes").isEqualTo(whole).hasSize(3);
      }
      assertThat(new LocalFiles(table).list("")).noneMatch(name -> name.startsWith("."));
    }
    assertThat(whole).isNotNull();
    assertThat(kills).isGreaterThan(10);
  }

  @Test
  void readersWaitAndSayIfThatIsInVain() throws Exception {
    String plan = ".heapconv-new-part-1-of-1/plan";
    String lock = FleetLock.PREFIX + "part-1-of-1";
    TableState.await(table);
    write(plan, "+functions/date=" + DAY);
    assertThatThrownBy(() -> TableState.await(table))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.TABLE_CHANGING))
        .hasMessageContaining(plan);
    write(lock, FleetLock.holder());
    Thread writer =
        new Thread(
            () -> {
              try {
                Thread.sleep(150);
                new LocalFiles(table).delete(plan);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    TableState.await(table);
    assertThat(table.resolve(plan)).doesNotExist();
    writer.join();
  }

  @Test
  void anAnswerOfTwoDaysIsNone() throws IOException {
    writeOld("part-1-of-1");
    TableState before = TableState.of(table);
    before.confirm();
    try (FleetFolder folder =
        FleetFolder.open(new LocalFiles(table), table.toString(), BatchPart.WHOLE)) {
      before.confirm();
      writeNew(folder, "part-1-of-1");
      folder.replace(List.of(DAY));
    }
    assertThatThrownBy(before::confirm).hasMessageContaining("meanwhile");
  }

  @Test
  void aTableThatWasTakenByAnotherStays() throws IOException {
    writeOld("part-1-of-1");
    TreeSet<String> old = day();
    try (FleetFolder folder =
        FleetFolder.open(new LocalFiles(table), table.toString(), BatchPart.WHOLE)) {
      writeNew(folder, "part-1-of-1");
      write(FleetLock.PREFIX + "part-1-of-1", FleetLock.holder() + " or later");
      assertThatThrownBy(() -> folder.replace(List.of(DAY))).hasMessageContaining("or later");
    }
    assertThat(day()).isEqualTo(old);
    assertThat(table.resolve(FleetLock.PREFIX + "part-1-of-1")).exists();
  }
}

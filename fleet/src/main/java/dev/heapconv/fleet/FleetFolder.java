package dev.heapconv.fleet;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;

/**
 * The folder of a table while a batch writes to it. New files are written to a hidden folder, and
 * then take the place of those that the days had: of a whole day by two renames for each table, the
 * old folder aside and the new one in its place; of a part of a day file by file, beside those of
 * other parts. A lock keeps others away, also on other machines: a file that says who holds it,
 * because locks of network file systems do not.
 *
 * <p>Recordings come last, so that a day whose tables are all new has new recordings. Whoever reads
 * at that moment, or after a batch was killed there, may find one day without a table, or with
 * functions of the new files and recordings of the old ones. The next batch first does the rest.
 */
final class FleetFolder implements Closeable {

  /** The tables of a day in the order in which they are replaced. */
  private static final List<FleetTable> IN_ORDER =
      List.of(FleetTable.FUNCTIONS, FleetTable.ERRORS, FleetTable.RECORDINGS);

  private final Path table;
  private final BatchPart part;
  private final Path lock;
  private final Path temporary;

  /** Days that were replaced; if there is such a folder, all new files are complete. */
  private final Path replaced;

  /** Files of the other parts of as many, which stay. */
  private final Pattern others;

  private FleetFolder(Path table, BatchPart part, Path lock) {
    this.table = table;
    this.part = part;
    this.lock = lock;
    temporary = table.resolve(".heapconv-new-" + part);
    replaced = temporary.resolve("replaced");
    others = others(part);
  }

  private static Pattern others(BatchPart part) {
    return Pattern.compile("(?!.*%1$s\\b).*part-\\d+-of-%2$d\\b.*".formatted(part, part.count()));
  }

  /**
   * Creates the folder if necessary, and locks it.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} if another batch writes to it, unless it
   *     writes another part of the same number
   */
  static FleetFolder open(Path table, BatchPart part) throws IOException {
    try {
      Files.createDirectories(table);
      Path lock = table.resolve(FleetLock.PREFIX + part);
      while (!create(lock)) {
        deleteOrRefuse(table, lock);
      }
      FleetFolder folder = new FleetFolder(table, part, lock);
      try {
        // Only now: of two that begin at the same time, at least one sees the other.
        for (Path other : files(table, FleetLock.PREFIX + "*")) {
          if (!other.equals(lock)
              && !folder.others.matcher(other.getFileName().toString()).matches()) {
            deleteOrRefuse(table, other);
          }
        }
        FleetFolder whole = new FleetFolder(table, BatchPart.WHOLE, lock);
        if (Files.isDirectory(whole.replaced)) {
          whole.replaceDays();
        }
        FileUtils.deleteDirectory(folder.temporary.toFile());
      } catch (IOException e) {
        Files.deleteIfExists(lock);
        throw e;
      }
      return folder;
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.unwritable(table.toString(), e);
    }
  }

  /** Returns whether there was none. */
  private static boolean create(Path lock) throws IOException {
    try {
      Files.writeString(lock, FleetLock.holder(), StandardOpenOption.CREATE_NEW);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      // A full disk must not leave a lock of nobody.
      Files.deleteIfExists(lock);
      throw e;
    }
  }

  /** Deletes the lock of a process of this machine that has ended. */
  private static void deleteOrRefuse(Path table, Path lock) throws IOException {
    String writer;
    try {
      writer = Files.readString(lock).strip();
    } catch (NoSuchFileException e) {
      return;
    }
    if (!FleetLock.hasEnded(writer)) {
      throw HeapConvException.output(
          ErrorId.TABLE_LOCKED, table.toString(), writer, lock.toString());
    }
    Files.deleteIfExists(lock);
  }

  private static List<Path> files(Path folder, String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
        found.forEach(files::add);
      }
    }
    return files;
  }

  /** Where the files of a day are. */
  Path day(FleetTable of, String date) {
    return table.resolve(of.folder()).resolve("date=" + date);
  }

  /** Where the new files of a day are. */
  Path newDay(FleetTable of, String date) throws IOException {
    return Files.createDirectories(temporary.resolve(of.folder()).resolve("date=" + date));
  }

  /** A new file of a day, to be written. */
  Path newFile(FleetTable of, String date, int number) throws IOException {
    return newDay(of, date).resolve("%s-%04d.parquet".formatted(part, number));
  }

  /** Whether the new files replace all that a day has. */
  boolean isWhole() {
    return part.equals(BatchPart.WHOLE);
  }

  /** Gives the new files of some days the place of those that they replace. */
  void replace(Set<String> dates) throws IOException {
    for (String date : dates) {
      for (FleetTable of : FleetTable.values()) {
        // What has no new files loses its old ones.
        Path made = newDay(of, date);
        if (!isWhole()) {
          replaceFiles(made, Files.createDirectories(day(of, date)));
        }
      }
    }
    if (isWhole() && !dates.isEmpty()) {
      Files.createDirectories(replaced);
      replaceDays();
    }
  }

  /** Replaces each day of which there is a new folder, which may be empty. */
  private void replaceDays() throws IOException {
    for (Path date : files(temporary.resolve(FleetTable.RECORDINGS.folder()), "date=*")) {
      for (FleetTable of : IN_ORDER) {
        Path made = temporary.resolve(of.folder()).resolve(date.getFileName());
        Path day = table.resolve(of.folder()).resolve(date.getFileName());
        Path old = replaced.resolve(of.folder() + "-" + date.getFileName());
        if (Files.isDirectory(made)) {
          if (Files.isDirectory(day)) {
            Files.move(day, old, StandardCopyOption.ATOMIC_MOVE);
          }
          Files.createDirectories(day.getParent());
          Files.move(made, day, StandardCopyOption.ATOMIC_MOVE);
        }
        deleteIfEmpty(day);
      }
    }
    FileUtils.deleteDirectory(temporary.toFile());
  }

  private void replaceFiles(Path made, Path day) throws IOException {
    List<Path> written = files(made, "*.parquet");
    List<String> names = written.stream().map(file -> file.getFileName().toString()).toList();
    for (Path old : files(day, "*.parquet")) {
      String name = old.getFileName().toString();
      if (!names.contains(name) && !others.matcher(name).matches()) {
        Files.delete(old);
      }
    }
    for (Path file : written) {
      Files.move(file, day.resolve(file.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
    }
    deleteIfEmpty(day);
  }

  private static void deleteIfEmpty(Path day) throws IOException {
    if (files(day, "*").isEmpty()) {
      Files.deleteIfExists(day);
    }
  }

  @Override
  public void close() throws IOException {
    if (!Files.isDirectory(replaced)) {
      FileUtils.deleteDirectory(temporary.toFile());
    }
    Files.deleteIfExists(lock);
  }
}

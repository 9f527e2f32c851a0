package dev.heapconv.fleet;

import dev.heapconv.batch.HashedStream;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The folder of a table while somebody adds to it. Files of a table never change: each is written
 * whole in a hidden folder, and gets its name by one rename. The files of recordings come last, and
 * only what these name counts: a row of functions or errors belongs to the row of its recording
 * with the same {@code file_id}, and of several of these the newest counts. So whoever is killed at
 * any moment leaves, for each recording, what was there before or what is there after; and any
 * number may write at once.
 */
public final class FleetFolder implements Closeable {

  /** What others need, first. */
  private static final List<FleetTable> IN_ORDER =
      List.of(FleetTable.FUNCTIONS, FleetTable.ERRORS, FleetTable.RECORDINGS);

  private static final String NEW = ".heapconv-new-";

  /** Enough that no two files of a table have the same id. */
  private static final int ID_DIGITS = 32;

  private static final Pattern NAME = Pattern.compile("[0-9a-f]{" + ID_DIGITS + "}\\.parquet");

  /** Begins the name of the folder of a day. */
  static final String DAY = "date=";

  /** No run takes so long between two files; hidden folders that are older are of killed ones. */
  private static final Duration KILLED = Duration.ofDays(7);

  private final TableFiles files;
  private final String table;
  private final String hidden = NEW + UUID.randomUUID();

  /**
   * @param table name of the table in messages
   */
  public FleetFolder(TableFiles files, String table) {
    this.files = files;
    this.table = table;
  }

  /** Returns whether a folder on a disk is a table. */
  public static boolean isTable(Path folder) {
    try {
      return new LocalFiles(folder)
          .list(FleetTable.RECORDINGS.folder()).stream().anyMatch(day -> day.startsWith(DAY));
    } catch (IOException e) {
      // Whoever reads it says why it cannot be read.
      return false;
    }
  }

  /** Returns the hidden folder, to which nobody else writes. */
  public String hidden() {
    return hidden;
  }

  /** An id for a new file, which no other file has. */
  static String newId(String content) {
    return HashedStream.hashOf(content).substring(0, ID_DIGITS);
  }

  /** Whether a file has the name of {@link #newFile}, which is the {@code file_id} of its rows. */
  static boolean isNameOfRun(String name) {
    return NAME.matcher(name).matches();
  }

  /** Where a new file of a table and day is to be written. */
  String newFile(FleetTable of, String date, String id) {
    return "%s/%s/%s%s/%s.parquet".formatted(hidden, of.folder(), DAY, date, id);
  }

  /**
   * Gives new files their names, and deletes what killed runs left long ago.
   *
   * @param folders the folders with new files, which {@link #newFile} names below the hidden folder
   */
  public void publish(List<String> folders) throws IOException {
    try {
      for (FleetTable of : IN_ORDER) {
        for (String folder : folders) {
          publish(folder, of.folder());
        }
      }
      deleteOld();
    } catch (IOException e) {
      throw HeapConvException.unwritable(table, e);
    }
  }

  private void publish(String folder, String of) throws IOException {
    for (String day : files.list(folder + "/" + of)) {
      String place = of + "/" + day;
      for (String name : files.list(folder + "/" + place)) {
        files.move(folder + "/" + place + "/" + name, place + "/" + name);
      }
    }
  }

  private void deleteOld() throws IOException {
    for (String name : files.list("")) {
      if (name.startsWith(NEW)) {
        Instant changed = files.changed(name);
        // Another run may have deleted it.
        if (changed != null && changed.isBefore(Instant.now().minus(KILLED))) {
          files.delete(name);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      files.delete(hidden);
    } catch (IOException e) {
      throw HeapConvException.unwritable(table, e);
    }
  }
}

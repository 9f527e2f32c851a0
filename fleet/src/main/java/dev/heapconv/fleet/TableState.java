package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a table when it was opened. Days are replaced by several renames, and a question is
 * several queries: an answer holds if no replacement was under way at the begin, and if the files
 * are the same at the end.
 */
record TableState(Path table, List<String> files) {

  private static final int WAIT_MILLIS = 100;

  /** So that a reader waits some ten seconds; renames take less than one. */
  private static final int WAITS = 100;

  /**
   * Waits until no days are being replaced.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_CHANGING} if that takes too long, or if who did
   *     it was killed
   */
  static void await(Path table) throws IOException {
    TableFiles files = new LocalFiles(table);
    for (int i = 0; ; i++) {
      String plan = FleetFolder.replacing(files);
      if (plan.isEmpty()) {
        return;
      }
      if (i == WAITS || !FleetFolder.isAlive(files, plan)) {
        throw changing(table, "see " + plan);
      }
      try {
        Thread.sleep(WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw changing(table, "see " + plan);
      }
    }
  }

  static TableState of(Path table) throws IOException {
    List<String> files = new ArrayList<>();
    for (FleetTable part : FleetTable.values()) {
      try (Stream<Path> found = Files.walk(table.resolve(part.folder()))) {
        for (Path file : (Iterable<Path>) found.sorted()::iterator) {
          BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
          if (now.isRegularFile()) {
            files.add(file + " " + now.size() + " " + now.lastModifiedTime() + now.fileKey());
          }
        }
      } catch (NoSuchFileException | UncheckedIOException e) {
        // Without errors, there is no such table; what vanishes meanwhile is missing then.
      }
    }
    return new TableState(table, files);
  }

  /**
   * @throws HeapConvException {@link ErrorId#TABLE_CHANGING} if days were replaced meanwhile
   */
  void confirm() throws IOException {
    if (!FleetFolder.replacing(new LocalFiles(table)).isEmpty() || !files.equals(of(table).files)) {
      throw changing(table, "they were meanwhile");
    }
  }

  private static HeapConvException changing(Path table, String reason) {
    return HeapConvException.input(ErrorId.TABLE_CHANGING, table.toString(), reason);
  }
}

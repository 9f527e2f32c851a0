package dev.heapconv.spark;

import dev.heapconv.fleet.FleetLock;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other jobs and batches from writing to a table.
 *
 * @param holder what the lock says
 */
record TableLock(FileSystem files, Path lock, String holder) implements Closeable {

  /**
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} if a job, a batch or one of its parts
   *     holds the table, unless that has ended on this machine
   */
  static TableLock take(FileSystem files, Path table) throws IOException {
    TableLock lock = new TableLock(files, new Path(table, FleetLock.NAME), FleetLock.holder());
    while (true) {
      for (FileStatus other : files.globStatus(new Path(table, FleetLock.PREFIX + "*"))) {
        String holder = read(files, other.getPath());
        if (holder != null && !FleetLock.hasEnded(holder)) {
          throw refused(other.getPath(), holder);
        } else if (holder != null) {
          files.delete(other.getPath(), false);
        }
      }
      try (OutputStream out = files.create(lock.lock, false)) {
        out.write(lock.holder.getBytes(StandardCharsets.UTF_8));
        return lock;
      } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
        // Another was faster.
      }
    }
  }

  private static HeapConvException refused(Path lock, String holder) {
    return HeapConvException.output(
        ErrorId.TABLE_LOCKED, lock.getParent().toString(), holder, lock.toString());
  }

  /** What a lock says; null if there is none. */
  private static @Nullable String read(FileSystem files, Path lock) throws IOException {
    try (InputStream in = files.open(lock)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /**
   * Makes sure that the table is still ours: of two jobs that find the lock of one that has ended,
   * the second may delete that of the first, and people may delete any.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED}
   */
  void confirm() throws IOException {
    String found = read(files, lock);
    if (!holder.equals(found)) {
      throw refused(lock, found == null ? "its lock is gone" : found);
    }
  }

  @Override
  public void close() throws IOException {
    if (holder.equals(read(files, lock))) {
      files.delete(lock, false);
    }
  }
}

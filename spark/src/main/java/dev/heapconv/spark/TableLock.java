package dev.heapconv.spark;

import dev.heapconv.fleet.FleetLock;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Keeps other jobs and batches from writing to a table. */
record TableLock(FileSystem files, Path lock) implements Closeable {

  /**
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} unless who held it has ended on this
   *     machine
   */
  static TableLock take(Path table, Configuration hadoop) throws IOException {
    FileSystem files = table.getFileSystem(hadoop);
    files.mkdirs(table);
    Path lock = new Path(table, FleetLock.NAME);
    for (int attempt = 0; ; attempt++) {
      try (OutputStream out = files.create(lock, false)) {
        out.write(FleetLock.holder().getBytes(StandardCharsets.UTF_8));
        return new TableLock(files, lock);
      } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
        String holder;
        try (InputStream in = files.open(lock)) {
          holder = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        if (attempt > 0 || !FleetLock.hasEnded(holder)) {
          throw HeapConvException.output(
              ErrorId.TABLE_LOCKED, table.toString(), holder, lock.toString());
        }
        files.delete(lock, false);
      }
    }
  }

  @Override
  public void close() throws IOException {
    files.delete(lock, false);
  }
}

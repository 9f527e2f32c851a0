package dev.heapconv.fleet;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a table, on whatever file system: names are relative to the table's folder, with
 * slashes. Renames must be atomic, as on disks and HDFS.
 */
public interface TableFiles {

  /** The names of what is in a folder, in order; none if it does not exist. */
  List<String> list(String folder) throws IOException;

  /** When a file or folder was last changed; null if it does not exist. */
  @Nullable Instant changed(String name) throws IOException;

  /** Renames a file to what must not exist; folders above it are created. */
  void move(String from, String to) throws IOException;

  /** Deletes a file, or a folder with all that is in it; nothing if it does not exist. */
  void delete(String name) throws IOException;
}

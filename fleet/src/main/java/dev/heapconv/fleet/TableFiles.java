package dev.heapconv.fleet;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a table, on whatever file system: names are relative to the table's folder, with
 * slashes. Renames must be atomic, as on disks and HDFS.
 */
public interface TableFiles {

  /** The names of what is in a folder, in order; none if it does not exist. */
  List<String> list(String folder) throws IOException;

  /** Whether there is such a file or folder. */
  boolean exists(String name) throws IOException;

  /** Renames a file or a folder to what must not exist; folders above it are created. */
  void move(String from, String to) throws IOException;

  /** Deletes a file, or a folder with all that is in it; nothing if it does not exist. */
  void delete(String name) throws IOException;

  /** Writes a file, whose folder is created; false if it exists already. */
  boolean create(String name, String text) throws IOException;

  /** What a file says; null if there is none. */
  @Nullable String read(String name) throws IOException;
}

package dev.heapconv.spark;

import dev.heapconv.fleet.TableFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Those of a table on a file system of Hadoop. */
record HadoopFiles(FileSystem files, Path table) implements TableFiles {

  static HadoopFiles of(String table, Configuration hadoop) throws IOException {
    Path path = new Path(table);
    FileSystem files = HadoopInput.files(path, hadoop);
    return new HadoopFiles(files, files.makeQualified(path));
  }

  /** Where a file is. */
  Path path(String name) {
    return name.isEmpty() ? table : new Path(table, name);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    try {
      return Arrays.stream(files.listStatus(path(folder)))
          .map(file -> file.getPath().getName())
          .sorted()
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  @Override
  public @Nullable Instant changed(String name) throws IOException {
    try {
      return Instant.ofEpochMilli(files.getFileStatus(path(name)).getModificationTime());
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  @Override
  public void move(String from, String to) throws IOException {
    files.mkdirs(path(to).getParent());
    if (!files.rename(path(from), path(to))) {
      throw new IOException("cannot rename " + path(from) + " to " + path(to));
    }
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(path(name), true);
  }
}

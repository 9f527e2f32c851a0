package dev.heapconv.spark;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds inputs: files, folders (recursively) and globs of any file system, each file once, in the
 * order of their paths. Hidden files and folders are skipped: other programs may still be writing
 * them.
 */
final class HadoopListing {

  private final Configuration hadoop;
  private final TreeMap<String, HadoopInput> inputs = new TreeMap<>();

  HadoopListing(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  List<HadoopInput> inputs() {
    return List.copyOf(inputs.values());
  }

  /** Adds a file, the files of a folder, or the matches of a glob. */
  void add(String argument) throws IOException {
    Path path = new Path(argument);
    FileSystem files = path.getFileSystem(hadoop);
    FileStatus[] found =
        files.exists(path)
            ? new FileStatus[] {files.getFileStatus(path)}
            : files.globStatus(path, match -> !isHidden(match));
    if (found == null || found.length == 0) {
      String missing = files.makeQualified(path).toString();
      inputs.putIfAbsent(missing, new HadoopInput(missing, -1, 0));
      return;
    }
    for (FileStatus one : found) {
      add(files, one);
    }
  }

  /** Not by a listing that tells where blocks are: for a local file, that starts a process. */
  private void add(FileSystem files, FileStatus found) throws IOException {
    if (found.isFile()) {
      inputs.putIfAbsent(found.getPath().toString(), HadoopInput.of(found));
      return;
    }
    for (FileStatus entry : files.listStatus(found.getPath())) {
      if (!isHidden(entry.getPath())) {
        add(files, entry);
      }
    }
  }

  /** As in a batch, and what programs of Hadoop have not finished. */
  private static boolean isHidden(Path path) {
    String name = path.getName();
    return name.startsWith(".") || name.equals("_temporary") || name.endsWith("._COPYING_");
  }

  /** Adds what a text file names, one a line. */
  void addList(String list) throws IOException {
    Path path = new Path(list);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(path.getFileSystem(hadoop).open(path), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (!line.isBlank()) {
          add(line);
        }
      }
    } catch (IOException e) {
      throw HeapConvException.input(ErrorId.UNREADABLE, list, HeapConvException.reason(e))
          .causedBy(e);
    }
  }
}

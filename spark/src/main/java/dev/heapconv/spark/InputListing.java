package dev.heapconv.spark;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds the inputs that the arguments of a job name, on any file system that Hadoop knows: files,
 * folders (recursively) and globs. Each file is an input once; their order is that of their URIs.
 *
 * <p>What begins with a dot or an underscore is skipped unless it is named, as Hadoop's own tools
 * do: other programs may still be writing it.
 */
final class InputListing {

  private final Configuration hadoop;
  private final TreeMap<String, FleetInput> inputs = new TreeMap<>();

  InputListing(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /** What was found so far. What was named but is not there is an input, too, so that it fails. */
  List<FleetInput> inputs() {
    return List.copyOf(inputs.values());
  }

  /**
   * Adds a file, the files of a folder, or the matches of a glob.
   *
   * @throws IOException if a folder cannot be listed
   * @throws IllegalArgumentException if it is not a valid path
   */
  void add(String argument) throws IOException {
    Path path = new Path(argument);
    FileSystem files = path.getFileSystem(hadoop);
    if (addExisting(files, path)) {
      return;
    }
    FileStatus[] matches = files.globStatus(path, match -> !isHidden(match.getName()));
    if (matches == null || matches.length == 0) {
      put(FleetInput.missing(argument));
      return;
    }
    for (FileStatus match : matches) {
      add(files, match);
    }
  }

  /** Adds the files and folders that a text file names, one a line, taken literally. */
  void addList(String list) throws IOException {
    Path path = new Path(list);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(path.getFileSystem(hadoop).open(path), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (!line.isBlank()) {
          Path named = new Path(line);
          if (!addExisting(named.getFileSystem(hadoop), named)) {
            put(FleetInput.missing(line));
          }
        }
      }
    }
  }

  private boolean addExisting(FileSystem files, Path path) throws IOException {
    try {
      add(files, files.getFileStatus(path));
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private void add(FileSystem files, FileStatus found) throws IOException {
    if (!found.isDirectory()) {
      put(FleetInput.of(found));
      return;
    }
    // A store of objects lists a whole tree at once, which is far faster than folder by folder.
    RemoteIterator<LocatedFileStatus> tree = files.listFiles(found.getPath(), true);
    while (tree.hasNext()) {
      FileStatus file = tree.next();
      if (!isHidden(found.getPath(), file.getPath())) {
        put(FleetInput.of(file));
      }
    }
  }

  private void put(FleetInput input) {
    inputs.put(input.uri(), input);
  }

  /** Whether a file or a folder that it is in is hidden below a folder. */
  private static boolean isHidden(Path folder, Path file) {
    int depth = folder.depth();
    for (Path path = file; path != null && path.depth() > depth; path = path.getParent()) {
      if (isHidden(path.getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }
}

package dev.heapconv.spark;

import dev.heapconv.batch.FolderWalk;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.text.PathNames;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds the inputs that the arguments of a job name, on any file system that Hadoop knows: files,
 * folders (recursively) and globs. Each file is an input once; their order is that of their URIs.
 *
 * <p>Hidden files and folders are skipped unless they are named: other programs may still be
 * writing them. That is what begins with a dot, as in a batch, and what Hadoop's own programs have
 * not finished. The output folder is never read.
 */
final class InputListing {

  /** The folder in which committers of Hadoop keep what is not complete. */
  private static final String TEMPORARY = "_temporary";

  /** How {@code hdfs dfs -put} names a file while it copies it. */
  private static final String COPYING = "._COPYING_";

  private final Configuration hadoop;
  private final NameFilter filter;
  private final Path outputFolder;
  private final TreeMap<String, FleetInput> inputs = new TreeMap<>();
  private final Local local = new Local();
  private final FolderWalk localFolders = new FolderWalk(InputListing::isHidden);

  /**
   * @param filter which files of folders to take
   * @param outputFolder with the scheme of its file system; need not exist
   */
  InputListing(Configuration hadoop, NameFilter filter, Path outputFolder) {
    this.hadoop = hadoop;
    this.filter = filter;
    this.outputFolder = outputFolder;
  }

  /** What was found so far. What was named but is not there is an input, too, so that it fails. */
  List<FleetInput> inputs() {
    return List.copyOf(inputs.values());
  }

  /**
   * Adds a file, the files of a folder, or the matches of a glob.
   *
   * @throws IOException if the file system cannot be asked
   * @throws IllegalArgumentException if it is not a valid path
   */
  void add(String argument) throws IOException {
    Path path = LocalPaths.hadoop(argument);
    FileSystem files = path.getFileSystem(hadoop);
    if (addExisting(files, path, argument)) {
      return;
    }
    if (files instanceof LocalFileSystem) {
      addLocalMatches(argument, files.makeQualified(path).toUri().getPath());
      return;
    }
    FileStatus[] matches = files.globStatus(path, match -> !isHidden(match.getName()));
    if (matches == null || matches.length == 0) {
      put(FleetInput.missing(argument));
      return;
    }
    for (FileStatus match : matches) {
      if (match.isDirectory()) {
        addFolder(files, match.getPath());
      } else {
        addFile(Objects.requireNonNull(match.getPath().getParent()), match);
      }
    }
  }

  /** Adds the files and folders that a text file names, one a line, taken literally. */
  void addList(String list) throws IOException {
    Path path = LocalPaths.ofHadoop(list);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(path.getFileSystem(hadoop).open(path), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (!line.isBlank()) {
          Path named = LocalPaths.hadoop(line);
          if (!addExisting(named.getFileSystem(hadoop), named, line)) {
            put(FleetInput.missing(line));
          }
        }
      }
    }
  }

  private boolean addExisting(FileSystem files, Path path, String argument) throws IOException {
    if (files instanceof LocalFileSystem ofJava) {
      return addExisting(ofJava.pathToFile(path).getPath()) || addExisting(argument);
    }
    try {
      FileStatus found = files.getFileStatus(path);
      if (found.isDirectory()) {
        addFolder(files, found.getPath());
      } else {
        put(FleetInput.of(found, true));
      }
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * @param name of a local file or folder: its absolute path, or its URI if that is not text
   */
  private boolean addExisting(String name) throws IOException {
    try {
      java.nio.file.Path path = PathNames.path(name).toAbsolutePath();
      if (!Files.exists(path)) {
        return false;
      }
      addLocal(path);
      return true;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private void addLocal(java.nio.file.Path path) throws IOException {
    if (Files.isDirectory(path)) {
      addLocalFolder(path);
    } else {
      put(FleetInput.of(path, true));
    }
  }

  /**
   * @param pattern absolute path
   */
  private void addLocalMatches(String argument, String pattern) throws IOException {
    List<java.nio.file.Path> matches = LocalMatches.of(pattern, InputListing::isHidden);
    if (matches.isEmpty()) {
      put(FleetInput.missing(argument));
    }
    for (java.nio.file.Path match : matches) {
      if (Files.isDirectory(match)) {
        addLocalFolder(match);
      } else {
        local.file(match.getFileName(), match);
      }
    }
  }

  private void addLocalFolder(java.nio.file.Path folder) {
    localFolders.begin();
    localFolders.list(folder, local);
  }

  private void addFolder(FileSystem files, Path folder) {
    try {
      // A store of objects lists a whole tree at once, which is far faster than folder by folder.
      RemoteIterator<LocatedFileStatus> tree = files.listFiles(folder, true);
      while (tree.hasNext()) {
        addFile(folder, tree.next());
      }
    } catch (IOException e) {
      // Something in it cannot be read, perhaps only what is hidden.
      walk(files, folder, folder);
    }
  }

  private void walk(FileSystem files, Path root, Path folder) {
    FileStatus[] entries;
    try {
      entries = files.listStatus(folder);
    } catch (IOException e) {
      putUnreadable(folder.toString(), e);
      return;
    }
    for (FileStatus entry : entries) {
      if (!entry.isDirectory()) {
        addFile(root, entry);
      } else if (!isHidden(entry.getPath().getName())) {
        walk(files, root, entry.getPath());
      }
    }
  }

  /** Adds a file that was found below a folder. */
  private void addFile(Path folder, FileStatus file) {
    String path = file.getPath().toUri().getPath();
    String relative = path.substring(folder.toUri().getPath().length()).replaceFirst("^/", "");
    for (String name : relative.split("/", -1)) {
      if (isHidden(name)) {
        return;
      }
    }
    if (isTaken(relative) && !isOutput(file.getPath().toString())) {
      put(FleetInput.of(file, false));
    }
  }

  private final class Local implements FolderWalk.Found {
    @Override
    public void file(java.nio.file.Path relative, java.nio.file.Path file) {
      String uri = LocalPaths.uri(file);
      if (!isTaken(relative) || isOutput(uri)) {
        return;
      }
      try {
        put(FleetInput.of(file, false));
      } catch (IOException e) {
        put(FleetInput.missing(uri));
      }
    }

    @Override
    public void unreadable(java.nio.file.Path folder, IOException problem) {
      putUnreadable(LocalPaths.uri(folder), problem);
    }
  }

  private void putUnreadable(String folder, IOException problem) {
    put(FleetInput.unreadable(folder, HadoopSource.asKnown(folder, problem)));
  }

  private boolean isTaken(String relative) {
    try {
      return isTaken(java.nio.file.Path.of(relative));
    } catch (InvalidPathException e) {
      // This system cannot have such a name, so no glob can be matched against it.
      return false;
    }
  }

  /** What a batch decides of the same path in a folder. */
  private boolean isTaken(java.nio.file.Path relative) {
    for (int names = 1; names < relative.getNameCount(); names++) {
      if (filter.prunes(relative.subpath(0, names))) {
        return false;
      }
    }
    return filter.takes(relative);
  }

  private boolean isOutput(String file) {
    return file.startsWith(outputFolder + Path.SEPARATOR);
  }

  private void put(FleetInput input) {
    FleetInput known = inputs.get(input.uri());
    if (known == null || !known.named()) {
      inputs.put(input.uri(), input);
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.equals(TEMPORARY) || name.endsWith(COPYING);
  }
}

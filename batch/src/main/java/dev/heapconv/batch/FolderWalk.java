package dev.heapconv.batch;

import dev.heapconv.output.TouchedFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds the files of folders, recursively and by name. Links are followed, but each folder is read
 * only once, so that loops end. Not thread-safe.
 */
public final class FolderWalk {

  /** Receives what is found. */
  public interface Found {

    /** Whether to read a folder below the one that was named. */
    default boolean enters(Path relative) {
      return true;
    }

    /**
     * A file, or a link that leads nowhere; no pipe or device.
     *
     * @param relative its path in the folder that was named
     */
    void file(Path relative, Path file);

    /** A folder that cannot be read. */
    void unreadable(Path folder, IOException problem);
  }

  private final Predicate<String> hidden;
  private final Set<Object> seen = new HashSet<>();

  /**
   * @param hidden names of files and folders to skip
   */
  public FolderWalk(Predicate<String> hidden) {
    this.hidden = hidden;
  }

  /** Counts a folder as read, however it is reached, and forgets which others were. */
  public void begin(Path... read) {
    seen.clear();
    for (Path folder : read) {
      seen.add(TouchedFiles.identity(folder));
    }
  }

  /** Finds the files of a folder. */
  public void list(Path folder, Found found) {
    walk(folder, folder, found);
  }

  private void walk(Path root, Path folder, Found found) {
    if (!seen.add(TouchedFiles.identity(folder))) {
      return;
    }
    Set<Path> entries = Set.of();
    try {
      entries = entries(folder);
    } catch (IOException e) {
      found.unreadable(folder, e);
    }
    for (Path entry : entries) {
      Path relative = root.relativize(entry);
      if (hidden.test(entry.getFileName().toString())) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        if (found.enters(relative)) {
          walk(root, entry, found);
        }
      } else if (Files.isRegularFile(entry) || !Files.exists(entry)) {
        found.file(relative, entry);
      }
    }
  }

  /** What is in a folder, by name. */
  public static Set<Path> entries(Path folder) throws IOException {
    Set<Path> entries = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return entries;
  }
}

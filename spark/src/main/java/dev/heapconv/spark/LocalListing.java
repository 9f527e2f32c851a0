package dev.heapconv.spark;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobPattern;
import org.jspecify.annotations.Nullable;

/**
 * Lists local files as Hadoop would, but with Java: Hadoop leaves out names that are not text in
 * the encoding of the system without a word, matches no names with colons, and starts a process to
 * ask for the owner of each file.
 */
final class LocalListing {

  /** Receives what is found. */
  interface Found {
    /**
     * A file, or a link that leads nowhere.
     *
     * @param relative its path in the folder that was listed
     */
    void file(Path relative, Path file);

    /** A folder that cannot be listed. */
    void unreadable(Path folder, IOException problem);
  }

  private final Predicate<String> hidden;
  private final Found found;
  private final Set<Path> seen = new HashSet<>();

  /**
   * @param hidden names of files and folders to skip
   */
  LocalListing(Predicate<String> hidden, Found found) {
    this.hidden = hidden;
    this.found = found;
  }

  /** Lists the files in a folder, recursively. Links are followed, but not in circles. */
  void list(Path folder) {
    seen.clear();
    walk(folder, folder);
  }

  private void walk(Path root, Path folder) {
    try {
      if (!seen.add(folder.toRealPath())) {
        return;
      }
      for (Path entry : entries(folder)) {
        if (hidden.test(entry.getFileName().toString())) {
          continue;
        }
        if (Files.isDirectory(entry)) {
          walk(root, entry);
        } else if (Files.isRegularFile(entry) || !Files.exists(entry)) {
          found.file(root.relativize(entry), entry);
        }
      }
    } catch (IOException e) {
      found.unreadable(folder, e);
    }
  }

  private static Set<Path> entries(Path folder) throws IOException {
    Set<Path> entries = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return entries;
  }

  /**
   * The files and folders that match a pattern of Hadoop, except hidden ones.
   *
   * @param pattern an absolute path
   */
  List<Path> matches(String pattern) throws IOException {
    Set<Path> matches = new TreeSet<>();
    for (String expanded : GlobExpander.expand(pattern)) {
      List<Path> some = List.of(Path.of("/"));
      for (String component : expanded.split("/")) {
        some = component.isEmpty() ? some : matches(some, component);
      }
      matches.addAll(some);
    }
    matches.removeIf(
        match -> match.getNameCount() > 0 && hidden.test(match.getFileName().toString()));
    return List.copyOf(matches);
  }

  private static List<Path> matches(List<Path> folders, String component) throws IOException {
    GlobPattern glob = new GlobPattern(component);
    List<Path> matches = new ArrayList<>();
    for (Path folder : folders) {
      if (!glob.hasWildcard()) {
        Path path = child(folder, component.replaceAll("\\\\(.)", "$1"));
        if (path != null && Files.exists(path)) {
          matches.add(path);
        }
      } else if (Files.isDirectory(folder)) {
        for (Path entry : entries(folder)) {
          if (glob.matches(entry.getFileName().toString())) {
            matches.add(entry);
          }
        }
      }
    }
    return matches;
  }

  private static @Nullable Path child(Path folder, String name) {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }
}

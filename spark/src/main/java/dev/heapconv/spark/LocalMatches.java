package dev.heapconv.spark;

import dev.heapconv.batch.FolderWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobPattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds local files by patterns of Hadoop, but with Java: Hadoop leaves out names that are not text
 * in the encoding of the system without a word, matches no names with colons, and starts a process
 * to ask for the owner of each file.
 */
final class LocalMatches {

  private LocalMatches() {}

  /**
   * The files and folders that match a pattern of Hadoop, except hidden ones.
   *
   * @param pattern an absolute path
   * @param hidden names of files and folders to skip
   */
  static List<Path> of(String pattern, Predicate<String> hidden) throws IOException {
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
        for (Path entry : FolderWalk.entries(folder)) {
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

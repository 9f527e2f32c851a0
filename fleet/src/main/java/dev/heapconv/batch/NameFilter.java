package dev.heapconv.batch;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;

/**
 * Decides which files in a folder are inputs. A glob without a slash is matched against the name of
 * the file, one with a slash against its path relative to the folder; {@code **}{@code /} matches
 * any number of folders, including none.
 */
public final class NameFilter {

  private final List<PathMatcher> includes;
  private final List<PathMatcher> excludes;

  /**
   * @param includes globs of which one must match; empty for all
   * @param excludes globs of which none may match
   * @throws IllegalArgumentException if one is not a valid glob; the message says so
   */
  public NameFilter(List<String> includes, List<String> excludes) {
    this.includes = includes.stream().map(NameFilter::pathOrName).toList();
    this.excludes = excludes.stream().map(NameFilter::pathOrName).toList();
  }

  private static PathMatcher pathOrName(String glob) {
    PathMatcher matcher = matcher(glob);
    return glob.contains("/") ? matcher : path -> matcher.matches(path.getFileName());
  }

  /** A path matcher for a glob in which {@code **}{@code /} may also match no folder. */
  static PathMatcher matcher(String glob) {
    // Java's globs cannot nest braces, so a glob with braces keeps Java's meaning.
    String pattern = glob.indexOf('{') < 0 ? glob.replace("**/", "{**/,}") : glob;
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("invalid glob '" + glob + "': " + e.getMessage(), e);
    }
  }

  /**
   * @param relative path of a file below the folder that was named
   */
  public boolean takes(Path relative) {
    return (includes.isEmpty() || matches(includes, relative)) && !matches(excludes, relative);
  }

  /** Whether to skip a folder and everything in it. */
  public boolean prunes(Path relative) {
    return matches(excludes, relative);
  }

  private static boolean matches(List<PathMatcher> globs, Path relative) {
    try {
      return globs.stream().anyMatch(glob -> glob.matches(relative));
    } catch (InvalidPathException e) {
      // A name that no glob can match.
      return false;
    }
  }
}
